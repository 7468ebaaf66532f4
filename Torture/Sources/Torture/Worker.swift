import Foundation
import Gridlock

/// A thread that is joined: a plain one, or one Gridlock knows from start to end.
enum Worker {
  case plain(pthread_t)
  case known(JoinableThread)

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(isKnown: Bool, _ body: @escaping @Sendable () -> Void) -> Worker {
    if isKnown { return .known(thread(named: "torture", body)) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, argument)
    check(status == 0, "pthread_create: \(status)")
    return .plain(thread)
  }

  func join() {
    switch self {
    case .plain(let thread): check(pthread_join(thread, nil) == 0, "pthread_join")
    case .known(let thread): thread.join()
    }
  }

  /// Starts so many threads with generators of their own, and waits for their ends.
  static func all(
    _ count: Int, _ random: inout Random, _ body: @escaping @Sendable (Int, inout Random) -> Void
  ) {
    let workers = (0..<count).map { index in
      let seed = random.split()
      return start(isKnown: random.oneIn(2)) {
        var own = seed
        body(index, &own)
      }
    }
    for worker in workers { worker.join() }
  }
}

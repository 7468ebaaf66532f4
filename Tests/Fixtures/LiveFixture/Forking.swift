import Foundation

/// `fork`, which Swift does not show.
enum Forking {
  private typealias Fork = @convention(c) () -> Int32

  static func fork() -> Int32 {
    let symbol = dlsym(nil, "fork")!
    return unsafeBitCast(symbol, to: Fork.self)()
  }
}

/// A meeting point that no detector sees.
final class Barrier: @unchecked Sendable {
  private let gate = NSCondition()
  private let count: Int
  private var arrived = 0

  init(_ count: Int) { self.count = count }

  func wait() {
    gate.withLock {
      arrived += 1
      gate.broadcast()
      while arrived < count { gate.wait() }
    }
  }
}

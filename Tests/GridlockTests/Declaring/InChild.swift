import Dispatch
import Foundation
import GridlockAnalysis

@testable import Gridlock

/// What tests in child processes share. A check that fails ends the child with a trap.
enum InChild {
  /// Leaves the asynchronous context of an exit test's body.
  static func run(_ body: () -> Void) { body() }

  /// Looks until such a finding is there; nil after twenty seconds.
  static func finding(_ kind: Finding.Kind) -> Finding? {
    var found: Finding?
    _ = eventually {
      found = Detector.findings().first { $0.kind == kind }
      return found != nil
    }
    return found
  }

  /// Whether something comes to hold within twenty seconds.
  static func eventually(_ holds: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      if holds() { return true }
    }
    return false
  }

  /// What explains threads that are blocked at this moment, as far as it goes.
  static var stuck: [Finding] { Detector.findings().filter(\.isAboutStuckWait) }

  /// Looks once more at all there is, so that what is not there by then is not to come.
  static func findings(_ kind: Finding.Kind) -> [Finding] {
    _ = Detector.findings()
    return Detector.findings().filter { $0.kind == kind }
  }

  /// Runs a body on a thread that Gridlock is not told of, to its end.
  static func once(_ name: String = "", _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.name = name
    thread.start()
    done.wait()
  }

  /// A file of the child's own that is gone with the temporary directory.
  static func file(_ text: String) -> String {
    let path = NSTemporaryDirectory() + "gridlock-\(getpid())-\(text.hashValue)"
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    return path
  }
}

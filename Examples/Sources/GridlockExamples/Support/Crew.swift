import Foundation

/// Named threads, and a way to wait until they have all ended.
final class Crew: Sendable {
  /// Its value is the number of threads that are still at work.
  private let atWork: NSConditionLock

  init(_ name: String = "crew") {
    atWork = NSConditionLock(condition: 0)
    atWork.name = name
  }

  func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    change(by: 1)
    let thread = Thread {
      work()
      self.change(by: -1)
    }
    thread.name = name
    thread.start()
  }

  func waitForAll() {
    atWork.lock(whenCondition: 0)
    atWork.unlock()
  }

  private func change(by difference: Int) {
    atWork.lock()
    atWork.unlock(withCondition: atWork.condition + difference)
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

import Foundation
import Gridlock

/// Named threads, and a way to wait until they have all ended.
///
/// Made of Gridlock's own threads, so that reports know who waits for whose end. Threads of
/// Foundation, Dispatch or pthread are seen as soon as they use a lock.
final class Crew {
  private var threads: [JoinableThread] = []

  func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    threads.append(thread(named: name, work))
  }

  func waitForAll() {
    for thread in threads { thread.join() }
  }
}

/// Whether the examples tell what they do; tests that run them a thousand times say no.
enum Talk {
  @TaskLocal static var isOn = true
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  guard Talk.isOn else { return }
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

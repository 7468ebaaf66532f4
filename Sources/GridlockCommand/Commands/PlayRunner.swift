import Foundation
import GridlockLocks

/// Plays files in child processes, several at a time, and hands results on in the files' order.
struct PlayRunner {
  let jobs: Int

  /// A child that does not end by itself is ended after so long.
  static let mostSeconds: Double = 600

  func run(_ files: [String], _ deliver: (ScenarioResult) -> Void) {
    let state = Guarded((next: 0, results: [Int: ScenarioResult]()))
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<min(jobs, files.count) {
      Thread.detachNewThread {
        while true {
          let index = state.withLock { state in
            defer { state.next += 1 }
            return state.next
          }
          guard index < files.count else { return }
          let result = Self.play(files[index])
          state.withLock { $0.results[index] = result }
          done.signal()
        }
      }
    }
    var delivered = 0
    while delivered < files.count {
      done.wait()
      while let result = state.withLock({ $0.results.removeValue(forKey: delivered) }) {
        deliver(result)
        delivered += 1
      }
    }
  }

  private static func play(_ file: String) -> ScenarioResult {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: executable)
    child.arguments = ["play", "--child", file]
    child.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GRIDLOCK") }
    let output = Pipe()
    child.standardOutput = output
    child.standardInput = FileHandle.nullDevice
    do {
      try child.run()
    } catch {
      return ScenarioResult(
        file: file, hang: "unknown", note: "can't start a process: \(error)", status: 2)
    }
    let timer = DispatchSource.makeTimerSource()
    let id = child.processIdentifier
    timer.setEventHandler { kill(id, SIGKILL) }
    timer.schedule(deadline: .now() + mostSeconds)
    timer.resume()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    timer.cancel()
    guard let result = try? JSONDecoder().decode(ScenarioResult.self, from: data) else {
      return ScenarioResult(
        file: file, hang: "unknown", ok: false,
        note: "the player ended without a result (status \(child.terminationStatus))", status: 1)
    }
    return result
  }

  private static var executable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }
}

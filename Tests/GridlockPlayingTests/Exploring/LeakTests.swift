import Foundation
import Gridlock
import Testing

@testable import GridlockPlaying

@Suite struct LeakTests {
  @Test func `a hundred thousand schedules that pass leave no thread, memory or descriptor`() async
  {
    await #expect(processExitsWith: .success) {
      // Once to have everything there that is made at first use.
      _ = try Bodies.explore(.random(schedules: 5000), Bodies.twentyOperations)
      let before = Resources()
      let outcome = try Bodies.explore(.random(schedules: 100_000), Bodies.twentyOperations)
      #expect(outcome.failure == nil && outcome.schedules == 100_000)
      let after = Resources()
      // The pool's threads are on their way out.
      #expect(after.threads <= before.threads + 4, "\(before) \(after)")
      #expect(after.descriptors <= before.descriptors, "\(before) \(after)")
      // 40 bytes a schedule would show.
      #expect(after.residentKiB <= before.residentKiB + 4096, "\(before) \(after)")
    }
  }
}

/// What a process uses now.
private struct Resources {
  let threads = Resources.entries("/proc/self/task")
  let descriptors = Resources.entries("/proc/self/fd")
  let residentKiB: Int = {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
  }()

  private static func entries(_ path: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 0
  }
}

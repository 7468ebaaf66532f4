internal import CGridlock
internal import Foundation
internal import GridlockAnalysis

/// Leaves out the time in which the process did not run: stopped, suspended, or under a debugger.
struct PatientClock {
  /// Stretches in which the watch should have woken and did not, latest last.
  private var pauses: [(end: UInt64, length: UInt64)] = []
  private var dueAt: UInt64 = 0
  private(set) var isDebugged = false

  /// A watch this late was not scheduled because the process was not.
  static let slack: UInt64 = 400_000_000
  static let pausesKept = 64

  mutating func willSleep(_ nanoseconds: UInt64) { dueAt = gl_now() + nanoseconds }

  mutating func didWake() {
    let now = gl_now()
    if now > dueAt + Self.slack {
      pauses.append((now, now - dueAt))
      if pauses.count > Self.pausesKept { pauses.removeFirst() }
    }
    isDebugged = Self.isTraced()
  }

  /// The state with everything that began before a pause moved on by the pause's length.
  func patient(_ state: SystemState) -> SystemState {
    guard !pauses.isEmpty else { return state }
    var state = state
    for id in state.threads.keys {
      for index in state.threads[id]!.holds.indices {
        move(&state.threads[id]!.holds[index].mark.time)
      }
      if state.threads[id]!.wait != nil { move(&state.threads[id]!.wait!.mark.time) }
    }
    return state
  }

  private func move(_ time: inout UInt64) {
    let began = time
    for pause in pauses where began < pause.end { time += pause.length }
  }

  /// Whether a debugger is attached, by the kernel's word.
  private static func isTraced() -> Bool {
    guard let file = fopen("/proc/self/status", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      guard strncmp(line, "TracerPid:", 10) == 0 else { continue }
      return line.withUnsafeBufferPointer { atoi($0.baseAddress! + 10) != 0 }
    }
    return false
  }
}

internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting

/// Looks at what threads of this process do that others wait for; for the watch alone.
struct HolderLook {
  /// How long a thread may take to answer.
  static let patience: UInt64 = 200_000_000

  /// Whether threads may be sent a signal that asks for their stacks.
  var maySignal: Bool
  /// The frames of a stack, innermost first.
  var frames: (RawStack) -> [Frame]

  /// Adds what they do to a report that is about the present.
  func add(to report: inout Report, watch: Int32) {
    let holders = report.state.busyHolders.prefix(SystemState.mostActivities)
    let strangers =
      report.findings.contains(where: \.endsAtStranger)
      ? report.state.strangers(watch: watch) : []
    guard !holders.isEmpty || !strangers.isEmpty else { return }
    if maySignal { gl_sample_begin() }
    defer { if maySignal { gl_sample_end() } }
    for holder in holders {
      report.activities[holder.id] = activity(KernelTask(holder.systemID), of: holder.systemID)
    }
    report.strangers = strangers.prefix(SystemState.mostActivities).map { thread in
      let task = KernelTask(thread)
      return Stranger(
        systemID: thread, name: task.name, activity: activity(task, of: thread))
    }
    report.strangersLeftOut = strangers.count - report.strangers.count
  }

  private func activity(_ task: KernelTask, of thread: Int32) -> ThreadActivity {
    var activity = task.activity
    if !maySignal {
      activity.stackMissing = "GRIDLOCK_SIGNAL=none, and a signal asks for one"
    } else if let reason = task.reasonNotToSignal {
      activity.stackMissing = reason
    } else if task.blocks(gl_sample_signal) {
      activity.stackMissing = "it blocks SIGPROF, which asks for one"
    } else {
      take(&activity, of: thread)
    }
    return activity
  }

  private func take(_ activity: inout ThreadActivity, of thread: Int32) {
    var sample = gl_sample()
    let outcome = Int(gl_sample_take(thread, Self.patience, &sample))
    switch outcome {
    case GL_SAMPLED:
      let count = Int(sample.count)
      let addresses = withUnsafeBytes(of: &sample.frames) {
        $0.bindMemory(to: UInt64.self).prefix(count).map { UInt($0) }
      }
      activity.stack = frames(
        RawStack(addresses, isTruncated: count == Int(GL_SAMPLE_FRAMES)))
    case GL_SAMPLE_OTHERS:
      activity.stackMissing = "SIGPROF, which asks for one, has a handler of the program's"
    case GL_SAMPLE_ENDED: activity.stackMissing = "it has ended"
    case GL_SAMPLE_LATE:
      activity.stackMissing = "it did not answer in \(Self.patience / 1_000_000) ms"
    default: activity.stackMissing = "this system has no way to ask for one"
    }
  }
}

extension SystemState {
  /// The kernel's ids of threads that never used Gridlock.
  func strangers(watch: Int32, process: Int32? = nil) -> [Int32] {
    let known = Set(threads.values.lazy.filter(\.isAlive).map(\.systemID))
    return (World.taskIDs(of: process) ?? []).filter { $0 != watch && !known.contains($0) }.sorted()
  }
}

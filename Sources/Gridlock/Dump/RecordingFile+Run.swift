package import GridlockAnalysis
package import GridlockEvents
package import GridlockReporting

extension RecordingFile {
  /// The run as events, for whoever foresees from it; the names of what was there at its end; and
  /// how many events were overwritten.
  package var run: (events: [Event], state: SystemState, lost: UInt64) {
    let events = arena.events()
    let state = arena.systemState(at: events.last?.time ?? 0)
    return (events, arena.namingThreads(state, isLive: false), arena.losses.events)
  }

  /// What the recording has not kept.
  package var losses: Losses { arena.losses }

  /// Where stacks are in the source, in short: `Buffer.swift:12`.
  package func places(of stacks: Set<StackID>) -> [StackID: String] {
    var symbolizer = Symbolizer(images: arena.recordedImages())
    var places: [StackID: String] = [:]
    for stack in stacks {
      let addresses = arena.frames(of: stack).map { UInt($0) }
      guard !addresses.isEmpty else { continue }
      places[stack] = Labels.place(
        symbolizer.frames(for: RawStack(addresses, isTruncated: false)))
    }
    return places
  }
}

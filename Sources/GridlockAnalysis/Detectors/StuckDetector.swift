/// Finds the waits that cannot end, and what each of them comes from.
///
/// Every stuck thread takes part in exactly one finding, as a member of it or as a victim; the
/// kind is the first that holds of `self`, `nested-monitor`, `cycle`, `exit-holding`, and for waits
/// that lack a value or a signal `drift`, `broken-chain`, `lost-wakeup`, `orphan-wait`.
public enum StuckDetector {
  /// The stuck waits of `state`, the most telling first.
  ///
  /// Errors are `certain` or `probable`. What is merely possible is a note, or a warning where a
  /// lock in it is known to be handed from thread to thread.
  /// - Complexity: O((1 + n) × (threads + locks + setters)), n being the number of stuck threads
  ///   that hold a lock while they wait for a value or a signal.
  public static func findings(in state: SystemState) -> [Finding] {
    var analysis = StuckAnalysis(of: state)
    guard !analysis.stuck.isEmpty else { return [] }
    analysis.findSelfDeadlocks()
    analysis.findNestedMonitors()
    analysis.findCycles()
    analysis.findDeadOwners()
    analysis.claimVictims()
    analysis.claimVictimsOfUnknownNeeds()
    analysis.findLostEvents()
    analysis.claimVictims()
    return analysis.findings
  }
}

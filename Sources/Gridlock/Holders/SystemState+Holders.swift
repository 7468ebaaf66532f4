internal import GridlockAnalysis
internal import GridlockEvents

extension SystemState {
  /// More threads than these are not looked at for one report.
  static var mostActivities: Int { 16 }

  /// Threads that hold what others wait for and do not wait themselves, in order.
  var busyHolders: [ThreadState] {
    let wanted = Set(threads.values.compactMap { $0.isObserver ? nil : $0.wait?.lock })
    let owners = Set(wanted.compactMap { locks[$0]?.owner }).sorted()
    return owners.compactMap { threads[$0] }
      .filter { $0.isAlive && $0.wait == nil && $0.systemID != 0 && !$0.isObserver }
  }
}

extension Finding {
  /// Whether it may be one of the threads that are not known which could help.
  var endsAtStranger: Bool { kind == .orphanWait && certainty != .certain }
}

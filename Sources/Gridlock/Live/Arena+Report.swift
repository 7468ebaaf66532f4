internal import CGridlock
internal import Foundation
package import GridlockAnalysis
package import GridlockEvents
package import GridlockReporting

extension Arena {
  /// Freezes all that a renderer needs.
  ///
  /// - Parameter events: Those in the rings, where they have been read already.
  package func report(
    _ state: SystemState, _ findings: [Finding], events: [Event]? = nil,
    findingsLost: UInt64 = 0, tagNames: [SiteTag: String] = [:], settings: [String: String] = [:],
    executable: String,
    frames: (RawStack) -> [Frame]
  ) -> Report {
    var losses = losses
    losses.findings = findingsLost
    var histories: [LockID: [Event]] = [:]
    for event in events ?? self.events() where event.lock != .none {
      histories[event.lock, default: []].append(event)
    }
    let process = ReportedProcess(
      id: processID, executable: executable,
      startDate: Date(timeIntervalSince1970: Double(startWall) / 1e9), startTime: startTime)
    return Report(
      state: state, findings: findings, histories: histories, process: process, losses: losses,
      settings: settings, tagNames: tagNames
    ) { rawStack($0).map(frames) ?? [] }
  }

  /// A stack as it was captured; nil when it was not kept.
  func rawStack(_ stack: StackID) -> RawStack? {
    let addresses = frames(of: stack).map { UInt($0) }
    guard !addresses.isEmpty else { return nil }
    return RawStack(addresses, isTruncated: addresses.count >= Int(live.pointee.frame_limit))
  }

  /// Wake-ups a broadcast at each release of a lock would have made, and how many could have gone.
  package func herd(of lock: LockID) -> (woken: Int, able: Int)? {
    guard lock.index < header.slot_capacity else { return nil }
    let slot = self.slot(lock.index)
    guard gl_load(&slot.pointee.id) == lock.rawValue else { return nil }
    return (Int(slot.pointee.herd_woken), Int(slot.pointee.herd_able))
  }
}

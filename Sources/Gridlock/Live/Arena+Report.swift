internal import CGridlock
internal import Foundation
package import GridlockAnalysis
package import GridlockEvents
package import GridlockReporting

extension Arena {
  /// Freezes all that a renderer needs.
  package func report(
    _ state: SystemState, _ findings: [Finding], findingsLost: UInt64 = 0,
    tagNames: [SiteTag: String] = [:], settings: [String: String] = [:], executable: String,
    frames: (RawStack) -> [Frame]
  ) -> Report {
    var losses = losses
    losses.findings = findingsLost
    var histories: [LockID: [Event]] = [:]
    for event in events() where event.lock != .none {
      histories[event.lock, default: []].append(event)
    }
    let process = ReportedProcess(
      id: processID, executable: executable,
      startDate: Date(timeIntervalSince1970: Double(startWall) / 1e9), startTime: startTime)
    let limit = Int(live.pointee.frame_limit)
    return Report(
      state: state, findings: findings, histories: histories, process: process, losses: losses,
      settings: settings, tagNames: tagNames
    ) { stack in
      let addresses = self.frames(of: stack).map { UInt($0) }
      return addresses.isEmpty
        ? [] : frames(RawStack(addresses, isTruncated: addresses.count >= limit))
    }
  }

  /// Wake-ups a broadcast at each release of a lock would have made, and how many could have gone.
  func herd(of lock: LockID) -> (woken: Int, able: Int)? {
    let slot = gl_arena_slot(base, lock.index)
    guard gl_load(&slot.pointee.id) == lock.rawValue else { return nil }
    return (Int(slot.pointee.herd_woken), Int(slot.pointee.herd_able))
  }
}

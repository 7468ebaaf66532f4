internal import CGridlock
internal import GridlockLocks

extension Settings.WakePolicy {
  /// Makes releases keep to it from here on.
  func apply() {
    let policy: GridlockLocks.WakePolicy =
      switch self {
      case .targeted: .targeted
      case .broadcast: .broadcast
      case .adversarial: .adversarial
      }
    gl_wake_policy_set(policy.rawValue)
  }
}

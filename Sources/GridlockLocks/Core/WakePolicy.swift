/// Whom a release wakes. Raw values are those of `gl_wake_policy`.
package enum WakePolicy: UInt32, Sendable {
  /// One thread that can go, the longest waiting first.
  case targeted = 0
  /// Everybody in the queue, as Foundation's class does.
  case broadcast = 1
  /// One thread that can go, the latest first.
  case adversarial = 2
}

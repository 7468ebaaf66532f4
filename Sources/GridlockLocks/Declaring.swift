internal import CGridlock

extension ConditionLock {
  /// Says that this lock is freed by other threads than the one that took it, and that this is
  /// meant.
  ///
  /// A release by another thread is then a note instead of a warning, and a wait for the owner is
  /// never taken as stuck while any thread runs that could free the lock.
  public func declareHandOff() { HandOff.declare(core.core) }
}

extension Lock {
  /// Says that this lock is freed by other threads than the one that took it, and that this is
  /// meant.
  ///
  /// A release by another thread is then a note instead of a warning, and a wait for the owner is
  /// never taken as stuck while any thread runs that could free the lock.
  public func declareHandOff() { HandOff.declare(core.core) }
}

extension ExternalLock {
  /// Says that this lock is freed by other threads than the one that took it, and that this is
  /// meant.
  public func declareHandOff() {
    if let core { HandOff.declare(core.lock.core) }
  }
}

/// Marks locks as handed over.
private enum HandOff {
  static func declare(_ core: CorePointer) {
    guard let slot = core.pointee.slot else { return }
    // In a child made by fork, this moves to an arena of its own before anything is written.
    _ = gl_self_recorded()
    gl_slot_set_flag(slot, UInt8(GL_HAND_OFF_DECLARED))
  }
}

extension ConditionLock {
  /// Has each release shown to whoever checks declared transitions.
  package func markTransitionsDeclared() {
    guard let slot = core.core.pointee.slot else { return }
    _ = gl_self_recorded()
    gl_slot_set_flag(slot, UInt8(GL_TRANSITIONS_DECLARED))
  }
}

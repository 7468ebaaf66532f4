internal import CGridlock
internal import GridlockEvents
public import GridlockLocks
internal import Synchronization

extension ConditionLock {
  /// Says that a thread will set a value: while it lives and is not stuck itself, a wait for the
  /// value is not taken as given up by everybody.
  ///
  /// - Note: Does nothing in a build that records nothing.
  public func declareSetter(of value: Int, by thread: JoinableThread) {
    declareSetter(of: value, ThreadID(rawValue: thread.id))
  }

  /// Says that the calling thread will set a value.
  @available(*, noasync, message: "Tasks move between threads: declare from a thread")
  public func declareSetter(of value: Int) {
    declareSetter(of: value, ThreadID(rawValue: gl_self_recorded().pointee.id))
  }

  private func declareSetter(of value: Int, _ thread: ThreadID) {
    let lock = lockID
    guard lock != .none, thread != .none, let detector = LiveDetector.current else { return }
    detector.inbox.withLock { inbox in
      var known = inbox.declarations.setters[lock]?[value] ?? []
      guard !known.contains(thread) else { return }
      if known.count >= Self.keptSetters { known.removeFirst() }
      inbox.declarations.setters[lock, default: [:]][value] = known + [thread]
    }
  }

  /// Setters of one value that are kept; threads that were declared first have ended by then.
  private static var keptSetters: Int { 64 }

  /// Says which values may follow each value, by the names they have in a type, and gives the
  /// values these names.
  ///
  /// ```swift
  /// enum Slot: Int, CaseIterable { case empty, full }
  ///
  /// let slot = ConditionLock(condition: 0, name: "slot")
  /// slot.declareTransitions(Slot.self, [.empty: [.full], .full: [.empty]])
  /// ```
  ///
  /// Every release by the lock's holder is held against it. One that sets another value is finding
  /// `drift`, and one that keeps the value, after a form that named it, is `broken-chain`: warnings,
  /// also when nobody is stuck, each told once. A value that is not listed may be followed by any;
  /// list a value among its own followers if it may be kept. A further call adds to the first.
  ///
  /// - Complexity: a dictionary look-up for each release of this lock, under a lock of Gridlock's
  ///   own; other locks pay nothing.
  /// - Note: Does nothing in a build that records nothing.
  public func declareTransitions<Value: RawRepresentable & CaseIterable & Hashable>(
    _ type: Value.Type, _ next: [Value: Set<Value>]
  ) where Value.RawValue == Int {
    nameValues(type)
    let pairs = next.map { ($0.key.rawValue, Set($0.value.map(\.rawValue))) }
    declare(Dictionary(pairs) { $0.union($1) })
  }

  private func declare(_ next: [Int: Set<Int>]) {
    let lock = lockID
    guard lock != .none, let detector = LiveDetector.current else { return }
    detector.transitions.withLock { transitions in
      if transitions.next.count > Declarations.keptLocks {
        transitions.keep { LiveDetector.slot(of: $0) != nil }
      }
      transitions.declare(next, for: lock)
    }
    markTransitionsDeclared()
  }
}

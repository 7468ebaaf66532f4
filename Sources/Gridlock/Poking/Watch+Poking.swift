internal import CGridlock
internal import Foundation
internal import GridlockAnalysis

extension Watch {
  /// What a wake-up takes at most to reach its thread, and a woken thread to test again.
  private static let pokePatience: UInt64 = 1_000_000_000

  /// Wakes all waiters once, and waits until they have tested.
  func poke(_ arena: Arena) -> PokeOutcome {
    var before = systemState(arena)
    var overdue = before.ableWaiters
    var end = gl_now() + Self.pokePatience
    while !overdue.isEmpty, gl_now() < end {
      usleep(20_000)
      let later = systemState(arena)
      overdue = before.overdue(overdue, in: later)
      before = later
    }
    gl_threads_stir()
    end = gl_now() + Self.pokePatience
    while gl_threads_stirred() > 0, gl_now() < end { usleep(1_000) }
    let late = Int(gl_threads_stirred())
    return PokeOutcome(from: before, to: systemState(arena), overdue: overdue, late: late)
  }
}

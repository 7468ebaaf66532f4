import Foundation

/// Transfers between two accounts, each with a lock of its own.
///
/// Both clerks take the locks in the same order, whatever way the money goes.
///
/// Broken: each clerk starts with the account the money comes from. Each holds one lock and waits
/// for the other's.
func oppositeOrder(broken: Bool) {
  let savings = NSConditionLock(condition: 0)
  savings.name = "savings"
  let current = NSConditionLock(condition: 0)
  current.name = "current"
  let crew = Crew()
  let bothHoldOne = Meeting(of: 2)

  @Sendable func move(_ amount: Int, from: NSConditionLock, to: NSConditionLock) {
    let (first, second) = broken || from === savings ? (from, to) : (to, from)
    first.lock()
    // So that the broken form hangs each time and not now and then.
    if broken { bothHoldOne.arrive() }
    second.lock()
    say("moved \(amount) from \(from.name!) to \(to.name!)")
    second.unlock()
    first.unlock()
  }

  crew.start("clerk 1") { move(10, from: savings, to: current) }
  crew.start("clerk 2") { move(25, from: current, to: savings) }
  crew.waitForAll()
}

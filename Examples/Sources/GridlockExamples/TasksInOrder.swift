import Foundation

/// Three threads that must work one after another: A, then B, then C.
///
/// The lock's value says whose turn it is. The chain is started by an `unlock(withCondition:)`
/// without a lock before it, which is allowed.
///
/// Broken: nobody starts the chain.
func tasksInOrder(broken: Bool) {
  let turn = NSConditionLock(condition: 0)
  turn.name = "turn"
  let crew = Crew()

  crew.start("A") {
    turn.lock(whenCondition: 1)
    say("A: boil the water")
    turn.unlock(withCondition: 2)
  }
  crew.start("B") {
    turn.lock(whenCondition: 2)
    say("B: put the tea in")
    turn.unlock(withCondition: 3)
  }
  crew.start("C") {
    turn.lock(whenCondition: 3)
    say("C: pour")
    turn.unlock(withCondition: 0)
  }

  if !broken { turn.unlock(withCondition: 1) }
  crew.waitForAll()
}

import Foundation

/// Three runners, three laps: each waits for the baton and hands it to the next.
///
/// The lock's value is the number of the runner who may run.
///
/// Broken: on the last lap the second runner gives up and leaves through a plain `unlock()`, which
/// keeps the value. The third waits for a baton that never comes.
func relay(broken: Bool) {
  let runners = 3
  let laps = 3
  let baton = NSConditionLock(condition: 1)
  baton.name = "baton"
  let crew = Crew()

  @Sendable func run(_ number: Int) {
    for lap in 1...laps {
      baton.lock(whenCondition: number)
      if broken, number == 2, lap == laps {
        say("runner \(number): a cramp, I stop")
        baton.unlock()
        return
      }
      say("runner \(number): lap \(lap)")
      baton.unlock(withCondition: number % runners + 1)
    }
  }

  for number in 1...runners {
    crew.start("runner \(number)") { run(number) }
  }
  crew.waitForAll()
}

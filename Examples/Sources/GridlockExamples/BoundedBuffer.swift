import Foundation

/// A buffer for four parcels, filled by two loaders and emptied by a van that leaves when it is
/// full.
///
/// The lock's value is the number of parcels: the van waits for four, and a loader that finds four
/// waits for none.
///
/// Broken: the van opens the logbook before it waits for parcels. A loader writes each parcel into
/// the logbook first, and never gets it.
func boundedBuffer(broken: Bool) {
  let capacity = 4
  let parcels = NSConditionLock(condition: 0)
  parcels.name = "parcels"
  let logbook = NSLock()
  logbook.name = "logbook"
  let log = Box<[String]>([])
  let crew = Crew()

  crew.start("van") {
    for trip in 1...3 {
      if broken {
        logbook.lock()
        parcels.lock(whenCondition: capacity)
      } else {
        parcels.lock(whenCondition: capacity)
        logbook.lock()
      }
      log.value.append("trip \(trip)")
      say("van: trip \(trip) with \(capacity) parcels")
      logbook.unlock()
      parcels.unlock(withCondition: 0)
    }
  }
  for loader in ["loader 1", "loader 2"] {
    crew.start(loader) {
      for number in 1...6 {
        logbook.lock()
        log.value.append("\(loader), parcel \(number)")
        logbook.unlock()

        parcels.lock()
        if parcels.condition == capacity {
          parcels.unlock()
          parcels.lock(whenCondition: 0)
        }
        parcels.unlock(withCondition: parcels.condition + 1)
      }
    }
  }
  crew.waitForAll()
}

import Foundation

/// A buffer for four parcels, filled by a loader and emptied by a van that leaves when it is full.
///
/// The lock's value is the number of parcels: the van waits for four, and a loader that finds four
/// waits for none. (One loader: a second could fill a buffer that the first waits to see empty.)
///
/// Broken: the van opens the logbook before it waits for parcels. The loader writes each parcel
/// into the logbook first, and never gets it.
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
  crew.start("loader") {
    for number in 1...3 * capacity {
      logbook.lock()
      log.value.append("parcel \(number)")
      logbook.unlock()

      parcels.lock()
      if parcels.condition == capacity {
        parcels.unlock()
        parcels.lock(whenCondition: 0)
      }
      parcels.unlock(withCondition: parcels.condition + 1)
    }
  }
  crew.waitForAll()
}

import Foundation

private enum Slot: Int, CaseIterable {
  case empty
  case full
}

/// A producer and a consumer that share one slot.
///
/// The producer waits until the slot is empty, the consumer until it is full.
///
/// Broken: the consumer calls a helper that takes the lock, while it holds the lock itself.
func producerConsumer(broken: Bool) {
  let slot = NSConditionLock(condition: Slot.empty.rawValue)
  slot.name = "slot"
  slot.nameValues(Slot.self)
  let letter = Box("")
  let crew = Crew()

  @Sendable func peek() -> String {
    slot.lock()
    defer { slot.unlock() }
    return letter.value
  }

  crew.start("producer") {
    for text in ["first", "second", "third"] {
      slot.lock(whenCondition: Slot.empty.rawValue)
      letter.value = text
      slot.unlock(withCondition: Slot.full.rawValue)
    }
  }
  crew.start("consumer") {
    for _ in 1...3 {
      slot.lock(whenCondition: Slot.full.rawValue)
      let text = broken ? peek() : letter.value
      say("consumer: got the \(text) letter")
      slot.unlock(withCondition: Slot.empty.rawValue)
    }
  }
  crew.waitForAll()
}

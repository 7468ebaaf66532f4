internal import CGridlock
package import GridlockEvents

extension Arena {
  /// The events still in the rings, of all threads, in order of time and, for one lock, of its
  /// sequence.
  ///
  /// - Complexity: O(n log n) in the events kept.
  package func events() -> [Event] {
    var events: [Event] = []
    // Each ring is of one thread: in a corrupt arena that shares them, the first has it.
    var rings = Set<UInt32>()
    for index in 0..<threadsUsed { appendEvents(of: index, to: &events, &rings) }
    events.sort { left, right in
      left.time != right.time
        ? left.time < right.time
        : left.lock == right.lock && Int32(bitPattern: left.sequence &- right.sequence) < 0
    }
    return events
  }

  private func appendEvents(
    of index: UInt32, to events: inout [Event], _ rings: inout Set<UInt32>
  ) {
    guard let (thread, slots, numbers) = ring(of: index, &rings) else { return }
    var slot = gl_event()
    // Its number is written before the head moves on: the next one may be whole already.
    for number in numbers.lowerBound...numbers.upperBound
    where gl_ring_read(slots, header.ring_slots - 1, number, &slot) {
      if let event = Arena.event(slot, thread) { events.append(event) }
    }
  }

  /// The ring of a record's thread and the numbers of the events it should have, from zero.
  func ring(
    of index: UInt32, _ seen: inout Set<UInt32>
  ) -> (ThreadID, UnsafeMutablePointer<gl_event>, Range<UInt64>)? {
    let record = self.record(index)
    let id = gl_load_acquire(&record.pointee.id)
    let ring = record.pointee.ring
    guard id != 0, ring > 0, ring <= header.ring_capacity, seen.insert(ring).inserted else {
      return nil
    }
    let head = min(gl_load_acquire(&record.pointee.head), UInt64.max - 1)
    let capacity = UInt64(header.ring_slots)
    return (
      ThreadID(rawValue: id), self.ring(ring - 1), (head > capacity ? head - capacity : 0)..<head
    )
  }

  static func event(_ slot: gl_event, _ thread: ThreadID) -> Event? {
    guard let kind = Event.Kind(rawValue: slot.kind) else { return nil }
    var event = Event(
      kind: kind, operation: Operation(rawValue: slot.operation) ?? .none, time: slot.time,
      thread: thread, lock: LockID(rawValue: slot.lock), sequence: slot.sequence,
      stack: StackID(rawValue: slot.stack), tag: SiteTag(rawValue: slot.tag))
    let namesValue = Int(slot.flags) & GL_NAMES_VALUE != 0
    switch kind {
    case .waiting, .acquired, .timedOut:
      event.wanted = namesValue ? Int(slot.a) : nil
      event.before = Int(slot.b)
      event.after = Int(slot.b)
    case .released, .signalled:
      event.before = Int(slot.a)
      event.after = Int(slot.b)
    default:
      event.before = Int(slot.b)
      event.after = Int(slot.b)
    }
    switch (kind, event.operation) {
    case (.waiting, .join), (.spawned, _), (.joined, _):
      event.other = ThreadID(rawValue: slot.task)
    case (.waiting, _):
      event.deadline = slot.task == 0 ? nil : slot.task
    default:
      event.task = slot.task
    }
    return event
  }
}

internal import CGridlock
internal import GridlockEvents

/// What can be read of the events in the rings of a process that has ended.
struct EventRemains: Equatable {
  /// Events that are whole.
  var whole: UInt64 = 0
  /// Events that were being written when the process ended: at most one of each thread.
  var unfinished: UInt64 = 0
  /// Events whose place an unfinished one has taken.
  var displaced: UInt64 = 0
  /// Events that should be there and are not, or make no sense.
  var unreadable: UInt64 = 0
  /// Where in the arena the first of those should be, in bytes.
  var firstUnreadable: UInt64?
}

extension Arena {
  /// Counts what is left of the events; of use only when nobody writes any more.
  ///
  /// - Complexity: O(n) in the events the rings have room for.
  var remains: EventRemains {
    var remains = EventRemains()
    var rings = Set<UInt32>()
    for index in 0..<threadsUsed { count(index, &rings, into: &remains) }
    return remains
  }

  private func count(
    _ index: UInt32, _ rings: inout Set<UInt32>, into remains: inout EventRemains
  ) {
    guard let (thread, slots, numbers) = ring(of: index, &rings) else { return }
    let mask = UInt64(header.ring_slots) - 1
    let next = slots + Int(numbers.upperBound & mask)
    // Zero while it is written; and zero in all its words if nothing ever was.
    let isUnfinished =
      next.pointee.number == 0 && (numbers.upperBound > mask || !next.pointee.isBlank)
    if isUnfinished {
      remains.unfinished += 1
      if numbers.upperBound > mask { remains.displaced += 1 }
    }
    var slot = gl_event()
    for number in numbers.lowerBound...numbers.upperBound {
      if gl_ring_read(slots, UInt32(mask), number, &slot), Arena.event(slot, thread) != nil {
        remains.whole += 1
        continue
      }
      // The next one's place was the oldest one's.
      let at = slots + Int(number & mask)
      if at == next { continue }
      remains.unreadable += 1
      let offset = UInt64(UnsafeRawPointer(at) - UnsafeRawPointer(base))
      remains.firstUnreadable = min(remains.firstUnreadable ?? .max, offset)
    }
  }
}

extension gl_event {
  /// Whether nothing was ever written here.
  fileprivate var isBlank: Bool {
    time == 0 && lock == 0 && a == 0 && b == 0 && task == 0 && stack == 0 && tag == 0
      && sequence == 0 && kind == 0 && operation == 0 && flags == 0
  }
}

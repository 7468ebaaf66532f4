internal import CGridlock
package import GridlockEvents
package import GridlockReporting

/// A view of the shared arena: of this process, or of another one mapped read-only.
///
/// Readers never stop writers. What changes while it is read is noticed by its version and read
/// again, or left out; indexes are checked, so that a corrupt arena can't make a reader crash.
package struct Arena {
  package let base: UnsafeMutableRawPointer
  /// A copy, checked once: a foreign process may be scribbling.
  let header: gl_header

  /// The arena of this process; nil before anything was recorded.
  package static var own: Arena? { gl_arena_base().flatMap { Arena(base: $0, size: nil) } }

  /// Checks the header against the size of the mapping.
  package init?(base: UnsafeMutableRawPointer, size: UInt64?) {
    if let size, size < UInt64(MemoryLayout<gl_header>.size) { return nil }
    let header = base.assumingMemoryBound(to: gl_header.self).pointee
    let total = min(size ?? header.total, UInt64(Int.max))
    guard Arena.problem(of: header, in: total) == nil else { return nil }
    self.base = base
    self.header = header
  }

  /// `GL_MAGIC`, which is too wide for the importer.
  static let magic: UInt64 = 0x4b43_4f4c_4449_5247

  package var processID: Int32 { header.pid }
  package var watchThreadID: Int32 { live.pointee.watch_tid }
  package var startTime: UInt64 { header.start_time }
  /// Nanoseconds since 1970 when `startTime` was read.
  package var startWall: UInt64 { header.start_wall }
  package var recordsStacks: Bool { live.pointee.mode >= 2 }

  /// The header as it is now, for counters that move. Offsets and capacities come from the copy.
  var live: UnsafeMutablePointer<gl_header> { base.assumingMemoryBound(to: gl_header.self) }

  var threadsUsed: UInt32 {
    min(gl_load32_acquire(&live.pointee.threads_used), header.thread_capacity)
  }
  var slotsUsed: UInt32 { min(gl_load32_acquire(&live.pointee.slots_used), header.slot_capacity) }

  func record(_ index: UInt32) -> UnsafeMutablePointer<gl_record> { entry(header.threads, index) }
  func slot(_ index: UInt32) -> UnsafeMutablePointer<gl_slot> { entry(header.slots, index) }
  func value(_ index: UInt32) -> UnsafeMutablePointer<gl_value> { entry(header.values, index) }
  func ring(_ index: UInt32) -> UnsafeMutablePointer<gl_event> {
    entry(header.rings, UInt64(index) * UInt64(header.ring_slots))
  }

  private func entry<Entry>(_ offset: UInt64, _ index: some BinaryInteger)
    -> UnsafeMutablePointer<Entry>
  {
    (base + Int(offset)).assumingMemoryBound(to: Entry.self) + Int(index)
  }

  /// The return addresses of an interned stack, innermost first.
  package func frames(of stack: StackID) -> [UInt64] {
    let at = UInt64(stack.rawValue)
    guard at > 0, at + 1 < UInt64(header.frame_capacity) else { return [] }
    let words = (base + Int(header.frames)).assumingMemoryBound(to: UInt64.self)
    let count = words[Int(at)]
    guard count <= 64, at + 1 + count <= UInt64(header.frame_capacity) else { return [] }
    return (0..<Int(count)).map { words[Int(at) + 1 + $0] }
  }

  /// What could not be kept, counted exactly.
  package var losses: Losses {
    let now = live.pointee
    var losses = Losses()
    losses.threads = now.lost_threads
    losses.locks = now.lost_slots
    losses.stacks = now.lost_stacks
    losses.events = now.lost_history
    forEachRecord { record in
      losses.events.addSaturating(record.lost)
      let capacity = UInt64(header.ring_slots)
      if record.head > capacity { losses.events.addSaturating(record.head - capacity) }
    }
    return losses
  }

  /// How many events were written in all.
  package var eventCount: UInt64 {
    var count = live.pointee.lost_history
    forEachRecord {
      count.addSaturating($0.head)
      count.addSaturating($0.lost)
    }
    return count
  }

  /// How many events were written but for starts and ends of threads.
  package var lockEventCount: UInt64 {
    // A record whose thread's start is not written yet has none to leave out.
    var count = live.pointee.lost_history
    forEachRecord { record in
      let written = record.head &+ record.lost
      count &+= written - min(written, record.state == UInt8(GL_ENDED) ? 2 : 1)
    }
    return count
  }

  func forEachRecord(_ body: (gl_record) -> Void) {
    for index in 0..<threadsUsed {
      let record = self.record(index).pointee
      if record.id != 0 { body(record) }
    }
  }

  func name(at offset: UInt32) -> String {
    guard offset > 0, offset < header.name_capacity else { return "" }
    let bytes = (base + Int(header.names) + Int(offset)).assumingMemoryBound(to: UInt8.self)
    let limit = min(256, Int(header.name_capacity - offset))
    var count = 0
    while count < limit, bytes[count] != 0 { count += 1 }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

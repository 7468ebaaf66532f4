import CGridlock

/// A small arena with a bit of everything, to start from.
public enum ArenaImage {
  /// Two threads, one of which holds a lock that the other waits for; values, events, a stack.
  public static func small() -> [UInt8] {
    var header = gl_header()
    header.magic = 0x4b43_4f4c_4449_5247
    header.version = UInt32(GL_VERSION)
    header.pid = 1
    header.thread_capacity = 4
    header.slot_capacity = 4
    header.value_capacity = 4
    header.ring_capacity = 2
    header.ring_slots = 4
    header.frame_capacity = 16
    header.name_capacity = 64
    header.frame_limit = 32
    header.mode = 2
    header.threads_used = 3
    header.slots_used = 2
    var end = UInt64(512)
    func place(_ bytes: Int) -> UInt64 {
      defer { end += UInt64(bytes + 63) / 64 * 64 }
      return end
    }
    header.threads = place(4 * MemoryLayout<gl_record>.stride)
    header.slots = place(4 * MemoryLayout<gl_slot>.stride)
    header.values = place(4 * MemoryLayout<gl_value>.stride)
    header.rings = place(8 * MemoryLayout<gl_event>.stride)
    header.frames = place(16 * 8)
    header.names = place(64)
    header.total = end
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(end), alignment: 64)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let base = bytes.baseAddress!
    base.storeBytes(of: header, as: gl_header.self)
    fill(base)
    return Array(bytes)
  }

  private static func fill(_ base: UnsafeMutableRawPointer) {
    let lock = UInt64(1) << 32 | 1
    let threads = [UInt64(1) << 32 | 1, UInt64(1) << 32 | 2]
    for (index, id) in threads.enumerated() {
      let record = gl_arena_record(base, UInt32(index + 1))
      record.pointee.id = id
      record.pointee.system_id = Int32(index + 100)
      record.pointee.state = UInt8(GL_ALIVE)
      record.pointee.ring = UInt32(index + 1)
      record.pointee.head = 2
      let ring = gl_arena_ring(base, UInt32(index))
      for number in 0..<2 {
        ring[number].number = UInt64(number + 1)
        ring[number].time = UInt64(1_000 * number + index)
        ring[number].lock = lock
        ring[number].kind = UInt8(number + 2)
        ring[number].operation = 2
        ring[number].stack = 1
      }
    }
    let owner = gl_arena_record(base, 1)
    owner.pointee.hold_count = 1
    owner.pointee.holds.0.lock = lock
    owner.pointee.holds.0.operation = 1
    let waiter = gl_arena_record(base, 2)
    waiter.pointee.wait_kind = UInt8(GL_WAIT_LOCK)
    waiter.pointee.wait_lock = lock
    waiter.pointee.wait_operation = 2
    waiter.pointee.wait_names_value = 1
    waiter.pointee.wait_wanted = 7
    let slot = gl_arena_slot(base, 1)
    slot.pointee.id = lock
    slot.pointee.owner = threads[0]
    slot.pointee.name = 1
    slot.pointee.values = 1
    slot.pointee.waiters = 1
    slot.pointee.released.thread = threads[1]
    let value = gl_arena_value(base, 0)
    value.pointee.value = 7
    value.pointee.next = 2
    value.pointee.set.thread = threads[1]
    value.pointee.flags = UInt32(GL_LEFT)
    value.pointee.setters.0 = threads[1]
    let frames = gl_arena_frames(base, 1)
    frames[0] = 2
    frames[1] = 0x1000
    frames[2] = 0x2000
    let name = gl_arena_name(base, 1)
    for (index, byte) in "a lock".utf8.enumerated() { name[index] = CChar(byte) }
  }
}

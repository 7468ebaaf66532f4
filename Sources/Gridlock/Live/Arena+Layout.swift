internal import CGridlock

extension Arena {
  /// A part of an arena that the header gives the place and the size of.
  private struct Region {
    var name: StaticString
    /// Where in the header its offset stands.
    var field: PartialKeyPath<gl_header>
    var offset: UInt64
    var count: UInt64
    var size: Int
  }

  /// Why an arena of so many bytes can't be read, or nil when it can.
  static func problem(of header: gl_header, in total: UInt64) -> String? {
    guard header.magic == Arena.magic, header.version == UInt32(GL_VERSION) else {
      return "no arena of version \(GL_VERSION) at offset 0"
    }
    guard header.ring_slots > 0, header.ring_slots & (header.ring_slots - 1) == 0 else {
      return "\(header.ring_slots) events a ring at offset \(offset(of: \.ring_slots)), which is "
        + "no power of two: the header is corrupt"
    }
    for region in regions(of: header) {
      let (bytes, isHuge) = region.count.multipliedReportingOverflow(by: UInt64(region.size))
      let (end, overflow) = region.offset.addingReportingOverflow(bytes)
      guard isHuge || overflow || end > total || region.offset % 64 != 0 else { continue }
      return "the \(region.name), which the header at offset \(offset(of: region.field)) puts at "
        + "\(region.offset), \(region.count) of \(region.size) bytes each, do not fit into "
        + "\(total) bytes: the header is corrupt"
    }
    return nil
  }

  /// Where the last of the regions ends that say who holds, who waits and what was set.
  var endOfState: UInt64 {
    Self.regions(of: header).prefix(3).map { $0.offset + $0.count * UInt64($0.size) }.max() ?? 0
  }

  /// Where a field of the header stands.
  static func offset(of field: PartialKeyPath<gl_header>) -> Int {
    MemoryLayout<gl_header>.offset(of: field) ?? 0
  }

  private static func regions(of header: gl_header) -> [Region] {
    // Counts are 32 bits wide: only the rings' size can go over 64.
    let events = UInt64(header.ring_capacity) * UInt64(header.ring_slots)
    return [
      Region(
        name: "threads", field: \.threads, offset: header.threads,
        count: UInt64(header.thread_capacity), size: MemoryLayout<gl_record>.stride),
      Region(
        name: "locks", field: \.slots, offset: header.slots,
        count: UInt64(header.slot_capacity), size: MemoryLayout<gl_slot>.stride),
      Region(
        name: "values", field: \.values, offset: header.values,
        count: UInt64(header.value_capacity), size: MemoryLayout<gl_value>.stride),
      Region(
        name: "events", field: \.rings, offset: header.rings, count: events,
        size: MemoryLayout<gl_event>.stride),
      Region(
        name: "frames", field: \.frames, offset: header.frames,
        count: UInt64(header.frame_capacity), size: 8),
      Region(
        name: "names", field: \.names, offset: header.names,
        count: UInt64(header.name_capacity), size: 1),
      Region(
        name: "notes", field: \.notes, offset: header.notes,
        count: UInt64(header.note_capacity), size: 1),
    ]
  }
}

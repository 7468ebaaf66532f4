import CGridlock
import Foundation
import Testing

extension LiveTests {
  /// `gridlock report` on what is no recording, or none any more.
  @Suite struct BadRecordingTests {
    private let folder: Folder
    private let whole: Data

    init() throws {
      folder = try Folder()
      let path = folder.path("whole.gridlock")
      let program = try Program.fixture("cycle", environment: ["GRIDLOCK_RECORD": path])
      program.errors(until: "kill -USR1")
      program.end()
      whole = try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func report(_ bytes: Data) throws -> Program.End {
      let path = folder.path("changed.gridlock")
      try bytes.write(to: URL(fileURLWithPath: path))
      return try Program.run("gridlock", ["report", path])
    }

    private func refused(_ bytes: Data, _ reason: String) throws {
      let end = try report(bytes)
      #expect(end.status == 2 && !end.wasSignalled && end.output == "", "\(end)")
      #expect(end.errors.contains(reason), "\(end)")
    }

    private func changed(_ offset: Int, _ bytes: [UInt8]) -> Data {
      var data = whole
      data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return data
    }

    @Test("A recording without who held and who waited is refused with the offset where it ends")
    func truncated() throws {
      try refused(Data(), "it is empty")
      try refused(whole.prefix(7), "its 7 bytes hold no header")
      try refused(whole.prefix(100), "cut short at offset 100")
      for size in [4096, 1 << 20] {
        try refused(whole.prefix(size), "cut short at offset \(size): the header, at offset ")
        try refused(whole.prefix(size), ": too little for a report")
      }
    }

    /// What a recording that was cut short still shows.
    private func salvaged(_ size: Int) throws -> (threads: Int, events: Int, end: Program.End) {
      let end = try report(whole.prefix(size))
      #expect(end.status == 2 && !end.wasSignalled, "\(end)")
      let told = try #require(end.errors.split(separator: "\n").first, "\(end)")
      #expect(told.contains("cut short at offset \(size): the header, at offset "), "\(end)")
      let read = #/what could still be read: threads (\d+), locks \d+, events (\d+) of \d+/#
      let counts = try #require(try read.firstMatch(in: String(told)), "\(end)")
      return (try #require(Int(counts.1)), try #require(Int(counts.2)), end)
    }

    @Test("A recording that was cut short is read as far as it goes, and said to be")
    func salvage() throws {
      // Without the last byte all is there: the last ring is not in use.
      let nearly = try salvaged(whole.count - 1)
      #expect(nearly.threads >= 3 && nearly.events > 0)
      #expect(Told(nearly.end.output).titles == ["error: cycle (certain)"])
      // In the middle of the events of the first thread: who holds and waits is there.
      let rings = try #require(MemoryLayout<gl_header>.offset(of: \.rings))
      let start = whole.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: rings, as: UInt64.self) }
      let some = try salvaged(Int(start) + 64)
      #expect(some.threads == nearly.threads && some.events < nearly.events)
      #expect(Told(some.end.output).titles == ["error: cycle (certain)"], "\(some)")
    }

    @Test("An event that is gone is told with its offset, and what else there was is reported")
    func holes() throws {
      let rings = try #require(MemoryLayout<gl_header>.offset(of: \.rings))
      let start = whole.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: rings, as: UInt64.self) }
      let end = try report(changed(Int(start), Array(repeating: 0, count: 64)))
      #expect(end.status == 2 && !end.wasSignalled, "\(end)")
      #expect(end.errors.contains("corrupt at offset \(start): no event is there"), "\(end)")
      #expect(Told(end.output).titles == ["error: cycle (certain)"], "\(end)")
      #expect(end.output.contains("1 event was lost"), "\(end)")
    }

    @Test("Foreign files and other versions are refused")
    func foreign() throws {
      try refused(Data(repeating: 65, count: 10_000), "does not begin with GRIDLOCK at offset 0")
      try refused(Data(count: 10_000), "nothing at offset 0")
      try refused(changed(8, [0, 0]), "format version 0 at offset 8")
      try refused(changed(8, [9]), "format version 9 at offset 8; this gridlock reads version 1")
    }

    @Test("Regions that do not fit are named, with the field that says so")
    func regions() throws {
      for (field, name) in [
        (\gl_header.threads, "threads"), (\.slots, "locks"), (\.values, "values"),
        (\.rings, "events"), (\.frames, "frames"), (\.names, "names"), (\.notes, "notes"),
      ] {
        let offset = try #require(MemoryLayout<gl_header>.offset(of: field))
        try refused(
          changed(offset, Array(repeating: 255, count: 8)),
          "the \(name), which the header at offset \(offset) puts at ")
      }
      let slots = try #require(MemoryLayout<gl_header>.offset(of: \.ring_slots))
      try refused(changed(slots, [3, 0]), "events a ring at offset \(slots)")
    }

    @Test("A huge file is refused without being read")
    func huge() throws {
      let path = folder.path("huge.gridlock")
      try whole.prefix(4096).write(to: URL(fileURLWithPath: path))
      #expect(truncate(path, 1 << 40) == 0)
      let end = try Program.run("gridlock", ["report", path])
      #expect(end.status == 2 && end.errors.contains("no recording is larger"), "\(end)")
    }

    @Test("A directory, a pipe and a device are refused", arguments: [".", "fifo", "/dev/zero"])
    func irregular(_ name: String) throws {
      mkfifo(folder.path("fifo"), 0o600)
      let path = name.hasPrefix("/") ? name : folder.path(name)
      let end = try Program.run("gridlock", ["report", path])
      #expect(end.status == 2 && end.errors.contains("not a regular file"), "\(end)")
    }

    @Test("However its bytes are changed, a recording is read to the end or refused")
    func mutated() throws {
      var random = Seeded(state: 7)
      // Where there is something: what is never written is zero, and as good as any.
      let used = whole.indices.filter { whole[$0] != 0 }
      for round in 0..<40 {
        var data = whole
        for _ in 0..<(1 << (round % 8)) {
          let index = used.randomElement(using: &random)!
          data[index] = [0, 1, 127, 255, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random)!
        }
        let end = try report(data)
        #expect(!end.wasSignalled && (0...2).contains(end.status), "round \(round): \(end.errors)")
      }
    }
  }
}

/// The same numbers in each run.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

import Foundation

/// What is needed of an ELF binary on disk: its segments and its build id.
struct ElfFile {
  var segments: [ProgramHeader]
  var buildID: [UInt8]

  /// Nil for a file that is missing, unreadable or no 64-bit ELF binary.
  init?(path: String) {
    guard path.hasPrefix("/"), ElfFile.isRegular(path),
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }

    guard let header = ElfFile.read(file, at: 0, count: 64), header.count == 64,
      header.prefix(5).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2])
    else { return nil }
    let (offset, entry, count) = header.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: 32, as: UInt64.self),
        $0.loadUnaligned(fromByteOffset: 54, as: UInt16.self),
        $0.loadUnaligned(fromByteOffset: 56, as: UInt16.self)
      )
    }
    guard Int(entry) == ProgramHeader.size,
      let table = ElfFile.read(file, at: offset, count: Int(count) * ProgramHeader.size)
    else { return nil }
    segments = table.withUnsafeBytes { ProgramHeader.table(in: $0) }

    buildID = []
    for note in segments
    where note.type == ProgramHeader.note && note.fileSize <= 65536 && buildID.isEmpty {
      let bytes = ElfFile.read(file, at: note.fileOffset, count: Int(note.fileSize)) ?? []
      buildID =
        bytes.withUnsafeBytes { ElfNotes.buildID(in: $0, alignment: note.alignment) } ?? []
    }
  }

  /// A device or a pipe in a binary's place must not be read.
  private static func isRegular(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static func read(_ file: FileHandle, at offset: UInt64, count: Int) -> [UInt8]? {
    guard offset <= UInt64(Int64.max), (try? file.seek(toOffset: offset)) != nil,
      let data = try? file.read(upToCount: count)
    else { return nil }
    return Array(data)
  }
}

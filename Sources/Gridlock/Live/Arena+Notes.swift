internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting

extension Arena {
  /// The names of values, as the process noted them.
  func valueNames() -> [LockID: [Int: String]] {
    var names: [LockID: [Int: String]] = [:]
    for line in notes(GL_NOTE_VALUES).joined().split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2)
      guard parts.count == 3, let lock = UInt64(parts[0]), let value = Int(parts[1]) else {
        continue
      }
      names[LockID(rawValue: lock), default: [:]][value] = String(parts[2])
    }
    return names
  }

  /// The images of a recorded process, as it last noted them.
  func recordedImages() -> ImageList {
    var images: [Image] = []
    for line in (notes(GL_NOTE_IMAGES).last ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let base = UInt64(parts[1], radix: 16),
        let end = UInt64(parts[2], radix: 16)
      else { continue }
      images.append(
        Image(
          path: String(parts[3]), buildID: Self.bytes(ofHexadecimal: parts[0]), base: base,
          endOfText: end))
    }
    return ImageList(images)
  }

  func recordedHost() -> String { notes(GL_NOTE_HOST).last ?? "" }

  func recordedExecutable() -> String { notes(GL_NOTE_EXECUTABLE).last ?? "" }

  func notes(_ kind: Int) -> [String] {
    var found: [String] = []
    let used = min(live.pointee.notes_used, header.note_capacity)
    let start = base + Int(header.notes)
    let headSize = UInt32(MemoryLayout<gl_note_head>.size)
    var at: UInt32 = 0
    while at + headSize <= used {
      let head = (start + Int(at)).assumingMemoryBound(to: gl_note_head.self).pointee
      guard head.size <= used - at - headSize else { break }
      if head.kind == UInt32(kind) {
        let bytes = UnsafeRawBufferPointer(
          start: start + Int(at + headSize), count: Int(head.size))
        found.append(String(decoding: bytes, as: UTF8.self))
      }
      at += headSize + (head.size + 7) / 8 * 8
    }
    return found
  }

  private static func bytes(ofHexadecimal text: Substring) -> [UInt8] {
    stride(from: 0, to: text.utf8.count - 1, by: 2).compactMap { offset in
      let start = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
      return UInt8(text[start..<text.utf8.index(start, offsetBy: 2)], radix: 16)
    }
  }
}

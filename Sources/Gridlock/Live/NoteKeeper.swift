internal import CGridlock
internal import Foundation
internal import GridlockEvents
internal import GridlockLocks
internal import GridlockReporting

/// Writes into the arena what a reader elsewhere can't find out: images, and names of values.
///
/// Used by the watch alone.
struct NoteKeeper {
  private var images: ImageList?
  private var names: [LockID: [Int: String]] = [:]
  private var imagesDueAt: UInt64 = 0

  /// Why there is no recording although one was asked for.
  static var recordingError: String? {
    let error = gl_recording_error()
    guard error != EEXIST else {
      return "there is a file that is no recording, and it is left as it is"
    }
    return error == 0 ? nil : String(cString: strerror(error))
  }

  /// The path that was tried, fit for a terminal.
  static var recordingTried: String { Escape.text(String(cString: gl_recording_tried())) }

  mutating func update() {
    let known = ValueNames.all()
    for (lock, values) in known where names[lock] != values {
      let text = values.map { "\(lock.rawValue)\t\($0.key)\t\($0.value)\n" }.joined()
      write(GL_NOTE_VALUES, text)
    }
    names = known
    guard gl_recording_path() != nil, gl_now() >= imagesDueAt else { return }
    if images == nil {
      write(GL_NOTE_EXECUTABLE, CommandLine.arguments.first ?? "")
      write(GL_NOTE_HOST, Self.hostName)
    }
    // Libraries come seldom; looking for them is not free.
    imagesDueAt = gl_now() + 2_000_000_000
    let current = ImageList.current()
    guard current != images else { return }
    images = current
    let lines = current.images.map { image in
      "\(image.buildIDText)\t\(String(image.base, radix: 16))\t"
        + "\(String(image.endOfText, radix: 16))\t\(image.path)\n"
    }
    write(GL_NOTE_IMAGES, lines.joined())
  }

  /// As the kernel has it: nothing is asked of a name server.
  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Leaves what a poke found for whoever asked.
  func write(_ outcome: PokeOutcome, for request: UInt32) {
    write(GL_NOTE_POKE, outcome.note(for: request))
  }

  private func write(_ kind: Int, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return }
        _ = gl_note(UInt32(kind), start, UInt32(clamping: characters.count))
      }
    }
  }
}

internal import CGridlock

/// The name of one lock: a string for its user, and its place in the arena for reports.
final class LockNames: Sendable {
  private let stored = Guarded<String?>(nil)

  var name: String? { stored.withLock { $0 } }

  func setName(_ name: String?, of core: CorePointer) {
    stored.withLock { $0 = name }
    guard let slot = core.pointee.slot else { return }
    // In a child made by fork, this moves to an arena of its own before anything is written.
    _ = gl_self_recorded()
    guard var text = name else {
      gl_store32_release(&slot.pointee.name, 0)
      return
    }
    let offset = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { gl_name($0, characters.count) } ?? 0
      }
    }
    // Release: a reader that finds the offset finds the bytes.
    gl_store32_release(&slot.pointee.name, offset)
  }
}

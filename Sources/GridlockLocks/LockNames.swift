internal import CGridlock

/// The names of locks: a string for the user, and its place in the arena for reports.
///
/// One mutex for all, since names are set seldom: a lock pays a word for its name and no more.
package enum LockNames {
  private final class Store: Sendable {
    let mutex = Guarded<Void>(())
  }

  nonisolated(unsafe) private static var store = Store()

  /// Takes a new mutex: in a child made by `fork`, before anything is recorded there. A thread of
  /// the parent may have held the old one.
  package static func startAfresh() { store = Store() }

  /// Reads or writes one lock's name with no other thread in between.
  package static func withMutex<Result>(_ body: () throws -> Result) rethrows -> Result {
    try store.mutex.withLock { _ in try body() }
  }

  /// Gives a lock its name in reports.
  package static func setName(_ name: String?, of core: CorePointer) {
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

import CGridlock

/// Knows the locks of tests that run, from their making to their end.
package protocol LockRegistrar: AnyObject, Sendable {
  /// A lock was made by the calling thread; it is recorded.
  func made(_ core: CorePointer)
  /// The lock is a monitor's, whose waiters for a signal stand in this line.
  func lined(_ core: CorePointer, _ line: CorePointer)
  /// The lock is about to end.
  func dropped(_ core: CorePointer)
}

/// Where the registrar is found: one pointer, for it may be set while locks are made.
package enum Registrar {
  private final class Box {
    let registrar: any LockRegistrar

    init(_ registrar: any LockRegistrar) { self.registrar = registrar }
  }

  /// Nil until a first test is checked.
  package static var current: (any LockRegistrar)? {
    guard let box = gl_registrar_load() else { return nil }
    return Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().registrar
  }

  /// Sets the registrar, for good. Called alone.
  package static func set(_ registrar: any LockRegistrar) {
    gl_registrar_store(Unmanaged.passRetained(Box(registrar)).toOpaque())
  }
}

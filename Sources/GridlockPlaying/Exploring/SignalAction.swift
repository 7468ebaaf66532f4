#if canImport(Glibc)
  import Glibc

  extension sigaction {
    /// Whether the signal does what it does by default.
    var isDefault: Bool { __sigaction_handler.sa_handler == nil }
  }
#elseif canImport(Darwin)
  import Darwin

  extension sigaction {
    /// Whether the signal does what it does by default.
    var isDefault: Bool { __sigaction_u.__sa_handler == nil }
  }
#endif

internal import CGridlock

/// Tells creation sites apart.
enum LockSite {
  /// A number equal for locks created at the same place: a hash of the innermost return addresses.
  ///
  /// The frames nearest to the lock are its own initialisers; enough are taken to reach the caller,
  /// and the same few in every call, so that equal places give equal keys.
  static func key(of stack: UInt32, in base: UnsafeMutableRawPointer) -> UInt64 {
    guard stack != 0 else { return 0 }
    let frames = gl_arena_frames(base, stack)
    var key: UInt64 = 0
    for index in 0..<min(Int(frames[0]), 8) {
      key = (key ^ frames[index + 1]) &* 0x9e37_79b9_7f4a_7c15
      key ^= key >> 32
    }
    return key
  }
}

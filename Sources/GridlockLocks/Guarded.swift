internal import CGridlock
internal import Synchronization

/// A value under the standard library's mutex, which ThreadSanitizer is told of: it can't see that
/// mutex by itself and would report each use as a race.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  private let mutex: Mutex<Value>
  /// Stands for the mutex towards ThreadSanitizer; nil where it doesn't run.
  private let token =
    gl_runs_under_tsan() ? UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8) : nil

  package init(_ value: sending Value) { mutex = Mutex(value) }

  deinit { token?.deallocate() }

  /// Runs the body with the value, alone.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      if let token { gl_mutex_taken(token) }
      defer { if let token { gl_mutex_freeing(token) } }
      return try body(&value)
    }
  }
}

package import CGridlock

/// A thread's private record, as a waiter in a lock's queue.
package typealias Waiter = UnsafeMutablePointer<gl_thread>

/// The private part of a lock.
package typealias CorePointer = UnsafeMutablePointer<gl_core>

internal import CGridlock

/// Names locks that are not wrapped in a class.
package enum LockNaming {
  package static func name(_ core: CorePointer, _ name: String) {
    LockNames().setName(name, of: core)
  }
}

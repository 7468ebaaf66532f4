import Foundation

/// A child process made by fork without exec, which Swift does not offer.
enum Child {
  /// Runs a body in a child and answers its exit status; minus the signal that ended it.
  static func run(_ body: () -> Int32) -> Int32 {
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
    let child = fork()
    if child == 0 {
      // One that hangs fails its test, not the whole run.
      alarm(60)
      _exit(body())
    }
    precondition(child > 0, "fork failed")
    var status: Int32 = 0
    while waitpid(child, &status, 0) != child {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}

import Gridlock

/// What the kernel says a thread of this process does.
enum KernelState {
  static func text(of thread: Int32) -> String {
    let task = KernelTask(thread)
    guard let letter = task.state else { return "thread \(thread)" }
    let state =
      switch letter {
      case "R": "it computes"
      case "S": "it sleeps in the kernel"
      case "D": "it waits for a device"
      case "T", "t": "it is stopped"
      default: "kernel state \(letter)"
      }
    return "thread \(thread): " + state
      + (task.waitChannel.isEmpty ? "" : ", in \(task.waitChannel)")
  }
}

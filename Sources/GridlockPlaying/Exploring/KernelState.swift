import Foundation

/// What the kernel says a thread of this process does.
enum KernelState {
  static func text(of thread: Int32) -> String {
    guard let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")"), let letter = stat[end...].dropFirst(2).first
    else { return "thread \(thread)" }
    let state =
      switch letter {
      case "R": "it computes"
      case "S": "it sleeps in the kernel"
      case "D": "it waits for a device"
      case "T", "t": "it is stopped"
      default: "kernel state \(letter)"
      }
    let channel = (try? String(contentsOfFile: "/proc/self/task/\(thread)/wchan", encoding: .utf8))
      .flatMap { $0.isEmpty || $0 == "0" ? nil : ", in \($0)" }
    return "thread \(thread): " + state + (channel ?? "")
  }
}

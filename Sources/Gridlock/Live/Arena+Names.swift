internal import Foundation
package import GridlockAnalysis

extension Arena {
  /// The state with threads called as the kernel calls them now.
  ///
  /// Threads inherit the program's name; one that was never named otherwise has none.
  ///
  /// - Parameter isLive: Whether the process can be asked; a recording knows what it was told.
  package func namingThreads(_ state: SystemState, isLive: Bool = true) -> SystemState {
    var state = state
    let main = state.threads.values.first { $0.systemID == processID }
    let inherited = isLive ? Self.kernelName(processID, processID) : main?.name
    for (id, thread) in state.threads {
      let name = isLive && thread.isAlive ? Self.kernelName(processID, thread.systemID) : nil
      // The kernel keeps the first 15 bytes of a name; the record may know it whole.
      let shown = name.map { thread.name.hasPrefix($0) ? thread.name : $0 } ?? thread.name
      state.threads[id]!.name = shown == inherited && thread.systemID != processID ? "" : shown
      // Dispatch names its workers by their queue's end, and they hand that on to the threads they
      // start: it tells nothing.
      if shown.hasSuffix("-qos") || shown.hasSuffix("-qos.overcommit") {
        state.threads[id]!.name = ""
      }
      if thread.systemID == processID { state.threads[id]!.name = "main" }
    }
    return state
  }

  private static func kernelName(_ process: Int32, _ thread: Int32) -> String? {
    guard let file = fopen("/proc/\(process)/task/\(thread)/comm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

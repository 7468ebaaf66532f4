internal import CGridlock
internal import Foundation
internal import GridlockAnalysis

/// Whether the threads Gridlock knows are all the threads there are.
enum World {
  /// Compares the kernel's list of tasks with the state: closed when every task is Gridlock's own
  /// or waits, without limit, in Gridlock.
  ///
  /// - Complexity: O(tasks); one directory read.
  static func isClosed(_ state: SystemState, watch: Int32, process: Int32? = nil) -> Bool {
    var waiting: Set<Int32> = [watch]
    for thread in state.threads.values where thread.isAlive {
      if thread.isObserver || (thread.wait != nil && thread.wait?.deadline == nil) {
        waiting.insert(thread.systemID)
      }
    }
    guard let tasks = taskIDs(of: process) else { return false }
    return tasks.allSatisfy(waiting.contains)
  }

  /// The kernel's ids of this process's threads; nil where they can't be listed.
  static func taskIDs(of process: Int32? = nil) -> [Int32]? {
    let path = process.map { "/proc/\($0)/task" } ?? "/proc/self/task"
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var ids: [Int32] = []
    while let entry = readdir(directory) {
      let id = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
      }
      if let id { ids.append(id) }
    }
    return ids
  }
}

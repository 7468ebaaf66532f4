internal import Foundation
internal import GridlockReporting

/// What the kernel says of a thread, read from `/proc`.
package struct KernelTask {
  /// As in `/proc/PID/task/TID/stat`; nil when the thread is gone or there is no such file.
  package let state: Character?
  /// Empty when it sleeps nowhere, or that can't be read.
  package let waitChannel: String
  let name: String
  let call: Call
  let blockedSignals: UInt64

  /// Where it is, as `/proc/PID/task/TID/syscall` has it.
  enum Call: Equatable {
    /// On a processor, or waiting for one.
    case running
    case none
    case system(number: Int, arguments: [UInt64])
    /// The file is missing, or not for us to read.
    case unknown
  }

  private let process: String

  /// - Parameter process: Nil for this one.
  package init(_ thread: Int32, of process: Int32? = nil) {
    self.process = process.map { "/proc/\($0)" } ?? "/proc/self"
    let folder = "\(self.process)/task/\(thread)"
    func read(_ file: String) -> String {
      (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
    }
    let stat = read("stat")
    // The name before it may hold anything.
    state = stat.lastIndex(of: ")").flatMap { stat[$0...].dropFirst(2).first }
    name = read("comm").trimmingCharacters(in: .newlines)
    let channel = read("wchan")
    waitChannel = channel == "0" ? "" : channel
    let blocked = read("status").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    blockedSignals =
      blocked.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) }
      ?? 0
    // The last, so that it is the newest.
    call = Self.call(read("syscall"))
  }

  static func call(_ text: String) -> Call {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.first == "running" { return .running }
    guard let number = words.first.flatMap({ Int($0) }) else { return .unknown }
    guard number >= 0 else { return .none }
    let arguments = words.dropFirst().prefix(6).compactMap { UInt64($0.dropFirst(2), radix: 16) }
    return arguments.count == 6 ? .system(number: number, arguments: arguments) : .unknown
  }

  func blocks(_ signal: Int32) -> Bool { blockedSignals >> UInt64(max(0, signal - 1)) & 1 == 1 }

  var activity: ThreadActivity {
    var activity = ThreadActivity(state: state, waitChannel: waitChannel)
    if case .system(let number, let arguments) = call {
      let name = SystemCalls.names[number]
      let file = name.map(SystemCalls.areOfDescriptor.contains) == true ? file(arguments[0]) : ""
      activity.systemCall = ThreadActivity.SystemCall(name: name, number: number, file: file)
    }
    return activity
  }

  private func file(_ descriptor: UInt64) -> String {
    let number = Int32(truncatingIfNeeded: descriptor)
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\(number)"))
      ?? ""
  }

  /// Why a signal handler must not run in the thread now; nil when nobody would notice it.
  ///
  /// A handler ends some system calls early, whatever its flags say. Only those are let through that
  /// begin again as if nothing had been.
  var reasonNotToSignal: String? {
    switch state {
    case nil: return call == .unknown ? "the kernel does not tell what it does" : "it has ended"
    case "Z", "X": return "it has ended"
    case "T", "t": return "it is stopped"
    case "D": return "no signal reaches it before the device answers"
    default: break
    }
    switch call {
    case .running, .none: return nil
    case .unknown: return "the kernel does not tell which system call it is in"
    case .system(let number, let arguments):
      guard let name = SystemCalls.names[number] else {
        return "a signal could end the system call early"
      }
      return beginsAgain(name, arguments) ? nil : "a signal could end \(name)() early"
    }
  }

  private func beginsAgain(_ name: String, _ arguments: [UInt64]) -> Bool {
    switch name {
    case "wait4", "waitid": true
    // A socket may have a limit, which a restart would not keep.
    case "read": file(arguments[0]).hasPrefix("pipe:")
    case "futex": SystemCalls.isWaitWithoutLimit(futex: arguments)
    default: false
    }
  }
}

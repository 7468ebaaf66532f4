internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
package import GridlockReporting

/// Looks at one process again and again, without its history.
package struct ProcessView {
  private let dump: ProcessDump
  private let born: String
  private var symbolizer: Symbolizer

  /// - Throws: `ProcessDump.Refusal`, saying what to do.
  package init(process: Int32) throws {
    dump = try ProcessDump(process: process)
    born = Self.birth(process) ?? ""
    symbolizer = Symbolizer(images: ImageList(process: process))
  }

  /// Whether the process has ended, be it that another has its number now.
  package var hasEnded: Bool { Self.birth(dump.process) != born }

  /// The state of the process now, with what it is stuck in.
  package mutating func look() -> Report { dump.glance(&symbolizer) }

  /// When a process was started; nil when it is gone, or dead and not yet waited for.
  private static func birth(_ process: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    // Behind the name, which may hold anything: the state is the third field, the start the 22nd.
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return String(fields[19])
  }
}

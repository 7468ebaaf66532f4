import Foundation
import GridlockAnalysis
import GridlockEvents

/// Writes findings as SARIF 2.1.0, which code hosts and editors show beside the source.
///
/// One result for each finding, with the stack of each thread's part and the parts of each thread
/// in order as a flow.
public struct SARIFReport: Sendable {
  static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  /// The base that paths inside the directory are relative to.
  static let rootName = "SRCROOT"

  public let report: Report
  /// Paths inside it are written relative to it, as code hosts want them.
  public let directory: String?
  let labels: Labels

  /// - Parameters:
  ///   - report: Whose findings become results.
  ///   - directory: The root of the sources, or nil to leave paths as they are.
  public init(_ report: Report, directory: String? = nil) {
    self.report = report
    self.directory = directory.flatMap { $0.hasPrefix("/") ? $0 : nil }
    labels = Labels(report)
  }

  /// - Parameter write: Called with pieces of the text, in order.
  public func write(to write: (String) -> Void) {
    write(document.pretty)
    write("\n")
  }

  /// All of it as one string.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  private var document: JSONValue {
    .members([
      "$schema": .string(SARIFReport.schema),
      "version": .string("2.1.0"),
      "runs": .array([run]),
    ])
  }

  private var run: JSONValue {
    .members([
      "tool": .members([
        "driver": .members([
          "name": .string("Gridlock"),
          "rules": .array(Finding.Kind.allCases.map(rule)),
        ])
      ]),
      "invocations": .array([invocation]),
      "originalUriBaseIds": directory.map { path in
        .members([
          SARIFReport.rootName: .members([
            "uri": .string(SARIFReport.uri(path.hasSuffix("/") ? path : path + "/"))
          ])
        ])
      },
      "results": .array(report.findings.map(result)),
    ])
  }

  private var invocation: JSONValue {
    let lost = report.losses.sentences.map { sentence -> JSONValue in
      .members(["level": .string("warning"), "message": message("Not all was kept: \(sentence).")])
    }
    let process = report.process
    return .members([
      "executionSuccessful": .bool(true),
      "startTimeUtc": process.startDate.map { .string($0.formatted(.iso8601)) },
      "endTimeUtc": process.date(of: report.state.time).map { .string($0.formatted(.iso8601)) },
      "processId": process.id == 0 ? nil : .integer(Int(process.id)),
      "executableLocation": process.executable.isEmpty
        ? nil : .members(["uri": .string(SARIFReport.uri(process.executable))]),
      "toolExecutionNotifications": JSONValue.list(lost),
    ])
  }

  private func rule(_ kind: Finding.Kind) -> JSONValue {
    let name = kind.rawValue.split(separator: "-").map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    return .members([
      "id": .string(kind.rawValue),
      "name": .string(name.joined()),
      "shortDescription": message(kind.meaning),
      "fullDescription": message(kind.meaning),
      "help": message("\(kind.meaning) \(kind.advice)"),
      "properties": .members(["tags": .array([.string("concurrency"), .string("deadlock")])]),
    ])
  }

  /// A message, with what SARIF reads as placeholders and links escaped.
  func message(_ text: String) -> JSONValue {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "{": escaped += "{{"
      case "}": escaped += "}}"
      case "[": escaped += "\\["
      case "]": escaped += "\\]"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return .members(["text": .string(escaped)])
  }

  /// A path as a reference: `file:///src/a.swift`, or `a.swift` for one that is relative.
  static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
        UInt8(ascii: "@"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}

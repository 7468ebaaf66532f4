import Foundation

/// Where lines of source code are looked up while a report is written.
public struct SourceFiles: Sendable {
  /// Files larger than this are left alone.
  static let sizeLimit = 4 << 20

  private let read: @Sendable (String) -> String?

  /// - Parameter read: The text of the file at a path, or nil when it is not to be had.
  public init(read: @escaping @Sendable (String) -> String?) { self.read = read }

  /// No source is shown.
  public static let none = SourceFiles { _ in nil }

  /// Regular files of this machine that the user may read and whose names say that they are source.
  ///
  /// The paths come from the program that is looked at, and what is read goes into the report: no
  /// program may have a file of secrets put there.
  public static let onDisk = SourceFiles { path in
    guard path.hasPrefix("/"), isSource(path),
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= sizeLimit,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  private static func isSource(_ path: String) -> Bool {
    let endings = [".swift", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".m", ".mm"]
    return endings.contains { path.hasSuffix($0) }
  }

  /// The lines of a file, without their ends; nil when it is not to be had.
  func lines(of path: String) -> [Substring]? {
    read(path).map {
      $0.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
  }
}

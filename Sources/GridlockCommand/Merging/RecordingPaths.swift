import Foundation

/// The recordings that a command line names: files, and whatever recordings lie in folders.
struct RecordingPaths {
  let paths: [String]

  /// Folders are searched to the bottom; what is no recording in them is passed over.
  init(_ arguments: [String]) {
    paths = arguments.flatMap { argument in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder),
        isFolder.boolValue
      else { return [argument] }
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: argument)) ?? []
      return names.sorted().map { "\(argument)/\($0)" }.filter(Self.isRecording)
    }
  }

  private static func isRecording(_ path: String) -> Bool {
    var status = stat()
    // Nothing but files is opened: a device or a pipe may take it as more than a look.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 8)
    else { return false }
    return start == Data("GRIDLOCK".utf8)
  }
}

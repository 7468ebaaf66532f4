import Foundation

#if os(Linux)
  extension ImageList {
    /// The images of another process, from its `/proc/PID/maps`; build ids are read from the files.
    ///
    /// Empty when the process is gone or may not be looked at.
    public init(process: Int32) {
      guard
        let file = FileHandle(forReadingAtPath: "/proc/\(process)/maps"),
        let data = try? file.readToEnd()
      else {
        self.init([])
        return
      }
      self.init(maps: String(decoding: data, as: UTF8.self)) { path in
        // Its files as it sees them, which in a container are not ours.
        ElfFile(path: "/proc/\(process)/root\(path)") ?? ElfFile(path: path)
      }
    }

    /// Reads the text of a `maps` file; `elf` opens a binary.
    init(maps: String, elf: (String) -> ElfFile?) {
      var images: [Image] = []
      var firsts: [String: UInt64] = [:]
      for line in maps.split(separator: "\n") {
        // Address range, permissions, offset, device, inode, path.
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        let range = fields.first?.split(separator: "-") ?? []
        guard fields.count == 6, range.count == 2, let low = UInt64(range[0], radix: 16),
          let high = UInt64(range[1], radix: 16), let offset = UInt64(fields[2], radix: 16)
        else { continue }
        let path = String(fields[5].drop { $0 == " " })
        guard path.hasPrefix("/") || path == "[vdso]" else { continue }
        // A file mapped again from its start is a second image.
        if offset == 0 { firsts[path] = low }
        guard fields[1].contains("x"), let base = firsts[path] else { continue }
        if let last = images.indices.last, images[last].path == path, images[last].base == base {
          images[last].endOfText = high
        } else {
          images.append(Image(path: path, buildID: [], base: base, endOfText: high))
        }
      }
      for index in images.indices where images[index].path.hasPrefix("/") {
        guard let file = elf(images[index].path) else { continue }
        images[index].buildID = file.buildID
        if let extent = ProgramHeader.extent(of: file.segments) {
          images[index].endOfText = images[index].base &+ (extent.upperBound - extent.lowerBound)
        }
      }
      self.init(images)
    }
  }
#endif

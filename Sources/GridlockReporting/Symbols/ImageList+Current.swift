import Foundation

#if os(Linux)
  extension ImageList {
    /// The images of this process.
    ///
    /// Read from the kernel's list of mappings: the loader's own list takes the loader's lock, which
    /// a thread that is stuck while loading a library may hold for good. Where there is no `/proc`,
    /// or no descriptor left to read it, the loader is asked.
    ///
    /// - Complexity: O(mappings); the files of the images are only read when one has come or gone.
    public static func current() -> ImageList {
      guard let code = mappingsOfCode() else { return loaded() }
      if let known = guardian.withLock({ latest }), known.code == code { return known.images }
      let images = ImageList(process: getpid())
      guard !images.images.isEmpty else { return loaded() }
      guardian.withLock { latest = (code, images) }
      return images
    }

    /// Finds the images without reading their files, so that the first look at them is quick.
    ///
    /// - Note: Takes the loader's lock.
    package static func learn() {
      guard let code = mappingsOfCode() else { return }
      let images = loaded()
      guardian.withLock { latest = (code, images) }
    }

    /// The lines of the kernel's list that are of code.
    private static func mappingsOfCode() -> String? {
      guard let mappings = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else {
        return nil
      }
      return mappings.split(separator: "\n").filter { line in
        line.split(separator: " ", maxSplits: 2).dropFirst().first?.contains("x") == true
      }.joined(separator: "\n")
    }

    /// What was found last, and for which mappings of code.
    nonisolated(unsafe) private static var latest: (code: String, images: ImageList)?
    /// Guards it.
    private static let guardian = NSLock()

    /// The images in the loader's list.
    ///
    /// Reads only memory that the loader keeps mapped meanwhile, which the toolchain's own capture
    /// of images does not promise.
    static func loaded() -> ImageList {
      guard let iterate = loaderIterator else { return ImageList([]) }
      var images: [Image] = []
      withUnsafeMutablePointer(to: &images) { pointer in
        _ = iterate(
          { info, _, data in
            guard let info, let data else { return 0 }
            let images = data.assumingMemoryBound(to: [Image].self)
            if let image = ImageList.image(from: info) { images.pointee.append(image) }
            return 0
          }, pointer)
      }
      return ImageList(images)
    }

    private typealias Callback =
      @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt
    private typealias Iterator =
      @convention(c) (Callback, UnsafeMutableRawPointer?) -> CInt

    /// `dl_iterate_phdr`, which the C library's Swift module leaves out.
    private static var loaderIterator: Iterator? {
      guard let symbol = dlsym(nil, "dl_iterate_phdr") else { return nil }
      return unsafeBitCast(symbol, to: Iterator.self)
    }

    /// Reads one `struct dl_phdr_info`: bias, name, program headers and their number.
    private static func image(from info: UnsafeRawPointer) -> Image? {
      let bias = info.load(as: UInt.self)
      let name = info.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
      guard let headers = info.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else {
        return nil
      }
      let count = Int(info.load(fromByteOffset: 24, as: UInt16.self))
      let table = UnsafeRawBufferPointer(start: headers, count: count * ProgramHeader.size)
      let segments = ProgramHeader.table(in: table)
      guard let extent = ProgramHeader.extent(of: segments) else { return nil }

      var buildID: [UInt8] = []
      for note in segments where note.type == ProgramHeader.note && buildID.isEmpty {
        // Notes outside the loaded segments are not in memory.
        guard segments.contains(where: { $0.type == ProgramHeader.load && $0.contains(note) }),
          let start = UnsafeRawPointer(bitPattern: bias &+ UInt(note.address))
        else { continue }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(note.memorySize))
        buildID = ElfNotes.buildID(in: bytes, alignment: note.alignment) ?? []
      }
      var path = name.map { String(cString: $0) } ?? ""
      if path.isEmpty { path = executablePath(of: "self") ?? "" }
      return Image(
        path: path, buildID: buildID, base: UInt64(bias) &+ extent.lowerBound,
        endOfText: UInt64(bias) &+ extent.upperBound)
    }

    /// What `/proc/PID/exe` points at.
    static func executablePath(of process: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
        let length = readlink("/proc/\(process)/exe", buffer.baseAddress!, buffer.count)
        guard length > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
#endif

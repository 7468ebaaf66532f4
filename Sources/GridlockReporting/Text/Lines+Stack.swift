import Foundation

extension Lines {
  /// A call stack, innermost first, starting at the user's code.
  mutating func add(_ indent: Int, stack frames: [Frame]) {
    guard !frames.isEmpty else {
      add(indent, "(no stack was kept)", .faint)
      return
    }
    let isTruncated = frames.last?.kind == .truncated
    let whole = isTruncated ? frames.dropLast() : frames[...]
    let shown = options.showsOwnFrames ? whole : whole.ofProgram
    for frame in shown.prefix(options.callsPerStack) { add(indent, text(of: frame)) }
    let cut = shown.dropFirst(options.callsPerStack).count
    if cut > 0 { add(indent, "... \(cut) more \(cut == 1 ? "call" : "calls")", .faint) }
    if isTruncated { add(indent, "... the stack goes on from here", .faint) }
  }

  /// `at Buffer.put(_:) (Sources/App/Buffer.swift:12:5)`.
  private func text(of frame: Frame) -> String {
    switch frame.kind {
    case .omitted(let count): return "... \(count) calls were not kept"
    case .truncated: return "..."
    case .call: break
    }
    let image = frame.image.map { "\(Escape.text($0))+\(Hexadecimal.text(of: frame.offset))" }
    guard let function = frame.function else {
      guard let image else { return "at \(Hexadecimal.text(of: frame.address)) (in no binary)" }
      let buildID = frame.buildID.isEmpty ? "" : " (build id \(frame.buildIDText))"
      return "at \(image)\(buildID)"
    }
    var name = Escape.text(function)
    // The compiler's names for the inside of a macro say nothing.
    if name.contains("$s") || frame.fileName?.hasPrefix("@__swiftmacro_") == true {
      name = "code made by a macro"
      return "at \(name)" + (image.map { " (\($0))" } ?? "")
    }
    guard let file = frame.file else { return "at \(name)" + (image.map { " (\($0))" } ?? "") }
    var place = "\(Escape.text(shortened(file))):\(frame.line)"
    if frame.column > 0 { place += ":\(frame.column)" }
    return "at \(name) (\(place))" + (frame.isInlined ? " [inlined]" : "")
  }

  private func shortened(_ path: String) -> String {
    guard let directory = options.directory, !directory.isEmpty else { return path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}

extension ArraySlice<Frame> {
  /// Without Gridlock's own frames, and without a thread's beginnings in system libraries.
  ///
  /// All of them when every one is Gridlock's own.
  var ofProgram: ArraySlice<Frame> {
    let written = filter { $0.kind != .call || !$0.isOwn }
    let isAnyCall = written.contains { $0.kind == .call }
    return (isAnyCall ? written[...] : self).withoutSystemBeginnings
  }

  /// Below the user's last line are only the thread's beginnings in system libraries.
  var withoutSystemBeginnings: ArraySlice<Frame> {
    guard let last = lastIndex(where: { $0.file != nil }),
      self[(last + 1)...].allSatisfy(\.isOfSystem)
    else { return self }
    return self[...last]
  }
}

extension Frame {
  /// Whether it lies in a library of the system or the toolchain.
  fileprivate var isOfSystem: Bool {
    guard kind == .call, let image else { return false }
    // The one call of an explored thread's beginnings that is linked into the program.
    if function == "UnownedJob.runSynchronously(on:)" { return true }
    let prefixes = [
      "libc.so", "libc-", "libpthread", "ld-linux", "ld-musl", "libdispatch", "libswift",
      "libFoundation", "lib_Foundation", "libTesting", "lib_Testing", "libXCTest", "libstdc++",
    ]
    return prefixes.contains { image.hasPrefix($0) }
  }
}

import Foundation
import Runtime

/// Turns return addresses into functions, files and lines.
///
/// Reads binaries from disk: slow (milliseconds for the first address of a binary) and no work for
/// a thread that holds a lock someone needs. Each address is looked up once.
///
/// No address makes it fail: what lies in no binary, or in one that is missing or was rebuilt
/// since, comes back without a function but with all that is known of it.
public struct Symbolizer: Sendable {
  public let images: ImageList
  private let imageMap: ImageMap?
  private var frames: [UInt64: [Frame]] = [:]
  /// Whether the binary on disk is the one that was loaded, by image.
  private var isOnDisk: [Int: Bool] = [:]
  /// What is known from other processes, and what this one adds to it.
  package var cache = SymbolCache()

  public init(images: ImageList) {
    self.images = images
    imageMap = Symbolizer.imageMap(of: images.images)
  }

  /// The frames of a stack, innermost first, with those of inlined functions.
  public mutating func frames(for stack: RawStack) -> [Frame] {
    let addresses = stack.addresses.map { UInt64($0) }
    lookUp(addresses)
    var result: [Frame] = []
    for (index, address) in addresses.enumerated() {
      if index == stack.gapIndex, stack.gapCount > 0 {
        result.append(Frame(kind: .omitted(stack.gapCount)))
      }
      for var frame in frames[address] ?? [] {
        if let function = frame.function, function.hasPrefix(Symbolizer.forwarder),
          let callee = result.last?.function,
          function.dropFirst(Symbolizer.forwarder.count) == callee
        {
          frame.isOwn = true
        }
        result.append(frame)
      }
    }
    if stack.gapIndex >= addresses.count, stack.gapCount > 0 {
      result.append(Frame(kind: .omitted(stack.gapCount)))
    }
    if stack.isTruncated { result.append(Frame(kind: .truncated)) }
    return result
  }

  private mutating func lookUp(_ addresses: [UInt64]) {
    var wanted: [UInt64] = []
    for address in addresses where frames[address] == nil {
      // A call that never returns may be its function's last instruction.
      let index = address > 0 ? images.index(of: address - 1) : nil
      let bare = bareFrame(at: address, image: index)
      let known = cache.frames(like: bare)
      frames[address] = known ?? [bare]
      if known == nil, let index, checkOnDisk(index) { wanted.append(address) }
    }
    guard !wanted.isEmpty, let imageMap,
      let backtrace = Symbolizer.decode(addresses: wanted, imageMap: nil),
      let symbolicated = backtrace.symbolicated(
        with: imageMap, options: [.showInlineFrames, .showSourceLocations, .useSymbolCache])
    else { return }

    var found: [UInt64: [Frame]] = [:]
    for frame in symbolicated.frames {
      guard let address = UInt64(frame.captured.originalProgramCounter),
        let bare = frames[address]?.first
      else { continue }
      found[address, default: []].append(Symbolizer.frame(frame, over: bare))
    }
    for (address, found) in found {
      if let bare = frames[address]?.first { cache.keep(found, of: bare) }
      frames[address] = found
    }
  }

  private func bareFrame(at address: UInt64, image index: Int?) -> Frame {
    guard let index else { return Frame(address: address) }
    let image = images.images[index]
    return Frame(
      address: address, image: image.name, buildID: image.buildID, offset: address - image.base)
  }

  private static func frame(_ frame: SymbolicatedBacktrace.Frame, over bare: Frame) -> Frame {
    var result = bare
    result.isInlined = frame.inlined
    guard let symbol = frame.symbol, symbol.rawName != "<unknown>", !symbol.rawName.isEmpty else {
      return result
    }
    result.function = plain(symbol.name)
    if let location = symbol.sourceLocation, location.line > 0,
      !location.path.isEmpty, !location.path.hasPrefix("<")
    {
      result.file = location.path
      result.line = location.line
      result.column = max(0, location.column)
    }
    // A forwarder to a closure stays: the closure may have been merged into it.
    let isThunk = frame.isSwiftThunk && !symbol.name.hasPrefix(forwarder)
    result.isOwn =
      frame.isSwiftRuntimeFailure || (isThunk && result.file == nil)
      || MangledName(symbol.rawName).isOwn
    return result
  }

  /// The name of the function the user wrote, not of an optimised copy of it.
  private static func plain(_ name: String) -> String {
    var rest = name[...]
    while let prefix = ["specialized ", "merged "].first(where: rest.hasPrefix) {
      rest = rest.dropFirst(prefix.count)
    }
    // Top-level code has no name to be in.
    return rest.hasSuffix(" in ") ? rest.dropLast(4) + " at top level" : String(rest)
  }

  private static let forwarder = "partial apply for "

  private mutating func checkOnDisk(_ index: Int) -> Bool {
    if let known = isOnDisk[index] { return known }
    let image = images.images[index]
    let isSame = ElfFile(path: image.path).map { $0.buildID == image.buildID } ?? false
    isOnDisk[index] = isSame
    return isSame
  }

  /// The toolchain's form of the images, or nil when it reads neither form of the format.
  private static func imageMap(of images: [Image]) -> ImageMap? {
    for platform in ["Linux", nil] {
      let bytes = CompactFormat.imageMap(of: images, platform: platform)
      if let map = decode(addresses: [], imageMap: bytes)?.images, map.count == images.count,
        zip(map, images).allSatisfy({ UInt64($0.baseAddress) == $1.base })
      {
        return map
      }
    }
    return nil
  }

  /// Feeds raw addresses to the toolchain's own types through the form in which they are stored.
  private static func decode(addresses: [UInt64], imageMap: [UInt8]?) -> Backtrace? {
    struct Stored: Encodable {
      var architecture: String
      var backtrace: String
      var imageMap: String?
    }
    let stored = Stored(
      architecture: architecture,
      backtrace: Data(CompactFormat.backtrace(of: addresses)).base64EncodedString(),
      imageMap: imageMap.map { Data($0).base64EncodedString() })
    guard let data = try? JSONEncoder().encode(stored) else { return nil }
    return try? JSONDecoder().decode(Backtrace.self, from: data)
  }

  private static var architecture: String {
    #if arch(arm64)
      "arm64"
    #else
      "x86_64"
    #endif
  }
}

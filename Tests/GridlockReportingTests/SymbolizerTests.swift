import Foundation
import Testing

@testable import GridlockReporting

@Suite("Symbolizer")
struct SymbolizerTests {
  private static let images = ImageList.current()

  @Test("names the functions, files and lines of this thread's own stack")
  func ownStack() throws {
    var symbolizer = Symbolizer(images: Self.images)
    let line = #line + 1
    let frames = symbolizer.frames(for: RawStack(captured()))
    let own = try #require(frames.first { $0.function?.contains("ownStack") == true })
    #expect(own.image?.isEmpty == false)
    #expect(!own.buildID.isEmpty)
    #expect(own.offset > 0)
    #if DEBUG
      #expect(own.fileName == "SymbolizerTests.swift")
      #expect(own.line == line)
      #expect(frames.contains { $0.function == "captured()" })
    #endif
  }

  @Test("a withLock is never the first frame shown")
  func withLock() throws {
    let lock = NSLock()
    var stack: [UInt] = []
    lock.withLock { stack = captured() }
    var symbolizer = Symbolizer(images: Self.images)
    let frames = symbolizer.frames(for: RawStack(stack))
    let position = try #require(
      frames.firstIndex { $0.function?.hasPrefix("NSLocking.withLock") == true })
    let below = Array(frames[position...])
    #expect(below[0].isOwn)
    #expect(below.fromUser.first?.function == "SymbolizerTests.withLock()")
    #if DEBUG
      // The thunk that calls the closure is hidden too.
      #expect(frames[position - 1].function?.hasPrefix("partial apply") == true)
      #expect(frames[position - 1].isOwn)
    #endif
  }

  @Test("garbage addresses come back without a function")
  func garbage() {
    var symbolizer = Symbolizer(images: Self.images)
    let garbage: [UInt] = [0, 1, 0x1000, .max, .max - 1, 1 << 63, 1 << 47, 0xdead_beef]
    let ends = Self.images.images.flatMap {
      [UInt($0.base), UInt($0.base + 1), UInt($0.endOfText)]
    }
    let frames = symbolizer.frames(for: RawStack(garbage + ends))
    #expect(frames.count >= garbage.count + ends.count)
    #expect(frames.prefix(garbage.count).allSatisfy { $0.function == nil && $0.image == nil })
    #expect(frames.prefix(garbage.count).map(\.address) == garbage.map { UInt64($0) })
  }

  @Test("any address inside any binary is safe to look up")
  func anywhere() {
    var symbolizer = Symbolizer(images: Self.images)
    for image in Self.images.images {
      let step = max(1, (image.endOfText - image.base) / 40)
      let addresses = stride(from: image.base + 1, to: image.endOfText, by: Int(step))
      let frames = symbolizer.frames(for: RawStack(addresses.map { UInt($0) }))
      #expect(frames.allSatisfy { $0.image == image.name })
    }
  }

  @Test("empty, truncated and shortened stacks say so")
  func gaps() {
    var symbolizer = Symbolizer(images: ImageList([]))
    #expect(symbolizer.frames(for: RawStack([])) == [])
    let kinds = symbolizer.frames(
      for: RawStack([1, 2], gapIndex: 1, gapCount: 7, isTruncated: true)
    ).map(\.kind)
    #expect(kinds == [.call, .omitted(7), .call, .truncated])
  }

  @Test("a binary that is missing or was rebuilt gives its name, build id and offset")
  func missing() throws {
    var image = try #require(Self.images.image(at: UInt64(captured()[1])))
    let addresses = [UInt(image.base) + 0x1234]
    image.path = "/nowhere/libgone.so"
    var symbolizer = Symbolizer(images: ImageList([image]))
    var frame = symbolizer.frames(for: RawStack(addresses))[0]
    #expect(frame.function == nil)
    #expect(frame.image == "libgone.so")
    #expect(frame.buildID == image.buildID)
    #expect(frame.offset == 0x1234)

    image.path = CommandLine.arguments[0]
    image.buildID = [1, 2, 3]
    symbolizer = Symbolizer(images: ImageList([image]))
    frame = symbolizer.frames(for: RawStack(addresses))[0]
    #expect(frame.function == nil)
    #expect(frame.buildIDText == "010203")
  }

  @Test("the images read from outside are those read from inside")
  func fromOutside() throws {
    let outside = ImageList(process: getpid())
    for inside in ImageList.loaded().images where inside.path.hasPrefix("/") {
      let image = try #require(outside.image(at: inside.base))
      #expect(image.base == inside.base)
      #expect(image.endOfText == inside.endOfText)
      #expect(image.buildID == inside.buildID)
    }
    #expect(ImageList(process: -1).images.isEmpty)
  }

  @Test("overlapping and empty images are dropped")
  func overlap() {
    let list = ImageList([
      Image(path: "b", buildID: [], base: 50, endOfText: 150),
      Image(path: "a", buildID: [], base: 0, endOfText: 100),
      Image(path: "c", buildID: [], base: 200, endOfText: 200),
    ])
    #expect(list.images.map(\.path) == ["a"])
    #expect(list.index(of: 99) == 0)
    #expect(list.index(of: 100) == nil)
  }
}

@inline(never)
private func captured() -> [UInt] {
  Thread.callStackReturnAddresses.map { $0.uintValue }
}

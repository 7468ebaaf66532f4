import Foundation

/// A profile as the message `Profile` of pprof's `profile.proto`, with functions and lines in it.
///
/// Its samples have two values, as those of Go's mutex profiles have: `contentions` and `delay`,
/// the latter in nanoseconds, and a label that names the lock.
struct PprofProfile {
  private let profile: ContentionProfile
  private let grouping: ContentionProfile.Grouping
  private var strings = [""]
  private var stringIndexes = ["": UInt64(0)]
  /// Each frame is a function and a location with the same number, its place here from 1.
  private var frames: [ProfileFrame] = []
  private var frameIndexes: [ProfileFrame: UInt64] = [:]
  private var message = ProtobufWriter()

  init(_ profile: ContentionProfile, by grouping: ContentionProfile.Grouping) {
    self.profile = profile
    self.grouping = grouping
  }

  var bytes: [UInt8] {
    var copy = self
    copy.write()
    return copy.message.bytes
  }

  private mutating func write() {
    for (type, unit) in [("contentions", "count"), ("delay", "nanoseconds")] {
      addValueType(1, type, unit)
    }
    let labels = Labels(profile.report)
    let key = index(of: "lock")
    for entry in profile.entries {
      let lock = index(of: labels.lockWithKind(entry.lock))
      let stack = profile.frames(of: entry, by: grouping, labels).map { index(of: $0) }
      message.add(2) { sample in
        sample.add(1, packed: stack)
        sample.add(2, packed: [UInt64(entry.waits), min(entry.time, UInt64(Int64.max))])
        sample.add(3) { label in
          label.add(1, key)
          label.add(2, lock)
        }
      }
    }
    addFrames()
    addTimes()
    addValueType(11, "contentions", "count")
    message.add(12, 1)
    for sentence in profile.report.losses.sentences { message.add(13, index(of: sentence)) }
    message.add(14, index(of: "delay"))
    for string in strings { message.add(6, element: string.utf8) }
  }

  private mutating func addValueType(_ field: UInt64, _ type: String, _ unit: String) {
    let (type, unit) = (index(of: type), index(of: unit))
    message.add(field) { value in
      value.add(1, type)
      value.add(2, unit)
    }
  }

  private mutating func addFrames() {
    for (number, frame) in zip(UInt64(1)..., frames) {
      let (name, file) = (index(of: frame.name), index(of: frame.file))
      message.add(4) { location in
        location.add(1, number)
        location.add(4) { line in
          line.add(1, number)
          line.add(2, UInt64(max(0, frame.line)))
        }
      }
      message.add(5) { function in
        function.add(1, number)
        function.add(2, name)
        function.add(3, name)
        function.add(4, file)
      }
    }
  }

  private mutating func addTimes() {
    if let date = profile.report.process.date(of: profile.start) {
      let nanoseconds = date.timeIntervalSince1970 * 1e9
      // Times in a corrupt recording may be anything.
      if nanoseconds > 0, nanoseconds < 9e18 { message.add(9, UInt64(nanoseconds)) }
    }
    message.add(10, min(profile.end - profile.start, UInt64(Int64.max)))
  }

  private mutating func index(of string: String) -> UInt64 {
    if let known = stringIndexes[string] { return known }
    let index = UInt64(strings.count)
    strings.append(string)
    stringIndexes[string] = index
    return index
  }

  private mutating func index(of frame: ProfileFrame) -> UInt64 {
    if let known = frameIndexes[frame] { return known }
    frames.append(frame)
    frameIndexes[frame] = UInt64(frames.count)
    return UInt64(frames.count)
  }
}

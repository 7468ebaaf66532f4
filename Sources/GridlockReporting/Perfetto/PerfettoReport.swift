import GridlockAnalysis
import GridlockEvents

/// Writes a timeline in the trace event format, for Perfetto's and Chrome's viewers.
///
/// Threads are tracks. A wait or a hold is a complete event (`X`) where it ended, and an
/// asynchronous pair (`b`, `e`) where it goes on, or where it would overlap another on its track
/// without lying inside it. Arrows (`s`, `f`) lead from a release to the acquisition it let in, and
/// values are counters (`C`).
public struct PerfettoReport: Sendable {
  public let report: Report
  let labels: Labels
  let timeline: Timeline
  /// The number of each thread's track.
  let tracks: [ThreadID: Int]

  public init(_ report: Report) {
    self.report = report
    labels = Labels(report)
    timeline = Timeline(report)
    tracks = PerfettoReport.tracks(of: report)
  }

  var process: Int { report.process.id == 0 ? 1 : Int(report.process.id) }

  /// - Parameter write: Called with whole lines, each ending in a line feed.
  public func write(to write: (String) -> Void) {
    write("{\"displayTimeUnit\":\"ms\",\"otherData\":\(otherData.compact),\"traceEvents\":[\n")
    var isFirst = true
    func add(_ event: JSONValue) {
      write((isFirst ? "" : ",\n") + event.compact)
      isFirst = false
    }
    addNames(add)
    addSpans(add)
    addHandovers(add)
    addValues(add)
    addFindings(add)
    write("\n]}\n")
  }

  /// All of it as one string.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  private var otherData: JSONValue {
    .members([
      "tool": .string("Gridlock"),
      "clock": .string("monotonic"),
      "lost": JSONValue.list(report.losses.sentences.map(JSONValue.string)),
    ])
  }

  private func addNames(_ add: (JSONValue) -> Void) {
    let name = report.process.executable.split(separator: "/").last.map(String.init) ?? "process"
    add(metadata("process_name", ["name": .string(Escape.text(name))]))
    for (index, thread) in tracks.keys.sorted().enumerated() {
      let track = tracks[thread]
      add(metadata("thread_name", ["name": .string(labels.thread(thread))], track: track))
      add(metadata("thread_sort_index", ["sort_index": .integer(index)], track: track))
    }
  }

  private func metadata(
    _ name: String, _ arguments: KeyValuePairs<String, JSONValue?>, track: Int? = nil
  ) -> JSONValue {
    .members([
      "ph": .string("M"), "name": .string(name), "pid": .integer(process),
      "tid": track.map(JSONValue.integer), "args": .members(arguments),
    ])
  }

  /// The kernel's ids, which other traces have too, where they tell threads apart; else numbers
  /// that the kernel never gives.
  private static func tracks(of report: Report) -> [ThreadID: Int] {
    var threads = Set(report.state.threads.keys)
    for event in report.histories.values.joined() { threads.insert(event.thread) }
    threads.remove(.none)
    var taken: Set<Int> = []
    var tracks: [ThreadID: Int] = [:]
    var next = 5_000_000
    for thread in threads.sorted() {
      if report.state.threads[thread]?.isObserver == true { continue }
      let system = Int(report.state.threads[thread]?.systemID ?? 0)
      if system > 0, taken.insert(system).inserted {
        tracks[thread] = system
      } else {
        tracks[thread] = next
        next += 1
      }
    }
    return tracks
  }
}

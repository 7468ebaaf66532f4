import GridlockAnalysis
import GridlockEvents

@testable import GridlockReporting

extension Stories {
  /// A producer hands a value to a consumer, then both get stuck; the ring forgot the beginning.
  static func handover() -> (Story, Finding) {
    var story = Story()
    let producer = story.thread(2, "producer")
    let consumer = story.thread(3, "consumer")
    let slot = story.lock(1, "slot", kind: .condition, value: 1, names: [0: "empty", 1: "full"])
    let log = story.lock(2, "log")
    let put = story.mark(producer, ago: 0.8, "put() Slot.swift:12")
    let waits = story.mark(consumer, ago: 0.9, "take() Slot.swift:20")
    let takes = story.mark(consumer, ago: 0.79, "take() Slot.swift:20")
    let gives = story.mark(consumer, ago: 0.7, "take() Slot.swift:22")
    let again = story.mark(producer, ago: 0.6, "put() Slot.swift:14")
    let holds = story.mark(producer, ago: 0.5, "put() Slot.swift:15")
    let wantsLog = story.mark(producer, ago: 0.4, "put() Slot.swift:16")
    let hasLog = story.mark(consumer, ago: 0.55, "note() Log.swift:3")
    let wantsSlot = story.mark(consumer, ago: 0.3, "note() Log.swift:4")
    story.event(.waiting, .lockWhen, slot, waits, wanted: 1, 0)
    story.event(.released, .unlockWith, slot, put, 0, 1)
    story.event(.acquired, .lockWhen, slot, takes, wanted: 1, 1, 1)
    story.event(.released, .unlockWith, slot, gives, 1, 0)
    story.event(.acquired, .lock, slot, again, 0, 0)
    story.event(.released, .unlockWith, slot, again, 0, 1)
    story.event(.acquired, .lockWhen, slot, holds, wanted: 1, 1, 1)
    story.event(.acquired, .lock, log, hasLog)
    story.event(.waiting, .lock, log, wantsLog)
    story.event(.waiting, .lock, slot, wantsSlot, 1)
    story.hold(slot, holds, .lockWhen)
    story.hold(log, hasLog)
    story.wait(log, wantsLog)
    story.wait(slot, wantsSlot)
    let finding = Finding(
      kind: .cycle, certainty: .certain, severity: .error,
      participants: [
        part(.waits, .lock, log, wantsLog), part(.holds, .lock, log, hasLog),
        part(.waits, .lock, slot, wantsSlot), part(.holds, .lockWhen, slot, holds, value: 1),
      ])
    return (story, finding)
  }

  /// Names made to break out of whatever they are written into.
  static let hostileNames = [
    "</script><script>document.title='owned'</script>", "\"><img src=x onerror=alert(1)>",
    "a\u{202e}gpj.exe\u{2066}", "line\nbreak\r\u{0}\u{1b}[31m\u{7f}", "\\\"; -> [x](y) {0} & &lt;",
    "<!--<script>", "]]>\u{2028}\u{2029}", "${alert(1)}`'", "javascript:alert(1)",
  ]

  /// A ring of threads and locks with hostile names, at places with hostile paths.
  static func hostile() -> (Story, Finding) {
    var story = Story()
    var parts: [Finding.Participant] = []
    let names = hostileNames
    var threads: [ThreadID] = []
    var locks: [LockID] = []
    for (index, name) in names.enumerated() {
      threads.append(story.thread(UInt32(index + 2), name))
      locks.append(
        story.lock(UInt32(index + 1), name, kind: .condition, names: [0: name, 1: name]))
    }
    for index in names.indices {
      let next = (index + 1) % names.count
      let site = names[index].filter { $0 != " " && $0 != ":" }
      let took = story.mark(threads[index], ago: 2, "\(site)() \(site):3")
      let wants = story.mark(threads[index], ago: 1, "\(site)() \(site):4")
      story.hold(locks[index], took)
      story.wait(locks[next], wants, .lockWhen, wanted: 1)
      story.event(.acquired, .lock, locks[index], took)
      story.event(.waiting, .lockWhen, locks[next], wants, wanted: 1)
      parts.append(part(.waits, .lockWhen, locks[next], wants, value: 1))
      parts.append(part(.holds, .lock, locks[index], took))
    }
    let finding = Finding(
      kind: .cycle, certainty: .certain, severity: .error, participants: parts, reasons: names)
    return (story, finding)
  }

  /// All there are, for what must be true of each.
  static let everything = all + [("handover", handover), ("hostile", hostile)]
}

import GridlockEvents

extension Reduction {
  /// Whose moving would bring a need about.
  enum Source: Hashable {
    /// Nobody's: it may come about at any time.
    case granted
    case anyone
    /// This thread's; never, if it has ended.
    case thread(ThreadID)
    /// That of any of these, who are the same for all who name this group.
    case group(SetterIndex.Group, [ThreadID])
  }

  /// Counts down what each blocked thread needs as others are found to be able to move.
  struct Worklist {
    private(set) var marked: Set<ThreadID> = []
    private let halted: ThreadID?
    private var queue: [(thread: ThreadID, isHelper: Bool)] = []
    private var counts: [ThreadID: Int] = [:]
    private var met: Set<Slot> = []
    private var dependents: [ThreadID: [Slot]] = [:]
    private var openSlots: [Slot] = []
    private var groups: [ThreadID: [SetterIndex.Group]] = [:]
    private var groupSlots: [SetterIndex.Group: [Slot]] = [:]

    private struct Slot: Hashable {
      var thread: ThreadID
      var index: Int
    }

    init(halted: ThreadID?) { self.halted = halted }

    mutating func mark(_ thread: ThreadID, isHelper: Bool) {
      guard thread != halted, marked.insert(thread).inserted else { return }
      queue.append((thread, isHelper))
    }

    mutating func add(_ source: Source, for thread: ThreadID, index: Int) {
      let slot = Slot(thread: thread, index: index)
      switch source {
      case .granted: break
      case .anyone: openSlots.append(slot)
      case .thread(let source): dependents[source, default: []].append(slot)
      case .group(let group, let sources):
        if groupSlots[group] == nil {
          for source in sources { groups[source, default: []].append(group) }
        }
        groupSlots[group, default: []].append(slot)
      }
    }

    mutating func start(_ thread: ThreadID, needed: Int) {
      counts[thread] = needed
      if needed == 0 { mark(thread, isHelper: true) }
    }

    mutating func run() {
      while let (thread, isHelper) = queue.popLast() {
        for slot in dependents.removeValue(forKey: thread) ?? [] { meet(slot) }
        for group in groups.removeValue(forKey: thread) ?? [] {
          for slot in groupSlots.updateValue([], forKey: group) ?? [] { meet(slot) }
        }
        guard isHelper else { continue }
        for slot in openSlots { meet(slot) }
        openSlots = []
      }
    }

    private mutating func meet(_ slot: Slot) {
      guard met.insert(slot).inserted, let count = counts[slot.thread] else { return }
      counts[slot.thread] = count - 1
      if count == 1 { mark(slot.thread, isHelper: true) }
    }
  }
}

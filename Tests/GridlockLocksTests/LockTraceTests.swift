import GridlockEvents
import LockSpecification
import Testing

/// The automaton that recorded events are held against: it must refuse what no lock may do.
@Suite("Recorded traces")
struct LockTraceTests {
  private static let lock = LockID(index: 1, generation: 1)
  private static let one = ThreadID(index: 1, generation: 1)
  private static let two = ThreadID(index: 2, generation: 1)

  private static func event(
    _ kind: Event.Kind, _ operation: Operation, _ thread: ThreadID, _ sequence: UInt32,
    wanted: Int? = nil, _ before: Int = 0, _ after: Int = 0
  ) -> Event {
    Event(
      kind: kind, operation: operation, thread: thread, lock: lock, sequence: sequence,
      wanted: wanted, before: before, after: after)
  }

  private static let created = event(.created, .create, one, 0)
  private static let taken = event(.acquired, .lock, one, 1)
  private static let freedWithSeven = event(.released, .unlockWith, one, 2, 0, 7)

  /// Why the events are refused, with the sequence of the one that is; nil when all are accepted.
  private func refusal(_ events: [Event], isWhole: Bool = true) -> String? {
    do throws(LockTrace.Refusal) {
      _ = try LockTraces(events, isWhole: isWhole).check()
      return nil
    } catch {
      return "\(error.event.sequence): \(error.reason)"
    }
  }

  @Test("A hand-over at the value waited for is accepted, in whatever order its events are read")
  func handOver() throws {
    let events = [
      Self.created, Self.taken, Self.event(.waiting, .lockWhen, Self.two, 1, wanted: 7),
      Self.freedWithSeven, Self.event(.acquired, .lockWhen, Self.two, 3, wanted: 7, 7),
      Self.event(.released, .unlock, Self.two, 4, 7, 7),
    ]
    #expect(try LockTraces(events, isWhole: true).check() == 4)
    let swapped = [events[0], events[3], events[1], events[2], events[5], events[4]]
    #expect(try LockTraces(swapped, isWhole: true).check() == 4)
  }

  @Test("Takes of an owner that holds the lock are accepted, another's are not")
  func recursion() {
    let again = Self.event(.acquired, .lock, Self.one, 1)
    let back = Self.event(.released, .unlock, Self.one, 1)
    let freed = Self.event(.released, .unlock, Self.one, 2)
    #expect(refusal([Self.created, Self.taken, again, back, freed]) == nil)
    let other = Self.event(.acquired, .lock, Self.two, 1)
    #expect(
      refusal([Self.created, Self.taken, other]) == "1: two changes of hands have one sequence")
  }

  @Test("Two owners are refused")
  func twoOwners() {
    let second = Self.event(.acquired, .lock, Self.two, 2)
    #expect(refusal([Self.created, Self.taken, second]) == "2: \(Self.one) holds the lock")
  }

  @Test("A release by a thread that does not hold the lock is refused, but of a free lock")
  func foreignRelease() {
    let foreign = Self.event(.released, .unlock, Self.two, 2)
    #expect(refusal([Self.created, Self.taken, foreign]) == "2: \(Self.one) holds the lock")
    let start = Self.event(.released, .unlockWith, Self.two, 1, 0, 3)
    let taken = Self.event(.acquired, .lockWhen, Self.one, 2, wanted: 3, 3)
    #expect(refusal([Self.created, start, taken]) == nil)
  }

  @Test("A value that no release left is refused")
  func wrongValue() {
    let wrong = Self.event(.acquired, .lock, Self.two, 3, 8)
    #expect(
      refusal([Self.created, Self.taken, Self.freedWithSeven, wrong])
        == "3: the value is 8, 7 was left")
    let changes = Self.event(.released, .unlock, Self.one, 2, 0, 5)
    #expect(
      refusal([Self.created, Self.taken, changes])
        == "2: 0 became 5 by a release without a value")
  }

  @Test("An acquisition without the value it names is refused")
  func withoutTheValue() {
    let early = Self.event(.acquired, .lockWhen, Self.two, 3, wanted: 6, 7)
    #expect(
      refusal([Self.created, Self.taken, Self.freedWithSeven, early]) == "3: taken at 7, wanted 6")
  }

  @Test("An acquisition at another value than the one waited for is refused")
  func otherWait() {
    let waiting = Self.event(.waiting, .lockWhen, Self.two, 1, wanted: 6)
    let taken = Self.event(.acquired, .lockWhen, Self.two, 3, wanted: 7, 7)
    #expect(
      refusal([Self.created, Self.taken, waiting, Self.freedWithSeven, taken])
        == "3: taken for 7, waited for 6")
    let gaveUp = Self.event(.timedOut, .lockWhenBefore, Self.two, 2, wanted: 6)
    #expect(
      refusal([Self.created, Self.taken, waiting, Self.freedWithSeven, gaveUp, taken]) == nil)
  }

  @Test("A gap is refused where nothing was lost, and else makes everything possible")
  func gap() {
    let later = Self.event(.acquired, .lock, Self.two, 5, 9)
    #expect(
      refusal([Self.created, Self.taken, later])
        == "5: the change of hands before it is missing")
    #expect(refusal([Self.created, Self.taken, later], isWhole: false) == nil)
    let third = Self.event(.acquired, .lock, Self.one, 6, 9)
    #expect(
      refusal([Self.created, Self.taken, later, third], isWhole: false)
        == "6: \(Self.two) holds the lock")
  }
}

import GridlockEvents
import Testing

@testable import GridlockAnalysis

@Suite("Lock order prediction against a naive search")
struct OrderDetectorRandomTests {
  struct Request: Hashable {
    var thread: Int
    var wanted: Int
    var held: Set<Int>
  }

  @Test("The same rings of locks are found in random programs")
  func differential() {
    var random = SplitMix(seed: 11)
    var total = 0
    for _ in 0..<400 {
      let threads = 2 + Int(random.next() % 4)
      let locks = 3 + Int(random.next() % 4)
      var requests: Set<Request> = []
      var detector = OrderDetector()
      var found: Set<Set<Int>> = []
      for _ in 0..<(4 + random.next() % 12) {
        let order = (0..<locks).shuffled(using: &random)
        let request = Request(
          thread: Int(random.next() % UInt64(threads)), wanted: order[0],
          held: Set(order[1...(1 + Int(random.next() % 2))]))
        requests.insert(request)
        for finding in detector.observe(observation(request), in: SystemState()) {
          found.insert(
            Set(finding.participants.filter { $0.role == .waits }.map { Int($0.lock!.index) }))
        }
      }
      let expected = rings(of: requests)
      total += expected.count
      #expect(found == expected)
      #expect(detector.searchesCutShort == 0)
    }
    #expect(total > 200)
  }

  private func observation(_ request: Request) -> Observation {
    let mark = Mark(thread: Script.thread(request.thread))
    let held = request.held.sorted().map { index in
      Hold(lock: LockID(index: UInt32(index), generation: 1), operation: .lock, mark: mark)
    }
    return .nested(
      Observation.Nested(
        lock: LockID(index: UInt32(request.wanted), generation: 1), operation: .lock, mark: mark,
        held: held))
  }

  /// The lock sets of all closed chains, by trying every one.
  private func rings(of requests: Set<Request>) -> Set<Set<Int>> {
    var found: Set<Set<Int>> = []
    func grow(_ chain: [Request]) {
      for next in requests {
        guard let last = chain.last, next.held.contains(last.wanted),
          !chain.contains(where: {
            $0.thread == next.thread || $0.wanted == next.wanted
              || !$0.held.isDisjoint(with: next.held)
          })
        else { continue }
        if chain[0].held.contains(next.wanted) {
          found.insert(Set((chain + [next]).map(\.wanted)))
        } else {
          grow(chain + [next])
        }
      }
    }
    for request in requests { grow([request]) }
    return found
  }
}

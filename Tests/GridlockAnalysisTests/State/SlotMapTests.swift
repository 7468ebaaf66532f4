import GridlockEvents
import Testing

@testable import GridlockAnalysis

/// The map against a dictionary that is told the same.
@Suite struct SlotMapTests {
  /// Few slots, so that generations meet; one only a damaged recording has.
  private static let slots: [UInt32] = [0, 1, 2, 3, 7, 1 << 20, .max]

  @Test("Does what a dictionary does, whatever the order of changes", arguments: 1...20)
  func asDictionary(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var map: SlotMap<LockID, [Int]> = [:]
    var model: [LockID: [Int]] = [:]
    for step in 0..<2000 {
      let id = LockID(
        index: Self.slots.randomElement(using: &random)!,
        generation: UInt32.random(in: 0..<3, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        map[id] = nil
        model[id] = nil
      case 1:
        map[id]?.append(step)
        model[id]?.append(step)
      case 2:
        map[id, default: []].append(step)
        model[id, default: []].append(step)
      case 3 where model[id]?.count ?? 0 > 3:
        map[id]? = []
        model[id]? = []
      default:
        map[id] = [step]
        model[id] = [step]
      }
      #expect(map[id] == model[id])
      #expect(map.count == model.count)
    }
    #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == model)
    #expect(Set(map.keys) == Set(model.keys))
    for slot in Self.slots {
      for generation: UInt32 in 0..<3 {
        let id = LockID(index: slot, generation: generation)
        #expect(map[id] == model[id])
      }
    }
  }

  @Test("Entries come in the order they were put in, and a change keeps their places")
  func order() {
    let ids = (1...5).map { ThreadID(index: UInt32(6 - $0), generation: 1) }
    var map: SlotMap<ThreadID, Int> = [:]
    for (number, id) in ids.enumerated() { map[id] = number }
    let positions = ids.map { map.position(of: $0) }
    for id in ids.reversed() { map[id]? += 10 }
    #expect(Array(map.keys) == ids)
    #expect(Array(map.values) == [10, 11, 12, 13, 14])
    #expect(ids.map { map.position(of: $0) } == positions)
  }

  @Test("Two with the same entries are equal and hash alike, however they came about")
  func equality() {
    let ids = (1...4).map { LockID(index: UInt32($0), generation: 2) }
    var forth: SlotMap<LockID, Int> = [:]
    var back: SlotMap<LockID, Int> = [:]
    for id in ids { forth[id] = Int(id.index) }
    for id in ids.reversed() { back[id] = Int(id.index) }
    back[LockID(index: 9, generation: 9)] = 1
    #expect(forth != back)
    back[LockID(index: 9, generation: 9)] = nil
    #expect(forth == back)
    #expect(forth.hashValue == back.hashValue)
    back[ids[0]] = 0
    #expect(forth != back)
  }
}

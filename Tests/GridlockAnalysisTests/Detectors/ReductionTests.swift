import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct ReductionTests {
  @Test(arguments: Reduction.Helpers.allCases)
  func `agrees with a naive fixpoint on random states`(helpers: Reduction.Helpers) {
    var source = SplitMix(seed: 20_240_611)
    var sizes: Set<Int> = []
    for _ in 0..<2000 {
      let state = RandomState.make(using: &source)
      let reduction = Reduction(of: state, helpers: helpers)
      let naive = NaiveReduction.stuck(in: state, helpers: helpers)
      #expect(reduction.stuck == naive)
      sizes.insert(naive.count)
      guard reduction.stuck == naive else { return }
    }
    #expect(sizes.count > 3)
  }

  @Test func `probable implies possible on random states`() {
    var source = SplitMix(seed: 7)
    for _ in 0..<2000 {
      let state = RandomState.make(using: &source)
      let suspects = Reduction(of: state, helpers: .suspects)
      #expect(suspects.stuck.isSubset(of: Reduction(of: state, helpers: .known).stuck))
    }
  }

  @Test func `a chain of a hundred thousand threads is reduced without recursion`() {
    var state = SystemState(isClosedWorld: true)
    let count = 100_000
    for number in 0..<count {
      let id = Scene.thread(number)
      let mark = Mark(thread: id)
      state.threads[id] = ThreadState(
        id: id,
        wait: number == count - 1
          ? nil : Wait(target: .end(of: Scene.thread(number + 1)), operation: .join, mark: mark))
    }
    #expect(Reduction(of: state, helpers: .everyone).stuck.isEmpty)
    let last = Scene.thread(count - 1)
    state.threads[last]?.wait = Wait(
      target: .end(of: Scene.thread(0)), operation: .join, mark: Mark(thread: last))
    #expect(Reduction(of: state, helpers: .everyone).stuck.count == count)
  }
}

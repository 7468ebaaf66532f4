import Foundation
import Gridlock
import SwappedFile
import SwappedModule
import SwappedStrictModule
import Testing

/// The two ways to swap that the README gives, compiled in modules of their own.
@Suite struct SwapTests {
  @Test func anAliasSwapsAWholeModule() {
    let lock: ConditionLock = makeLock()
    #expect(lock.condition == 7)
    #expect(passATurnstile() == ("turnstile", 1))
  }

  @Test func everyMemberIsThereUnderTheAlias() {
    #expect(
      EveryMember().callAll() == [
        "0", "door", "false", "false", "false", "false", "true", "true", "false", "3",
      ])
  }

  @Test func whatFoundationAllowsInAsyncCodeIsAllowed() async {
    #expect(await EveryMember().callFromAsync() == [5, 5, 0])
  }

  @Test func anExportedImportSwapsAModuleWithStrictImports() {
    let lock: ConditionLock = makeStrictLock()
    #expect(lock.condition == 0)
    #expect(passAnInt(9) == 9)
    #expect(type(of: makeFoundationsLock()) == Foundation.NSConditionLock.self)
  }

  @Test func aScopedImportSwapsOneFile() {
    #expect(Swapped.lock() is ConditionLock)
    #expect(Unswapped.lock() is Foundation.NSConditionLock)
  }
}

import Testing

@testable import GridlockReporting

@Suite("Mangled name")
struct MangledNameTests {
  @Test(
    "Gridlock's modules, C functions and withLock are its own",
    arguments: [
      "gl_lock_acquire",
      "$s13GridlockLocks13ConditionLockC4lockyyF",
      "$s8Gridlock8DetectorC5checkyyF",
      "$s10Foundation9NSLockingPAAE8withLockyqd__qd__yKXEKlF",
      "$s10Foundation9NSLockingPAAE8withLockyqd__qd__yKXEKlFSo6NSLockC_Tg5",
      "$s10Foundation9NSLockingP13GridlockLocksE8withLockyqd__qd__yKXEKlF",
      "$sSi13GridlockLocksE4nameSSvg",
    ])
  func own(name: String) { #expect(MangledName(name).isOwn) }

  @Test(
    "the user's are not, even in an extension of a lock or in a module with a similar name",
    arguments: [
      "main", "global_lock", "",
      "$s4Demo6BufferC3putyySiF",
      "$s22GridlockReportingTests8capturedSaySuGyF",
      "$s12GridlockDemo6BufferC3putyySiF",
      "$s13GridlockLocks13ConditionLockC4DemoE3putyyF",
      "$s13GridlockLocks13ConditionLockC0A4DemoE3putyyF",
      "$s10Foundation9NSLockingP4DemoE8guardedyyF",
      "$s10Foundation6ThreadC5startyyF",
      "$sSa4DemoSiRszlE3sumSiyF",
      "$s", "$s999", "$s0", "$sS",
    ])
  func users(name: String) { #expect(!MangledName(name).isOwn) }

  @Test("an extension's module is read through shared words")
  func words() {
    #expect(
      MangledName("$s13GridlockLocks13ConditionLockC0A4DemoE3putyyF").module == "GridlockDemo")
  }
}

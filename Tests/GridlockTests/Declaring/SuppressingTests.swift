import Foundation
import GridlockAnalysis
import Testing

@testable import Gridlock

@Suite(.timeLimit(.minutes(10))) struct SuppressingTests {
  @Test func aSuppressedFindingIsNeitherPrintedNorReportedNorFails() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let file = InChild.file("non-owner: known*\norder: nobody\nnonsense\n")
        let output = InChild.file("")
        setenv("GRIDLOCK_SUPPRESS", file, 1)
        setenv("GRIDLOCK_OUTPUT", output, 1)
        let known = Lock(name: "known to us")
        let fresh = Lock(name: "fresh")
        try! Detector.assertNoFindings { known.unlock() }
        InChild.once { fresh.unlock() }
        let found = InChild.findings(.nonOwner)
        precondition(found.count == 1 && found[0].participants[0].lock == fresh.lockID)
        let text = try! String(contentsOfFile: output, encoding: .utf8)
        precondition(text.contains("fresh") && !text.contains("known to us"))
        precondition(Detector.unusedSuppressions == ["\(file):2: order: nobody"])
        let report = Detector.report()
        precondition(report.contains("1 known finding was left out."))
        precondition(report.contains("No finding matched so far: \(file):2: order: nobody"))
        unlink(file)
        unlink(output)
      }
    }
  }

  @Test func whatABaselineListsIsKnown() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = Lock(name: "old sin")
        InChild.once { lock.unlock() }
        precondition(InChild.findings(.nonOwner).count == 1)
        let text = Detector.baseline()
        precondition(text.contains("\nnon-owner-"))
        let file = InChild.file(text)
        precondition(Detector.accept(baseline: file) == [])
        // The same mistake with another lock of that name, from the same place.
        precondition(Detector.baseline() == text)
        unlink(file)
      }
    }
  }

  @Test func aFileThatCannotBeReadIsSaidOnceAndTheProgramGoesOn() {
    #expect(throws: SettingsFile.Refusal.self) { try SettingsFile.read("/nowhere/at/all") }
    #expect(throws: SettingsFile.Refusal.self) { try SettingsFile.read("/dev/zero") }
    #expect(throws: SettingsFile.Refusal.self) { try SettingsFile.read("/") }
    let pipe = NSTemporaryDirectory() + "gridlock-pipe-\(getpid())"
    mkfifo(pipe, 0o600)
    #expect(throws: SettingsFile.Refusal.self) { try SettingsFile.read(pipe) }
    unlink(pipe)
  }

  @Test func theEnvironmentNamesFilesAndTheWakePolicy() {
    let (settings, warnings) = Settings.fromEnvironment(
      [
        "GRIDLOCK_SUPPRESS": "a", "GRIDLOCK_BASELINE": "b", "GRIDLOCK_WAKE": "Broadcast",
        "GRIDLOCK_AT_EXIT": "baseline",
      ], isTrusted: true)
    #expect(settings.suppressionPath == "a")
    #expect(settings.baselinePath == "b")
    #expect(settings.wakePolicy == .broadcast)
    #expect(settings.writesBaselineAtExit && !settings.reportsAtExit)
    #expect(warnings == [])
    let wrong = Settings.fromEnvironment(["GRIDLOCK_WAKE": "herd"], isTrusted: true)
    #expect(wrong.settings.wakePolicy == .targeted)
    #expect(wrong.warnings.first?.contains("targeted, broadcast, adversarial") == true)
    #expect(
      Settings.fromEnvironment(["GRIDLOCK_SUPPRESS": "a"], isTrusted: false).settings
        .suppressionPath == nil)
  }
}

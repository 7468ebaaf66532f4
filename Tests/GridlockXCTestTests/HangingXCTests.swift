import Foundation
import GridlockXCTest
import XCTest

/// Run by ``XCTestAdapterTests`` in a process of its own; does nothing else.
final class HangingXCTests: XCTestCase {
  private static let isOn = ProcessInfo.processInfo.environment["GRIDLOCK_TEST_FIXTURE"] == "xctest"

  override class func setUp() {
    if isOn { XCTestObservationCenter.shared.addTestObserver(DeadlockObserver()) }
  }

  func testHangsAndIsLetThrough() throws {
    try XCTSkipUnless(Self.isOn, "a fixture")
    let lock = ConditionLock(condition: 0, name: "taken twice")
    lock.lock()
    lock.lock()
    lock.unlock()
    lock.unlock()
  }

  func testBodyHangs() throws {
    try XCTSkipUnless(Self.isOn, "a fixture")
    assertNoDeadlocks {
      let lock = ConditionLock(condition: 0, name: "in the body")
      lock.lock()
      lock.lock()
    }
  }

  func testPasses() throws {
    try XCTSkipUnless(Self.isOn, "a fixture")
    assertNoDeadlocks {
      let lock = ConditionLock(condition: 0)
      lock.lock()
      lock.unlock()
    }
  }
}

final class XCTestAdapterTests: XCTestCase {
  func testHangsFailWithTheirReportAndTheRunGoesOn() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["GridlockXCTestTests.HangingXCTests"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GRIDLOCK_TEST_FIXTURE": "xctest"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 1)
    XCTAssertTrue(output.contains("Executed 3 tests, with 2 failures (0 unexpected)"), output)
    for name in ["taken twice", "in the body"] {
      XCTAssertTrue(
        output.contains("waits for condition lock \"\(name)\", which it holds itself"), output)
    }
  }
}

internal import CGridlock
package import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks
package import GridlockReporting

/// A stretch of a program, a test, whose locks' findings are its own.
///
/// A lock belongs to the scope in which it was made; a finding to the scopes of its locks.
package final class FindingScope: Sendable {
  /// What a scope fails on, and when.
  package struct Options: Sendable {
    package var severity = Finding.Severity.error
    package var certainty = Finding.Certainty.probable
    /// Nanoseconds after which the scope fails if it has not ended.
    package var deadline: UInt64 = 60_000_000_000
    /// Nanoseconds after which a wait fails that nobody known can end, though it is not proved.
    package var stall: UInt64 = 10_000_000_000
    /// What is known and not to be told, as in a file of suppressions.
    package var suppressions: [String] = []

    package init() {}
  }

  /// One reason why the scope failed.
  package struct Failure: Sendable {
    package var finding: Finding?
    /// A report of it.
    package var text: String
    /// All threads and locks at that moment.
    package var report: Report
  }

  struct State: Sendable {
    var failures: [Failure] = []
    var locksMade = 0
    /// When its waits were let through; nil while they are not.
    var opened: UInt64?
    var isOpened: Bool { opened != nil }
  }

  @TaskLocal package static var current: FindingScope?
  /// The scope of what has none of its own: a test runner's that runs one test after the other.
  package static var ambient: FindingScope? {
    get { storedAmbient.withLock { $0 } }
    set { storedAmbient.withLock { $0 = newValue } }
  }
  private static let storedAmbient = Guarded<FindingScope?>(nil)

  package let name: String
  package let options: Options
  let state = Guarded(State())
  let suppressions = Guarded(SuppressionList())
  let began: UInt64
  let operationsBefore: UInt64

  package init(name: String, options: Options) {
    self.name = name
    self.options = options
    began = gl_now()
    operationsBefore = Arena.own?.lockEventCount ?? 0
    let lines = options.suppressions.joined(separator: "\n")
    suppressions.withLock { _ = $0.addSuppressions(lines, file: name) }
  }

  /// Whether Gridlock locks were used since the scope began, by anybody.
  package var sawOperations: Bool {
    state.withLock { $0.locksMade > 0 } || (Arena.own?.lockEventCount ?? 0) > operationsBefore
  }

  package var failures: [Failure] { state.withLock { $0.failures } }

  func fails(on finding: Finding) -> Bool {
    finding.severity >= options.severity && finding.certainty >= options.certainty
  }
}

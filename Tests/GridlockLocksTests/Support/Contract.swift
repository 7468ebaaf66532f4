import Foundation
import Testing

/// The contract of the lock as a table: each call in each state, with its outcome.
enum Contract {
  /// The value that calls name, and the value that `unlock(withCondition:)` sets.
  static let wanted = 7
  static let other = 3
  static let set = 11

  enum Call: String, CaseIterable, Sendable {
    case lock = "lock()"
    case lockWhen = "lock(whenCondition:)"
    case `try` = "try()"
    case tryWhen = "tryLock(whenCondition:)"
    case lockBefore = "lock(before:)"
    case lockWhenBefore = "lock(whenCondition:before:)"
    case unlock = "unlock()"
    case unlockWith = "unlock(withCondition:)"
  }

  enum State: String, CaseIterable, Sendable {
    case freeEqual = "free, value as wanted"
    case freeOther = "free, another value"
    case heldByOther = "held by another"
    case heldByCaller = "held by the caller"

    var value: Int { self == .freeOther ? other : wanted }
    var isHeld: Bool { self == .heldByOther || self == .heldByCaller }
  }

  enum Outcome: Sendable {
    /// Takes the lock at once, whatever the limit.
    case takes
    /// False at once.
    case refuses
    /// Waits, without limit, until a release with the wanted value.
    case waits
    /// Waits; false at the limit.
    case waitsForLimit
    /// Frees the lock, or leaves it free; the value afterwards, nil for the value before.
    case frees(Int?)
  }

  struct Cell: Sendable, CustomTestStringConvertible {
    var call: Call
    var state: State
    var outcome: Outcome
    var testDescription: String { "\(call.rawValue), \(state.rawValue)" }
  }

  private static func row(_ call: Call, _ outcomes: Outcome...) -> [Cell] {
    zip(State.allCases, outcomes).map { Cell(call: call, state: $0, outcome: $1) }
  }

  static let cells: [Cell] =
    row(.lock, .takes, .takes, .waits, .waits)
    + row(.lockWhen, .takes, .waits, .waits, .waits)
    + row(.try, .takes, .takes, .refuses, .refuses)
    + row(.tryWhen, .takes, .refuses, .refuses, .refuses)
    + row(.lockBefore, .takes, .takes, .waitsForLimit, .waitsForLimit)
    + row(.lockWhenBefore, .takes, .waitsForLimit, .waitsForLimit, .waitsForLimit)
    + row(.unlock, .frees(nil), .frees(nil), .frees(nil), .frees(nil))
    + row(.unlockWith, .frees(set), .frees(set), .frees(set), .frees(set))
}

/// Limits that a call may be given.
enum Limit: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case distantPast, minusInfinity, secondAgo, now, notANumber
  case soon
  case tomorrow, after2262, infinity, distantFuture

  var testDescription: String { rawValue }

  var date: Date {
    switch self {
    case .distantPast: .distantPast
    case .minusInfinity: Date(timeIntervalSinceReferenceDate: -.infinity)
    case .secondAgo: Date(timeIntervalSinceNow: -1)
    case .now: Date()
    case .notANumber: Date(timeIntervalSinceReferenceDate: .nan)
    case .soon: Date(timeIntervalSinceNow: 0.005)
    case .tomorrow: Date(timeIntervalSinceNow: 86_400)
    case .after2262: Date(timeIntervalSince1970: 9_250_000_000)
    case .infinity: Date(timeIntervalSinceReferenceDate: .infinity)
    case .distantFuture: .distantFuture
    }
  }

  /// Those that come while a test waits.
  static let near: [Limit] = [.distantPast, .minusInfinity, .secondAgo, .now, .notANumber, .soon]
  /// Those that do not.
  static let far: [Limit] = [.tomorrow, .after2262, .infinity, .distantFuture]

  /// Whether Foundation's class can wait until this limit without ending the process.
  var isSafeForFoundation: Bool {
    switch self {
    case .distantPast, .secondAgo, .now, .soon, .tomorrow: true
    default: false
    }
  }
}

internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockReporting

extension Settings {
  static let defaultSignal: Int32 = SIGUSR1

  /// Reads the environment; warnings name the variable and what it takes.
  ///
  /// In a set-user-id program the environment is ignored.
  static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    isTrusted: Bool = gl_environment_is_trusted()
  ) -> (settings: Settings, warnings: [String]) {
    var settings = Settings()
    var warnings: [String] = []
    guard isTrusted else { return (settings, warnings) }

    func choose<Value: RawRepresentable & CaseIterable>(_ name: String, _ value: inout Value)
    where Value.RawValue == String {
      guard let text = environment[name], !text.isEmpty else { return }
      if let known = Value(rawValue: text.lowercased()) {
        value = known
      } else {
        let accepted = Value.allCases.map(\.rawValue).joined(separator: ", ")
        warnings.append(warning(name, text, accepted, keeps: value.rawValue))
      }
    }
    func milliseconds(_ name: String, _ nanoseconds: inout UInt64) {
      guard let text = environment[name], !text.isEmpty else { return }
      if let number = UInt64(text), number > 0, number <= 86_400_000 {
        nanoseconds = number * 1_000_000
      } else {
        warnings.append(
          warning(
            name, text, "milliseconds from 1 to 86400000", keeps: "\(nanoseconds / 1_000_000)"))
      }
    }

    choose("GRIDLOCK", &settings.mode)
    choose("GRIDLOCK_REACTION", &settings.reaction)
    milliseconds("GRIDLOCK_LONG_HOLD", &settings.thresholds.longHold)
    milliseconds("GRIDLOCK_LONG_WAIT", &settings.thresholds.longWait)
    if let path = environment["GRIDLOCK_OUTPUT"], !path.isEmpty { settings.outputPath = path }
    var atExit = AtExit.nothing
    choose("GRIDLOCK_AT_EXIT", &atExit)
    settings.reportsAtExit = atExit == .report
    settings.writesBaselineAtExit = atExit == .baseline
    choose("GRIDLOCK_WAKE", &settings.wakePolicy)
    if let path = environment["GRIDLOCK_SUPPRESS"], !path.isEmpty {
      settings.suppressionPath = path
    }
    if let path = environment["GRIDLOCK_BASELINE"], !path.isEmpty { settings.baselinePath = path }
    if let text = environment["GRIDLOCK_SIGNAL"], !text.isEmpty {
      if !settings.readSignal(text) {
        warnings.append(
          warning(
            "GRIDLOCK_SIGNAL", text,
            "none, USR1, USR2, a number from 1 to 64; with +chain behind to take it over",
            keeps: "USR1"))
      }
    }
    return (settings, warnings + misspelled(environment.keys))
  }

  /// All variables there are.
  private static let variables = [
    "GRIDLOCK", "GRIDLOCK_REACTION", "GRIDLOCK_OUTPUT", "GRIDLOCK_RECORD", "GRIDLOCK_SIGNAL",
    "GRIDLOCK_AT_EXIT", "GRIDLOCK_SUPPRESS", "GRIDLOCK_BASELINE", "GRIDLOCK_WAKE",
    "GRIDLOCK_LONG_HOLD", "GRIDLOCK_LONG_WAIT", "GRIDLOCK_SCHEDULE",
  ]

  /// A warning for each name that is almost one of these. Others that begin so may be the program's.
  private static func misspelled(_ names: some Sequence<String>) -> [String] {
    names.filter { $0.hasPrefix("GRIDLOCK") && $0.count < 40 && !variables.contains($0) }.sorted()
      .compactMap { name in
        variables.first { $0.count > 8 && editDistance(name, $0) <= 2 }.map {
          "Gridlock: \(Escape.text(name)) is set, which is no variable of Gridlock's; \($0) is one."
        }
      }
  }

  private enum AtExit: String, CaseIterable {
    case nothing
    case report
    case baseline
  }

  private mutating func readSignal(_ text: String) -> Bool {
    var name = text.uppercased()
    let chains = name.hasSuffix("+CHAIN")
    if chains { name.removeLast(6) }
    if name.hasPrefix("SIG") { name.removeFirst(3) }
    let unusable: Set<Int32> = [SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT]
    switch name {
    case "NONE": signal = 0
    case "USR1": signal = SIGUSR1
    case "USR2": signal = SIGUSR2
    default:
      guard let number = Int32(name), (1...64).contains(number), !unusable.contains(number) else {
        return false
      }
      signal = number
    }
    takesSignalOver = chains
    return true
  }

  private static func warning(
    _ name: String, _ text: String, _ accepted: String, keeps value: String
  ) -> String {
    "Gridlock: \(name)=\(Escape.text(String(text.prefix(64)))) is not known; it takes \(accepted). Going on with \(value)."
  }
}

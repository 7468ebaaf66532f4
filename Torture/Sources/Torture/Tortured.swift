import Foundation
import Gridlock
import GridlockAnalysis

/// The tortured process: runs programs, several at once, while signals come every two milliseconds.
struct Tortured {
  let seed: UInt64
  let seconds: Double

  /// Whether this process only uses locks as they are meant to be.
  var isCorrect: Bool { Self.isCorrect(seed: seed) }

  static func isCorrect(seed: UInt64) -> Bool { seed % 4 != 3 }

  func run() {
    var random = Random(seed: seed)
    // From here on the signal is taken care of.
    guard Detector.isRecording else { fail("this build records nothing") }
    let progress = Progress()
    let signals = Signals(watching: progress)
    let end = Date(timeIntervalSinceNow: seconds)
    var counts: [String: Int] = [:]
    while Date() < end {
      progress.begin()
      let programs = (0..<1 + random.below(3)).map { _ in pick(&random) }
      for program in programs { counts[program.name, default: 0] += 1 }
      let running = programs.map { program in
        let seed = random.split()
        return Worker.start(isKnown: true) {
          var own = seed
          program.run(&own)
        }
      }
      for worker in running { worker.join() }
    }
    signals.stop()
    if isCorrect { checkFindings() }
    let told = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("programs: \(told.joined(separator: ", "))")
    // Ends while a report is being written.
    kill(getpid(), SIGUSR1)
    exit(0)
  }

  private func pick(_ random: inout Random) -> Program {
    let programs = isCorrect ? Program.correct : Program.correct + Program.misusing
    return programs[random.below(programs.count)]
  }

  /// Nothing may be found but what is true of a machine that is too busy.
  private func checkFindings() {
    let ofTime: Set<Finding.Kind> = [.starvation, .longHold, .longWait]
    let found = Detector.findings().filter {
      $0.severity >= .warning && !ofTime.contains($0.kind)
    }
    guard !found.isEmpty else { return }
    fail("found in correct programs: \(found.map(\.kind))", showingReport: true)
  }
}

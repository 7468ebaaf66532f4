import Foundation

@main
enum Main {
  /// Everything that can be measured, by the first part of its name.
  static let groups: [String: @Sendable (Options) throws -> [Outcome]] = [
    "pair": PairRows.run, "handoff": HandOffRows.run, "alternate": AlternateRows.run,
    "contended": ContendedRow.run, "deep": DeepRow.run, "tsan": FactorRow.run,
    "helgrind": FactorRow.run, "create": CreateRow.run, "analyze": AnalyzeRow.run,
    "report": ReportRow.run, "recorded": RecordedRow.run,
    "memory": MemoryRows.run, "scale": ScaleRow.run,
    "clean": CleanRow.run, "plot": PlotRows.run,
  ]

  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let group = options.name.split(separator: ".").first.map(String.init) ?? ""
      guard let run = groups[group] else { throw Problem("no row \(options.name)") }
      for outcome in try run(options) { print(outcome.json) }
      fflush(nil)
      // Threads that wait for good end with the process.
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("gridlock-bench: \(error)\n".utf8))
      exit(2)
    }
  }
}

import Foundation

/// Random programs on real locks. See `Scripts/torture.sh`.
@main
enum Torture {
  static let usage = """
    usage: torture soak SECONDS SEED GRIDLOCK TRACECHECK   random programs in processes of their own
           torture run SEED SECONDS                        the programs of one process
           torture plant NUMBER                            a hang that must be found
           torture agree COUNT SEED                        random calls on Foundation's class and ours

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let numbers = arguments.dropFirst().compactMap { UInt64($0) }
    switch (arguments.first, numbers.count) {
    case ("soak", 2) where arguments.count == 5:
      Soak(
        seconds: Double(numbers[0]), seed: numbers[1], command: arguments[3],
        traceCheck: arguments[4]
      ).run()
    case ("run", 2): Tortured(seed: numbers[0], seconds: Double(numbers[1])).run()
    case ("plant", 1): Planted.run(Int(numbers[0]))
    case ("agree", 2): Agreement(count: Int(numbers[0]), seed: numbers[1]).run()
    default:
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
  }
}

import Foundation

/// The parent: starts processes, stops and continues them, reads them from outside, and judges.
struct Soak {
  let seconds: Double
  let seed: UInt64
  /// The `gridlock` command.
  let command: String
  /// The program that holds a recording against the specification of a lock.
  let traceCheck: String

  func run() {
    var random = Random(seed: seed)
    let end = Date(timeIntervalSinceNow: seconds)
    var processes = 0
    var dumps = 0
    var changes = 0
    var planted: [String: Int] = [:]
    while Date() < end {
      // Below 2^32, so that it is easy to type.
      let childSeed = random.next() >> 32
      let child = Child(["run", "\(childSeed)", "\(4 + random.below(6))"])
      dumps += watch(child, &random)
      guard child.status == 0 else { child.giveUp("torture run \(childSeed) 10") }
      if Tortured.isCorrect(seed: childSeed) { changes += checkTrace(of: child, childSeed) }
      processes += 1
      print(child.output.split(separator: "\n").last.map(String.init) ?? "")
      let number = random.below(1_000)
      let kind = Planted.kinds[number % Planted.kinds.count]
      findPlanted(number, kind)
      planted[kind, default: 0] += 1
    }
    print("torture: \(processes) processes, \(dumps) dumps from outside; found \(planted)")
    print("torture: \(changes) recorded changes of hands accepted by the specification")
    print("torture: clean; seed \(seed)")
  }

  /// Stops, continues and dumps a process until it ends; answers how often it was read.
  private func watch(_ child: Child, _ random: inout Random) -> Int {
    let limit = Date(timeIntervalSinceNow: 180)
    var dumps = 0
    while child.isRunning {
      guard Date() < limit else { child.giveUp("a process that did not end") }
      usleep(useconds_t(random.below(200_000)))
      let stops = random.oneIn(2)
      if stops { kill(child.id, SIGSTOP) }
      if random.oneIn(3), dump(child) { dumps += 1 }
      if stops {
        usleep(useconds_t(random.below(50_000)))
        kill(child.id, SIGCONT)
      }
    }
    return dumps
  }

  /// Reads a live process from outside: what is there must always parse.
  private func dump(_ child: Child) -> Bool {
    let reader = Child(["dump", "\(child.id)", "--json"], program: command)
    reader.wait(seconds: 60)
    // Two: it has ended meanwhile, or has recorded nothing yet.
    if reader.status == 2 { return false }
    guard reader.status == 0 || reader.status == 1,
      let object = try? JSONSerialization.jsonObject(with: Data(reader.output.utf8)),
      let report = object as? [String: Any], report["losses"] != nil
    else {
      kill(child.id, SIGCONT)
      reader.giveUp("dump of a live process ended with \(reader.status)")
    }
    return true
  }

  /// The events a process and its forks have recorded must be those of locks; answers how often locks changed hands.
  private func checkTrace(of child: Child, _ seed: UInt64) -> Int {
    let checker = Child(child.recorded, program: traceCheck)
    checker.wait(seconds: 60)
    let words = checker.output.split(separator: " ")
    guard checker.status == 0, words.count > 2, let changes = Int(words[2]) else {
      checker.giveUp("trace of torture run \(seed) 10")
    }
    return changes
  }

  private func findPlanted(_ number: Int, _ kind: String) {
    let child = Child(["plant", "\(number)"])
    let limit = Date(timeIntervalSinceNow: 60)
    while !child.output.contains(": \(kind) ") {
      guard child.isRunning, Date() < limit else {
        child.giveUp("torture plant \(number): no \(kind) found")
      }
      usleep(20_000)
    }
    child.end()
  }
}

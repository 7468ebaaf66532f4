import Foundation
import Testing

extension LiveTests {
  /// What a report says of a thread that holds a wanted lock and does something else.
  @Suite struct HolderTests {
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/LiveFixture/LiveFixture+Holders.swift")
      .standardized.path
    private let source = Source(fixture)

    #if arch(arm64)
      static let pause = "ppoll"
    #else
      static let pause = "pause"
    #endif

    /// What the report says from the holder on, and what came after it, without what differs between
    /// kernels and C libraries.
    private func told(_ work: String, environment: [String: String] = [:]) throws -> String {
      let end = try Program.fixture("holder-\(work)", environment: environment).wait()
      let text = Told(end.output).normalized
        .replacing(/pipe:\[\d+\]/, with: "pipe")
        .replacing(/\ \([\w.]+ in the kernel\)/, with: "")
        .replacing(/\([^()]*\/([\w+]+\.swift:\d+):\d+\)/) { "(\($0.output.1))" }
      var lines = text.split(separator: "\n").filter { !$0.contains("(libc.so") }
      lines.removeFirst(lines.firstIndex { $0.contains("is held by") } ?? 0)
      let last = lines.firstIndex { $0.contains("holds no lock") } ?? lines.count
      let outcome = lines.suffix(1)
      return (lines.prefix(last) + outcome).joined(separator: "\n")
    }

    private var taken: String {
      """
        "wanted" is held by "holder" (thread #N, tid N); taken TIME ago in lock()
            at closure #1 in static LiveFixture.holder(_:) (\(source.place("holder takes wanted")))
      """
    }

    private var work: String {
      "at closure #1 in static LiveFixture.holder(_:) (\(source.place("holder works")))"
    }

    @Test("One that computes is told with its stack, and goes on computing")
    func computing() throws {
      let told = try told("computing")
      // An instruction in the loop that the compiler made of itself has no line.
      #expect(
        told.replacing(/(Holders.swift:\d+|0xN)\)\n      at HolderWork.run\(\) \(.*\)/) { _ in
          "here)\n      at run"
        } == """
          \(taken)
              which computes
                at HolderWork.compute() (LiveFixture+here)
                at run
                \(work)
          went on: computed; SIGPROF is free
          """, "\(told)")
    }

    @Test("A worker of a dispatch queue, which blocks most signals, is told with its stack too")
    func queue() throws {
      let told = try told("queue")
      #expect(told.contains("is held by thread #N (tid N, dispatch worker); taken"), "\(told)")
      #expect(told.contains("which computes\n      at HolderWork.compute() ("), "\(told)")
      #expect(told.hasSuffix("went on: computed; SIGPROF is free"), "\(told)")
    }

    @Test("One that reads a pipe is told with the pipe and its stack, and the read goes on")
    func pipe() throws {
      let told = try told("pipe")
      #expect(
        told.replacing(/HolderWork.run\(\) \(.*\)/, with: "run") == """
          \(taken)
              which sleeps in read() of pipe
                at HolderWork.readPipe() (\(source.place("holder reads")))
                at run
                \(work)
          went on: read 1 byte; SIGPROF is free
          """, "\(told)")
    }

    @Test("One that waits for another library's mutex is told with its stack, and gets the mutex")
    func mutex() throws {
      let told = try told("mutex")
      #expect(
        told.replacing(/\ *at .*NSLock.*\n/, with: "") == """
          \(taken)
              which sleeps in futex()
                at HolderWork.run() (\(source.place("holder waits for the mutex")))
                \(work)
          went on: has the mutex; SIGPROF is free
          """, "\(told)")
    }

    @Test(
      "Where a stack can't be had without harm, the report says why, and nothing is sent",
      arguments: [
        ("blocked", "computes", "it blocks SIGPROF, which asks for one", "computed", "free"),
        ("poll", "sleeps in poll()", "a signal could end poll() early", "poll gave 1", "free"),
        (
          "taken", "computes", "SIGPROF, which asks for one, has a handler of the program's",
          "computed", "taken"
        ),
      ])
    func without(_ work: String, does: String, why: String, outcome: String, signal: String) throws
    {
      let told = try told(work)
      #expect(
        told == """
          \(taken)
              which \(does)
                (no stack: \(why))
          went on: \(outcome); SIGPROF is \(signal)
          """, "\(told)")
    }

    @Test("Where no signal is wanted, none is sent")
    func none() throws {
      let told = try told("computing", environment: ["GRIDLOCK_SIGNAL": "none"])
      #expect(
        told == """
          \(taken)
              which computes
                (no stack: GRIDLOCK_SIGNAL=none, and a signal asks for one)
          went on: computed; SIGPROF is free
          """, "\(told)")
    }

    @Test("Where a thread that never used Gridlock may be what is waited for, it is told")
    func stranger() throws {
      let program = try Program.fixture("stranger")
      let text = program.output(until: "ready")
      program.end()
      let section = text.components(separatedBy: "--- Threads that never used Gridlock's locks ---")
      let lines = (section.last ?? "").split(separator: "\n").prefix { !$0.hasPrefix("---") }
      #expect(section.count == 2, "\(text)")
      let stranger = lines.firstIndex { $0.contains("sleeps in read() of pipe:[") }
      #expect(stranger != nil, "\(text)")
      #expect(lines.contains { $0.contains("at HolderWork.readPipe() (") }, "\(text)")
    }
  }
}

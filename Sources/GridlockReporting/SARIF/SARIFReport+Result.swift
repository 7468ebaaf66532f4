import Foundation
import GridlockAnalysis
import GridlockEvents

extension SARIFReport {
  func result(_ finding: Finding) -> JSONValue {
    let headline = Headline(finding, labels: labels)
    let parts = finding.participants
    let main = parts.first { $0.role == .waits || $0.role == .caused } ?? parts.first
    let others = parts.filter { $0 != main }
    return .members([
      "ruleId": .string(finding.kind.rawValue),
      "ruleIndex": Finding.Kind.allCases.firstIndex(of: finding.kind).map(JSONValue.integer),
      "kind": .string("fail"),
      "level": .string(finding.severity.rawValue),
      "message": message("\(headline.title): \(headline.sentence). \(finding.kind.advice)"),
      "locations": JSONValue.list(main.map { [location(of: $0.mark, nil)] } ?? []),
      "relatedLocations": JSONValue.list(
        others.enumerated().compactMap { index, part in
          frame(of: part.mark) == nil
            ? nil : location(of: part.mark, told(part), id: index + 1)
        }),
      "stacks": JSONValue.list(parts.map(stack)),
      "codeFlows": JSONValue.list(flows(of: finding)),
      "partialFingerprints": .members([
        "gridlockFinding/v1": .string(finding.fingerprint(in: report))
      ]),
      "properties": .members([
        "occurrence": .string(finding.occurrence.rawValue),
        "certainty": .string(finding.certainty.rawValue),
        "also": JSONValue.list(finding.also.map { .string($0.rawValue) }),
        "reasons": JSONValue.list(finding.reasons.map { .string(Escape.text($0)) }),
        "victims": JSONValue.list(finding.victims.map { .string(labels.thread($0)) }),
      ]),
    ])
  }

  /// One thread's part in a sentence: `"worker-1" waits in lock() for lock "B"`.
  func told(_ part: Finding.Participant) -> String {
    let call = part.operation.call(part.value)
    let lock = part.lock.map(labels.lockWithKind)
    let thread = labels.thread(part.mark.thread)
    let text =
      switch part.role {
      case .waits: "\(thread) waits in \(call)" + (lock.map { " for \($0)" } ?? "")
      case .holds: "\(thread) holds \(lock ?? "a lock"), taken in \(call)"
      case .caused: "\(thread) caused it with \(call)" + (lock.map { " on \($0)" } ?? "")
      case .couldHelp: "\(thread) could help, but is in \(call)" + (lock.map { " on \($0)" } ?? "")
      case .witness: "\(thread) called \(call)" + (lock.map { " on \($0)" } ?? "")
      }
    return text + labels.tag(part.mark)
  }

  // MARK: - Stacks and flows

  private func stack(_ part: Finding.Participant) -> JSONValue {
    let thread = threadNumber(part.mark.thread)
    var frames = report.frames(of: part.mark).fromUser.map { frame -> JSONValue in
      .members([
        "location": location(of: frame),
        "module": JSONValue.text(frame.image.map { Escape.text($0) }),
        "threadId": .integer(thread),
        "properties": frame.buildID.isEmpty
          ? nil : .members(["buildID": .string(frame.buildIDText)]),
      ])
    }
    // A stack has at least one frame; this one only tells the thread.
    if frames.isEmpty {
      frames = [
        .members([
          "location": location(of: part.mark, "no stack was kept"), "threadId": .integer(thread),
        ])
      ]
    }
    return .members(["message": message(told(part)), "frames": .array(frames)])
  }

  private func threadNumber(_ id: ThreadID) -> Int {
    let system = report.state.threads[id]?.systemID ?? 0
    return system > 0 ? Int(system) : Int(id.index)
  }

  /// One flow, in which each thread has the steps it took, in order of time.
  private func flows(of finding: Finding) -> [JSONValue] {
    let steps = finding.participants.enumerated().sorted {
      ($0.element.mark.time, $0.offset) < ($1.element.mark.time, $1.offset)
    }.map(\.element)
    var threads: [ThreadID] = []
    for step in finding.participants where !threads.contains(step.mark.thread) {
      threads.append(step.mark.thread)
    }
    guard !threads.isEmpty else { return [] }
    let flows = threads.map { thread -> JSONValue in
      let locations = steps.enumerated().filter { $0.element.mark.thread == thread }.map {
        order, step -> JSONValue in
        let date = step.mark.time > 0 ? report.process.date(of: step.mark.time) : nil
        return .members([
          "location": location(of: step.mark, told(step)),
          "kinds": .array([.string(kind(of: step.role)), .string("lock")]),
          "executionOrder": .integer(order + 1),
          "executionTimeUtc": date.map {
            .string($0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
          },
          "importance": .string(step.role == .witness ? "important" : "essential"),
        ])
      }
      return .members([
        "id": .string(labels.threadWithIDs(thread)),
        "message": message(labels.threadWithIDs(thread)),
        "locations": .array(locations),
      ])
    }
    return [.members(["threadFlows": .array(flows)])]
  }

  private func kind(of role: Finding.Participant.Role) -> String {
    switch role {
    case .waits, .couldHelp: "wait"
    case .holds: "acquire"
    case .caused: "cause"
    case .witness: "call"
    }
  }
}

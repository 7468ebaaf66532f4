import GridlockAnalysis
import GridlockEvents

extension SARIFReport {
  /// The user's call that a mark stands for.
  func frame(of mark: Mark) -> Frame? { report.frames(of: mark).firstOfUser }

  func location(of mark: Mark, _ text: String?, id: Int? = nil) -> JSONValue {
    let frame = frame(of: mark)
    let tag = report.name(of: mark.tag).map { Escape.text($0) }
    return location(of: frame, tag: tag, text, id: id)
  }

  func location(of frame: Frame) -> JSONValue {
    switch frame.kind {
    case .call: location(of: frame, tag: nil, nil, id: nil)
    case .omitted(let count): .members(["message": message("\(count) calls were not kept")])
    case .truncated: .members(["message": message("the stack goes on from here")])
    }
  }

  private func location(of frame: Frame?, tag: String?, _ text: String?, id: Int?) -> JSONValue {
    let function = tag ?? frame?.function.map { Escape.text($0) }
    return .members([
      "id": id.map(JSONValue.integer),
      "physicalLocation": frame.flatMap(physicalLocation),
      "logicalLocations": function.map {
        .array([
          .members(["fullyQualifiedName": .string($0), "kind": .string("function")])
        ])
      },
      "message": text.map(message),
    ])
  }

  private func physicalLocation(_ frame: Frame) -> JSONValue? {
    if let file = frame.file {
      let inside = relative(file)
      return .members([
        "artifactLocation": .members([
          "uri": .string(SARIFReport.uri(inside ?? file)),
          "uriBaseId": inside == nil ? nil : .string(SARIFReport.rootName),
        ]),
        "region": frame.line > 0
          ? .members([
            "startLine": .integer(frame.line),
            "startColumn": frame.column > 0 ? .integer(frame.column) : nil,
          ]) : nil,
      ])
    }
    guard frame.address > 0 || frame.image != nil else { return nil }
    return .members([
      "address": .members([
        "absoluteAddress": frame.address > 0 && frame.address < UInt64(Int.max)
          ? .unsigned(frame.address) : nil,
        "offsetFromParent": frame.image != nil && frame.offset < UInt64(Int.max)
          ? .unsigned(frame.offset) : nil,
        "name": JSONValue.text(frame.image.map { Escape.text($0) }),
        "kind": .string("instruction"),
      ])
    ])
  }

  private func relative(_ path: String) -> String? {
    guard let directory else { return nil }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    guard path.hasPrefix(prefix), path.utf8.count > prefix.utf8.count else { return nil }
    return String(path.dropFirst(prefix.count))
  }
}

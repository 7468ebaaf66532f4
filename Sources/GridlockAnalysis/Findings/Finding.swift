public import GridlockEvents

/// Something wrong that a detector saw or foresaw, with all that is needed to explain it.
public struct Finding: Sendable, Hashable {
  public var kind: Kind
  /// Other kinds that fit the same stuck wait.
  public var also: [Kind]
  public var occurrence: Occurrence
  public var certainty: Certainty
  public var severity: Severity
  /// The threads and operations that take part, in the order the story is told.
  public var participants: [Participant]
  /// Threads stuck behind this, that are no part of it.
  public var victims: [ThreadID]
  /// Why the certainty and the severity are what they are, a sentence each.
  public var reasons: [String]

  public init(
    kind: Kind, also: [Kind] = [], occurrence: Occurrence = .actual, certainty: Certainty,
    severity: Severity, participants: [Participant], victims: [ThreadID] = [],
    reasons: [String] = []
  ) {
    self.kind = kind
    self.also = also
    self.occurrence = occurrence
    self.certainty = certainty
    self.severity = severity
    self.participants = participants
    self.victims = victims
    self.reasons = reasons
  }
}

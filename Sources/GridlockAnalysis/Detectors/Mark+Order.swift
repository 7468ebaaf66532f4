extension Mark {
  /// Whether this happened after `other`, which must be of the same lock.
  ///
  /// Sequence numbers decide, compared with wrap-around; time decides where they tie.
  /// - Complexity: O(1)
  public func isAfter(_ other: Mark) -> Bool {
    let distance = Int32(bitPattern: sequence &- other.sequence)
    return distance == 0 ? time > other.time : distance > 0
  }
}

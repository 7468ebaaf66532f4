/// An id made of the index of a pooled slot and the generation of that slot.
public protocol SlotID: Hashable, Sendable, Comparable {
  /// The slot: small, and used again once its holder is gone.
  var index: UInt32 { get }
}

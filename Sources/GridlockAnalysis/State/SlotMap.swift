public import GridlockEvents

/// A map by thread or lock id that finds an entry by the id's slot, without hashing.
///
/// Where several generations of a slot are kept, the one put in last is found so and the others by
/// hashing, as are ids of slots beyond `directSlots`, which only a damaged recording has. Goes
/// through its entries in the order they were put in, until one is taken out: the last then takes
/// its place.
///
/// - Complexity: O(1) to find, change, put in and take out. Takes 4 bytes for each slot up to the
///   highest that is used, at most 4 MiB, beside the entries.
public struct SlotMap<ID: SlotID, Value: Sendable>: Sendable {
  static var directSlots: Int { 1 << 20 }
  static var nowhere: UInt32 { .max }

  private(set) var ids: ContiguousArray<ID> = []
  private(set) var entries: ContiguousArray<Value> = []
  /// By slot: the position of its entry that was put in last.
  private var latest: ContiguousArray<UInt32> = []
  /// The positions of all others.
  private var others: [ID: Int] = [:]

  public init() {}

  /// How many entries there are.
  public var count: Int { ids.count }

  public var isEmpty: Bool { ids.isEmpty }

  /// Ids in the order of the entries.
  public var keys: some RandomAccessCollection<ID> { ids }

  /// Entries without their ids.
  public var values: some RandomAccessCollection<Value> { entries }

  /// The entry of an id. Setting nil takes it out.
  public subscript(id: ID) -> Value? {
    get { position(of: id).map { entries[$0] } }
    _modify {
      let position = position(of: id)
      var value = position.map { take(at: $0) }
      defer {
        if let value {
          if let position { put(value, at: position) } else { insert(value, at: id) }
        } else if let position {
          remove(at: position)
        }
      }
      yield &value
    }
  }

  /// The entry of an id, which is put in when it is changed and wasn't there.
  public subscript(id: ID, default initial: @autoclosure () -> Value) -> Value {
    get { self[id] ?? initial() }
    _modify {
      let position = position(of: id) ?? insert(initial(), at: id)
      yield &entries[position]
    }
  }

  /// The entry at a position, which stays until an entry is taken out.
  subscript(at position: Int) -> Value {
    _read { yield entries[position] }
    _modify { yield &entries[position] }
  }

  /// Where the entry of an id is.
  func position(of id: ID) -> Int? {
    let slot = Int(id.index)
    if slot < latest.count, latest[slot] != Self.nowhere {
      let position = Int(latest[slot])
      if ids[position] == id { return position }
    }
    return others.isEmpty ? nil : others[id]
  }

  /// Puts in an entry for an id that has none.
  ///
  /// - Returns: its position.
  @discardableResult
  mutating func insert(_ value: Value, at id: ID) -> Int {
    let position = ids.count
    ids.append(id)
    entries.append(value)
    let slot = Int(id.index)
    guard slot < Self.directSlots else {
      others[id] = position
      return position
    }
    while latest.count <= slot { latest.append(Self.nowhere) }
    if latest[slot] != Self.nowhere {
      let former = Int(latest[slot])
      others[ids[former]] = former
    }
    latest[slot] = UInt32(position)
    return position
  }

  /// Moves an entry out, to be put back or removed: a copy would make a change copy its tables.
  private mutating func take(at position: Int) -> Value {
    entries.swapAt(position, entries.count - 1)
    return entries.removeLast()
  }

  private mutating func put(_ value: Value, at position: Int) {
    entries.append(value)
    entries.swapAt(position, entries.count - 1)
  }

  /// Lets the last entry have the place of one that was moved out.
  private mutating func remove(at position: Int) {
    place(of: ids[position], nil)
    ids.swapAt(position, ids.count - 1)
    ids.removeLast()
    if position < ids.count { place(of: ids[position], position) }
  }

  /// Notes where an entry has moved to.
  private mutating func place(of id: ID, _ position: Int?) {
    let slot = Int(id.index)
    if others.isEmpty || others[id] == nil {
      latest[slot] = position.map { UInt32($0) } ?? Self.nowhere
    } else {
      others[id] = position
    }
  }
}

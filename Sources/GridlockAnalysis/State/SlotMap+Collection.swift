extension SlotMap: Sequence {
  public typealias Element = (key: ID, value: Value)

  public struct Iterator: IteratorProtocol {
    let map: SlotMap
    var position = 0

    public mutating func next() -> Element? {
      guard position < map.count else { return nil }
      defer { position += 1 }
      return (map.ids[position], map[at: position])
    }
  }

  public var underestimatedCount: Int { count }

  public func makeIterator() -> Iterator { Iterator(map: self) }
}

extension SlotMap: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (ID, Value)...) {
    self.init()
    for (id, value) in elements { self[id] = value }
  }
}

/// Equal with the same entries, in whichever order they were put in.
extension SlotMap: Equatable where Value: Equatable {
  public static func == (left: SlotMap, right: SlotMap) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

extension SlotMap: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (id, value) in self {
      var entry = Hasher()
      entry.combine(id)
      entry.combine(value)
      sum &+= entry.finalize()
    }
    hasher.combine(sum)
  }
}

internal import CGridlock

/// The queue of a lock's waiters, found by the value they wait for.
///
/// Waiters that name no value stand in one list, in order of arrival. Waiters for a value stand in
/// a list of their own whose head is a node of a digital search tree over the mixed value, so a
/// release finds whom to wake in O(log values), whatever the number of waiters. Nodes lie in the
/// threads' records: queueing allocates nothing. All calls need the queue bit of the lock.
package struct WaitQueue {
  let core: CorePointer

  /// Puts a thread at the end of the line for its value.
  func enqueue(_ waiter: Waiter, names: Bool, wanted: Int) {
    waiter.pointee.names_value = names ? 1 : 0
    waiter.pointee.wanted = Int64(wanted)
    waiter.pointee.key = Self.mix(wanted)
    waiter.pointee.passed = 0
    waiter.pointee.next = nil
    waiter.pointee.previous = nil
    waiter.pointee.child = (nil, nil)
    waiter.pointee.parent = nil
    core.pointee.ticket = core.pointee.ticket &+ 1
    waiter.pointee.ticket = core.pointee.ticket
    core.pointee.waiters = core.pointee.waiters + 1
    names ? enqueueInTree(waiter) : enqueueInList(waiter)
  }

  /// Takes a thread out of the line.
  func remove(_ waiter: Waiter) {
    core.pointee.waiters = core.pointee.waiters - 1
    if core.pointee.chosen == waiter { core.pointee.chosen = nil }
    waiter.pointee.names_value != 0 ? removeFromTree(waiter) : removeFromList(waiter)
  }

  /// The waiter that has waited longest of those that could take the lock now.
  func firstAble() -> Waiter? {
    let plain = core.pointee.first
    guard let valued = find(gl_core_value(core)) else { return plain }
    guard let plain else { return valued }
    return plain.pointee.ticket < valued.pointee.ticket ? plain : valued
  }

  /// The waiter that came last of those that could take the lock now.
  func lastAble() -> Waiter? {
    let plain = core.pointee.last
    // The `previous` of a list's head is its end.
    guard let valued = find(gl_core_value(core))?.pointee.previous else { return plain }
    guard let plain else { return valued }
    return plain.pointee.ticket > valued.pointee.ticket ? plain : valued
  }

  /// Every waiter, in no order.
  var everybody: [Waiter] {
    var found = plainWaiters
    var heads = [core.pointee.tree].compactMap { $0 }
    while let head = heads.popLast() {
      found += sequence(first: head, next: { $0.pointee.next })
      heads += [head.pointee.child.0, head.pointee.child.1].compactMap { $0 }
    }
    return found
  }

  /// Whether a waiter could take the lock now, were it free.
  func isAble(_ waiter: Waiter) -> Bool {
    waiter.pointee.names_value == 0 || waiter.pointee.wanted == gl_core_value(core)
  }

  /// The waiters that name no value, in order of arrival.
  var plainWaiters: [Waiter] {
    Array(sequence(first: core.pointee.first, next: { $0?.pointee.next }).compactMap { $0 })
  }

  /// One to one, so that different values never share a node, and with well spread high bits.
  private static func mix(_ value: Int) -> UInt64 {
    var key = UInt64(bitPattern: Int64(value)) &* 0x9e37_79b9_7f4a_7c15
    key ^= key >> 32
    return key &* 0xd6e8_feb8_6659_fd93
  }

  // MARK: Waiters that name no value

  private func enqueueInList(_ waiter: Waiter) {
    if let last = core.pointee.last {
      last.pointee.next = waiter
      waiter.pointee.previous = last
    } else {
      core.pointee.first = waiter
    }
    core.pointee.last = waiter
  }

  private func removeFromList(_ waiter: Waiter) {
    let next = waiter.pointee.next
    let previous = waiter.pointee.previous
    if let previous { previous.pointee.next = next } else { core.pointee.first = next }
    if let next { next.pointee.previous = previous } else { core.pointee.last = previous }
  }

  // MARK: Waiters for a value. A head's `previous` is the end of its list.

  private func find(_ value: Int64) -> Waiter? {
    let key = Self.mix(Int(value))
    var node = core.pointee.tree
    var bits = key
    while let here = node, here.pointee.key != key {
      node = Self.child(here, bits >> 63)
      bits <<= 1
    }
    return node
  }

  private func enqueueInTree(_ waiter: Waiter) {
    let key = waiter.pointee.key
    var bits = key
    guard var here = core.pointee.tree else {
      core.pointee.tree = waiter
      waiter.pointee.previous = waiter
      return
    }
    while here.pointee.key != key {
      guard let next = Self.child(here, bits >> 63) else {
        Self.setChild(here, bits >> 63, waiter)
        waiter.pointee.parent = here
        waiter.pointee.previous = waiter
        return
      }
      here = next
      bits <<= 1
    }
    let last = here.pointee.previous!
    last.pointee.next = waiter
    waiter.pointee.previous = last
    here.pointee.previous = waiter
  }

  private func removeFromTree(_ waiter: Waiter) {
    let isHead = waiter.pointee.parent != nil || core.pointee.tree == waiter
    guard isHead else {
      let head = find(waiter.pointee.wanted)!
      waiter.pointee.previous!.pointee.next = waiter.pointee.next
      if let next = waiter.pointee.next {
        next.pointee.previous = waiter.pointee.previous
      } else {
        head.pointee.previous = waiter.pointee.previous
      }
      return
    }
    if let next = waiter.pointee.next {
      // The next in line becomes the head; alone in its list, it is its own end.
      next.pointee.previous = next.pointee.next == nil ? next : waiter.pointee.previous
      replace(waiter, by: next)
      return
    }
    // Any leaf below shares the bits that lead here, so it can stand in this place.
    var leaf = waiter
    while let below = leaf.pointee.child.0 ?? leaf.pointee.child.1 { leaf = below }
    detach(leaf)
    if leaf != waiter { replace(waiter, by: leaf) }
  }

  /// Unlinks a node that has no children.
  private func detach(_ leaf: Waiter) {
    guard let parent = leaf.pointee.parent else {
      core.pointee.tree = nil
      return
    }
    if parent.pointee.child.0 == leaf {
      parent.pointee.child.0 = nil
    } else {
      parent.pointee.child.1 = nil
    }
    leaf.pointee.parent = nil
  }

  private func replace(_ old: Waiter, by new: Waiter) {
    let children = old.pointee.child
    new.pointee.child = children
    new.pointee.parent = old.pointee.parent
    children.0?.pointee.parent = new
    children.1?.pointee.parent = new
    guard let parent = old.pointee.parent else {
      core.pointee.tree = new
      return
    }
    if parent.pointee.child.0 == old {
      parent.pointee.child.0 = new
    } else {
      parent.pointee.child.1 = new
    }
  }

  private static func child(_ node: Waiter, _ bit: UInt64) -> Waiter? {
    bit == 0 ? node.pointee.child.0 : node.pointee.child.1
  }

  private static func setChild(_ node: Waiter, _ bit: UInt64, _ child: Waiter) {
    if bit == 0 { node.pointee.child.0 = child } else { node.pointee.child.1 = child }
  }
}

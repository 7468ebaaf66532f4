// swift-format-ignore-file

extension Golden {
  static let exitHolding = """
    Gridlock: error: exit-holding (certain): "loader" ended while holding lock "table", and thread #3 waits for it

    thread #3 (tid 4703) has been stuck for 1.2 s:
      waits in lock() for lock "table"
          at Table.get(_:) (Table.swift:7:7)
      "table" is held by "loader" (thread #2, tid 4702), which ended 1.5 s ago; taken 1.6 s ago in lock()
          at Loader.load() (Loader.swift:12:7)
      holds no lock

    What to do: Unlock in a defer, or use withLock, so that no way out of the thread leaves it locked.
    Finding id: exit-holding-fbbc8b5b5c49

    """

  static let nonOwner = """
    Gridlock: warning: non-owner (certain): the main thread called unlock(withCondition: 3) on condition lock "gate", held by "worker"

    the main thread (thread #1, tid 4701) called unlock(withCondition: 3) on condition lock "gate" 200 ms ago
      at finish() (main.swift:21:7)
    "worker" (thread #2, tid 4702) holds condition lock "gate" for 500 ms, taken in lock()
      at work() (main.swift:8:7)

    What to do: Unlock on the thread that locked, or declare the hand-off so that it is expected.
    Finding id: non-owner-dc9964d324a6

    """

  static let order = """
    Gridlock: warning: order (predicted, probable): nothing hung this time, but locks "A" and "B" are taken in opposite orders by "worker-1" and "worker-2", which can leave them waiting for each other

    A schedule that would hang:
      1. "worker-1" (thread #2, tid 4702) calls lock() on lock "A"
          at transfer() (Bank.swift:30:7)
      2. "worker-2" (thread #3, tid 4703) calls lock() on lock "B"
          at audit() (Bank.swift:52:7)
      3. "worker-1" (thread #2, tid 4702) calls lock() on lock "B" and waits for ever
          at transfer() (Bank.swift:31:7)
      4. "worker-2" (thread #3, tid 4703) calls lock() on lock "A" and waits for ever
          at audit() (Bank.swift:53:7)

    Why probable:
      - no gate lock is held around both orders
    What to do: Take these locks in one order everywhere, or guard both orders with one outer lock.
    Finding id: order-53bb305ea410

    """

  static let destroyedBusy = """
    Gridlock: error: destroyed-busy (certain): lock "scratch" was destroyed while "worker" held it

    "worker" (thread #2, tid 4702) holds lock "scratch" for 500 ms, taken in lock()
      at Worker.run() (Worker.swift:17:7)
    the main thread (thread #1, tid 4701) destroyed lock "scratch" 1.0 ms ago
      at Job.deinit (Job.swift:30:7)

    What to do: Keep the lock alive until every thread that uses it is done: join them before letting it go.
    Finding id: destroyed-busy-90f0e3b773da

    """
}

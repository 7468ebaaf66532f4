// swift-format-ignore-file

/// What the stories must read like, letter for letter.
enum Golden {
  static let cycle = """
    Gridlock: error: cycle (certain): "worker-1" and "worker-2" wait for each other's locks "A" and "B"

    "worker-1" (thread #2, tid 4702) has been stuck for 2.3 s:
      waits in lock() for lock "B"
          at Bank.transfer(from:to:) (Bank.swift:31:7)
      "B" is held by "worker-2" (thread #3, tid 4703), which is stuck too
      holds lock "A" for 2.5 s, taken in lock()
          at Bank.transfer(from:to:) (Bank.swift:30:7)

    "worker-2" (thread #3, tid 4703) has been stuck for 2.2 s:
      waits in lock() for lock "A"
          at Bank.audit() (Bank.swift:53:7)
      "A" is held by "worker-1" (thread #2, tid 4702), which is stuck too
      holds lock "B" for 2.4 s, taken in lock()
          at Bank.audit() (Bank.swift:52:7)

    Stuck behind it, and no part of it:
      "logger" (thread #4, tid 4704) waits in lock() for lock "A", 1.0 s so far
        at Log.flush() (Log.swift:8:7)

    Why certain:
      - every thread of the process is watched, and none can release these locks for them
    What to do: Take these locks in one order everywhere, or release the first before waiting for the second.
    Finding id: cycle-38e00eb90057

    """

  static let selfDeadlock = """
    Gridlock: error: self (probable): the main thread waits for the lock created at Cache.swift:12, which it holds itself

    the main thread (thread #1, tid 4701) has been stuck for 31 ms:
      waits in lock() for the lock created at Cache.swift:12
          at Cache.evict() (Cache.swift:33:7)
      the lock created at Cache.swift:12 is held by this thread itself
      holds the lock created at Cache.swift:12 for 31 ms, taken in lock()
          at Cache.update() (Cache.swift:20:7)

    What to do: Release the lock before taking it again, or pass the work to a function that expects it held.
    Finding id: self-fbe6f23d6270

    """

  static let nestedMonitor = """
    Gridlock: error: nested-monitor (certain): "consumer" waits for 1 (full) on "buffer" while holding lock "registry", which every thread that could set it needs

    "consumer" (thread #2, tid 4702) has been stuck for 4.0 s:
      waits in lock(whenCondition: 1) for condition lock "buffer" to become 1 (full)
          at Buffer.take() (Buffer.swift:25:7)
      "buffer" is free: nobody holds it
      its value is 0 (empty), as it was created
      who could set 1 (full):
        "producer" (thread #3, tid 4703) waits in lock() for lock "registry", 3.9 s so far
            at Hub.publish(_:) (Hub.swift:40:7)
          set it last 1 min ago
            at Buffer.put(_:) (Buffer.swift:19:7)
      holds lock "registry" for 4.1 s, taken in lock()
          at Hub.next() (Hub.swift:14:7)

    Why certain:
      - every setter of 1 waits for "registry"
    Fits too: cycle
    What to do: Release the outer lock before waiting for a value, or let the setter do without it.
    Finding id: nested-monitor-ee39f13906a2

    """

  static let brokenChain = """
    Gridlock: error: broken-chain (probable): "consumer" waits for 2 (ready) on "stage", but unlock() by "producer" kept 1 (busy)

    "consumer" (thread #3, tid 4703) has been stuck for 5.5 s:
      waits in lock(whenCondition: 2) for condition lock "stage" to become 2 (ready)
          at Pipeline.consume() (Pipeline.swift:41:7)
      "stage" is free: nobody holds it
      its value is 1 (busy), set 6.0 s ago by "consumer" (thread #3, tid 4703) in unlock(withCondition: 1)
          at Pipeline.reset() (Pipeline.swift:15:7)
      last released 2.3 s ago by "producer" (thread #2, tid 4702) in unlock(), which kept 1 (busy)
          at Pipeline.produce() (Pipeline.swift:28:7)
      who could set 2 (ready):
        "producer" (thread #2, tid 4702) ended 1.0 s ago
          set it last 7.0 s ago
            at Pipeline.produce() (Pipeline.swift:33:7)
      holds no lock

    What happened to condition lock "stage", oldest first:
      7.0 s ago  "producer"  unlock(withCondition: 2)  1 (busy) -> 2 (ready)      Pipeline.swift:33
      7.0 s ago  "producer"  lock(whenCondition: 2)    took it at 2 (ready)       Pipeline.swift:33
      6.0 s ago  "consumer"  unlock(withCondition: 1)  2 (ready) -> 1 (busy)      Pipeline.swift:15
      5.5 s ago  "consumer"  lock(whenCondition: 2)    began to wait at 1 (busy)  Pipeline.swift:41
      2.3 s ago  "producer"  unlock()                  kept 1 (busy)              Pipeline.swift:28  <-- here

    Why probable:
      - earlier, this thread ended its turn with unlock(withCondition: 2)
    Fits too: orphan-wait
    What to do: End the critical section with unlock(withCondition:) naming the value the next thread waits for, on every path, early returns and errors included.
    Finding id: broken-chain-4adb77ca6283

    """

  static let drift = """
    Gridlock: error: drift (probable): "drainer" waits for 1 (full) on the condition lock created at Buffer.swift:9, but "cleaner" set 0 (empty) over it

    "drainer" (thread #4, tid 4704) has been stuck for 3.5 s:
      waits in lock(whenCondition: 1, before:) for the condition lock created at Buffer.swift:9 to become 1 (full), at most 23 h 53 min more
          at Buffer.drain() (Buffer.swift:31:7)
      the condition lock created at Buffer.swift:9 is free: nobody holds it
      its value is 0 (empty), set 2.9 s ago by "cleaner" (thread #3, tid 4703) in unlock(withCondition: 0)
          at Buffer.clear() (Buffer.swift:44:7)
      who could set 1 (full):
        "filler" (thread #2, tid 4702) is running
          set it last 3.0 s ago
            at Buffer.fill() (Buffer.swift:20:7)
      others set it too: too many to name, or workers of a queue or a task pool
      holds no lock

    What happened to the condition lock created at Buffer.swift:9, oldest first:
      9.0 s ago  thread #1  init()                    created at 0 (empty)   Buffer.swift:9
      3.0 s ago  "filler"   unlock(withCondition: 1)  0 (empty) -> 1 (full)  Buffer.swift:20
      2.9 s ago  "cleaner"  unlock(withCondition: 0)  1 (full) -> 0 (empty)  Buffer.swift:44  <-- here

    What to do: Take the lock with lock(whenCondition:) before setting a value, so that none is overwritten before its waiter ran.
    Finding id: drift-0f07a2cd7160

    """

  static let orphanWait = """
    Gridlock: error: orphan-wait (certain): "waiter" waits for 1 on "done", and no thread that is left can set it

    "waiter" (thread #2, tid 4702) has been stuck for 30 s:
      waits in lock(whenCondition: 1) for condition lock "done" to become 1
          at run() (main.swift:10:7)
      "done" is free: nobody holds it
      its value is 0, as it was created 9.0 s ago by thread #1
          at main (main.swift:3:7)
      nobody has ever set 1
      holds no lock

    Why certain:
      - all threads of the process are watched, and no other is left
    What to do: Make sure a thread that sets this value outlives those that wait for it, on every way out of it.
    Finding id: orphan-wait-f28e96324383

    """
}

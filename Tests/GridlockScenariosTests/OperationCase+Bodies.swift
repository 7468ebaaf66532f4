import GridlockScenarios

extension OperationCase {
  static let threads = [
    OperationCase(
      "a thread named by a spawn doesn't start by itself", .never,
      """
      init: X=0
      T0: if X==1 { spawn T1 }
      T1: while X==0 { }
      """),
    OperationCase(
      "joining a thread never started hangs", .all,
      """
      init: X=0
      T0: join T1; spawn T1
      T1: work 1
      """),
    OperationCase(
      "a thread can be started again when it has ended", .never,
      """
      init: X=0
      T0: repeat 2 { spawn T1; join T1 }; while X!=2 { }
      T1: inc X
      """),
    OperationCase(
      "joining itself hangs", .all,
      """
      T1: join T1
      """),
    OperationCase(
      "spinning until another moves is no hang", .never,
      """
      init: X=0
      T1: while X==0 { }
      T2: set X 1
      """),
    OperationCase(
      "spinning for good is a hang", .all,
      """
      init: X=0
      T1: while X==0 { work 1 }
      T2: work 1
      """),
    OperationCase(
      "spinning for good may depend on the schedule", .some,
      """
      init: X=0, Y=0
      T1: set X 1; if Y==0 { set Y 2 }; while Y==1 { }
      T2: if X==0 { set Y 1 }
      """),
    OperationCase(
      "retries that may go on for ever but need not are no hang", .never,
      """
      init: L1(0), L2(0), X=0, Y=0
      T1: while X==0 { lock L1; try L2 { set X 1; unlock L2 }; unlock L1 }
      T2: while Y==0 { lock L2; try L1 { set Y 1; unlock L1 }; unlock L2 }
      """),
    OperationCase(
      "who spins holding what another needs hangs", .all,
      """
      init: L1(0), X=0
      T0: lock L1; spawn T1; while X==0 { }; unlock L1
      T1: lock L1; set X 1; unlock L1
      """),
    OperationCase(
      "a long repeat is cut", .never,
      """
      init: L1(0)
      T1: repeat 1000 { repeat 20 { lock L1; unlock L1 } }
      """),
    OperationCase(
      "counting without end meets a bound", .unknown,
      """
      init: X=0
      T1: while X>=0 { inc X }
      """),
    OperationCase(
      "counting without end hides no hang that was seen", .unknown,
      """
      init: X=0, M1
      T1: while X>=0 { inc X }
      T2: lock M1; lock M1
      """),
    OperationCase(
      "no body at all ends at once", .never,
      """
      T1:
      """),
  ]

  static let tasks = [
    OperationCase(
      "a pool of one is starved by a task that waits for the next", .all,
      """
      init: P(1), L1(0)
      A1: task A2; lockWhen L1 1; unlock L1
      A2: lock L1; unlockWith L1 1
      """),
    OperationCase(
      "awaiting gives the thread up", .never,
      """
      init: P(1)
      A1: task A2; await A2
      A2: work 1
      """),
    OperationCase(
      "yielding lets the next task run", .never,
      """
      init: P(1), X=0
      A1: while X==0 { yield }
      A2: set X 1
      """),
    OperationCase(
      "spinning without a yield starves the pool", .all,
      """
      init: P(1), X=0
      A1: while X==0 { }
      A2: set X 1
      """),
    OperationCase(
      "a lock kept across a suspension starves who needs it", .all,
      """
      init: P(1), L1(0)
      A1: lock L1; await A2; unlock L1
      A2: lock L1; unlock L1
      """),
    OperationCase(
      "a thread may await a task", .never,
      """
      init: P(1)
      T0: task A1; await A1
      A1: work 1
      """),
    OperationCase(
      "tasks that await each other hang", .all,
      """
      init: P(2)
      A1: await A2
      A2: await A1
      """),
    OperationCase(
      "the pool starts tasks in order", .never,
      """
      init: P(1), S1(0)
      A1: semSignal S1
      A2: semWait S1
      """),
    OperationCase(
      "the pool starts tasks in order, to the worst", .all,
      """
      init: P(1), S1(0)
      A1: semWait S1
      A2: semSignal S1
      """),
    OperationCase(
      "a task may run again", .never,
      """
      init: P(1), X=0
      T0: repeat 2 { task A1; await A1 }; while X!=2 { }
      A1: inc X
      """),
  ]

  static let queues = [
    OperationCase(
      "a queue is serial", .all,
      """
      init: Q1, S1(0)
      T0: async Q1 B1; async Q1 B2
      B1: semWait S1
      B2: semSignal S1
      """),
    OperationCase(
      "two queues run at once", .never,
      """
      init: Q1, Q2, S1(0)
      T0: async Q1 B1; async Q2 B2
      B1: semWait S1
      B2: semSignal S1
      """),
    OperationCase(
      "sync waits for the block", .never,
      """
      init: Q1, X=0
      T0: sync Q1 B1; while X!=1 { }
      B1: set X 1
      """),
    OperationCase(
      "sync on the own queue hangs", .all,
      """
      init: Q1
      T0: sync Q1 B1
      B1: sync Q1 B2
      B2: work 1
      """),
    OperationCase(
      "sync to the main queue from the main thread hangs", .all,
      """
      T0: sync main B1
      B1: work 1
      """),
    OperationCase(
      "the main thread serves its queue", .never,
      """
      T0: spawn T1; runloop 1; join T1
      T1: sync main B1
      B1: work 1
      """),
    OperationCase(
      "a block nobody serves counts as unfinished", .all,
      """
      T0: async main B1
      B1: work 1
      """),
    OperationCase(
      "a run loop waits for its blocks", .all,
      """
      T0: async main B1; runloop 2
      B1: work 1
      """),
    OperationCase(
      "a block may be sent twice", .never,
      """
      init: Q1, X=0
      T0: async Q1 B1; async Q1 B1; while X!=2 { }
      B1: inc X
      """),
    OperationCase(
      "a cap on blocks starves the third queue", .all,
      """
      init: G(1), Q1, Q2, S1(0)
      T0: async Q1 B1; semWait S1
      B1: async Q2 B2; semWait S1
      B2: semSignal S1; semSignal S1
      """),
    OperationCase(
      "which queue gets a thread first is open", .some,
      """
      init: G(1), Q1, Q2, S1(0)
      T0: async Q1 B1; async Q2 B2
      B1: semWait S1
      B2: semSignal S1
      """),
    OperationCase(
      "sync needs no thread of its own", .never,
      """
      init: G(1), Q1, Q2
      T0: async Q1 B1
      B1: sync Q2 B2
      B2: work 1
      """),
    OperationCase(
      "a block never sent doesn't count", .never,
      """
      init: X=0
      T0: work 1
      B1: while X==0 { }
      A1: work 1
      """),
  ]
}

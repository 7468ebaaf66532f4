/// How `explore` picks the schedules it tries.
///
/// All strategies are deterministic: the same seed tries the same schedules.
public struct ExplorationStrategy: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case random(seed: UInt64)
    case priorities(depth: Int, seed: UInt64)
    case mixed(seed: UInt64)
    case exhaustive(preemptions: Int?)
    case predicted(seed: UInt64)
    case replay(String)
  }

  let form: Form
  var isReplay: Bool { if case .replay = form { true } else { false } }
  /// Schedules after which it ends, if nothing failed before.
  let schedules: Int

  /// Random choices and random priorities, turn about: the default.
  ///
  /// Random choices find what needs many switches between threads, random priorities what needs
  /// one thread to be held back for long.
  public static func mixed(schedules: Int = 1000, seed: UInt64 = 1) -> Self {
    Self(form: .mixed(seed: seed), schedules: schedules)
  }

  /// At each step any thread that can go, with equal chance.
  public static func random(schedules: Int = 1000, seed: UInt64 = 1) -> Self {
    Self(form: .random(seed: seed), schedules: schedules)
  }

  /// Probabilistic concurrency testing: the thread of the highest random priority goes, and at
  /// `depth - 1` random steps it drops below all others.
  ///
  /// A bug that needs `depth` ordering constraints between n threads and k steps is met with a
  /// chance of at least 1 / (n × k^(depth - 1)) in each schedule; two locks taken crosswise have
  /// depth 2 (Burckhardt, Kothari, Musuvathi and Nagarakatte, 2010).
  public static func pct(depth: Int = 3, schedules: Int = 1000, seed: UInt64 = 1) -> Self {
    Self(form: .priorities(depth: max(depth, 1), seed: seed), schedules: schedules)
  }

  /// Every schedule that differs in more than the order of steps on different locks, or as many as
  /// `schedules` (dynamic partial-order reduction: Flanagan and Godefroid, 2005).
  ///
  /// - Parameters:
  ///   - preemptions: How often a thread that could go on may be interrupted in one schedule; nil
  ///     for no bound. Most hangs need two at most.
  ///   - schedules: At most so many.
  public static func exhaustive(preemptions: Int? = 2, schedules: Int = 100_000) -> Self {
    Self(form: .exhaustive(preemptions: preemptions), schedules: schedules)
  }

  /// Random schedules, and after each that passes the one that hangs by what its threads did.
  ///
  /// What the threads of a schedule did is taken as a program, and that program's schedules are
  /// explored; one that hangs is then run on the real body, and only a failure there counts: a
  /// prediction that is confirmed. Finds in few runs what random schedules meet rarely.
  public static func predicted(schedules: Int = 20, seed: UInt64 = 1) -> Self {
    Self(form: .predicted(seed: seed), schedules: schedules)
  }

  /// The one schedule that a failure printed.
  public static func replay(_ schedule: String) -> Self {
    Self(form: .replay(schedule), schedules: 1)
  }
}

extension Scenario {
  /// One operation. Integers without a label are indices of objects or bodies.
  public enum Action: Sendable, Hashable {
    case lock(Int)
    case unlock(Int)
    case lockWhen(Int, Value)
    case unlockWith(Int, Value)
    case tryLock(Int)
    case tryWhen(Int, Value)
    case lockBefore(Int, milliseconds: Int)
    case lockWhenBefore(Int, Value, milliseconds: Int)
    case wait(Int)
    case waitUntil(Int, milliseconds: Int)
    case signal(Int)
    case broadcast(Int)
    case semaphoreWait(Int)
    case semaphoreSignal(Int)
    case spawn(Int)
    case join(Int)
    case exit
    case task(Int)
    case await(Int)
    case yield
    case async(Queue, Int)
    case sync(Queue, Int)
    case runLoop(Int)
    case set(Int, Value)
    case increment(Int)
    case decrement(Int)
    /// Copies a lock's value into a variable without taking the lock.
    case read(Int, into: Int)
    case work(milliseconds: Int)
    case sleep(milliseconds: Int)
    case destroy(Int)
    /// A fresh lock under an old name.
    case new(Int, initialValue: Int)
    /// The condition of an `if` or a `while`.
    case test(Comparison)

    /// Whether a completed step means that it was entered: it goes on without its body.
    public var completesOnEntry: Bool {
      switch self {
      case .wait, .waitUntil, .sync, .await: true
      default: false
      }
    }
  }
}

import Dispatch

/// Where one thread waits until another lets it go: a count of permits.
///
/// What the poster did before is visible to who goes on.
struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func post() { semaphore.signal() }

  func wait() { semaphore.wait() }

  /// False when so many seconds passed first.
  func wait(seconds: Double) -> Bool { semaphore.wait(timeout: .now() + seconds) == .success }
}

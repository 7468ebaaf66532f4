internal import CGridlock
package import Foundation

/// When a wait gives up, on the monotonic clock.
package struct Deadline {
  /// Monotonic nanoseconds; zero for never.
  package let time: UInt64

  /// Takes the distance to a date at this instant, so that a clock step does not move the limit.
  ///
  /// Dates past what nanoseconds can count, such as `distantFuture`, are no limit. A date that is
  /// not a number counts as past.
  package init(_ date: Date) {
    let seconds = date.timeIntervalSinceNow
    guard seconds > 0 else {
      time = 1
      return
    }
    guard seconds < 9.0e9 else {
      time = 0
      return
    }
    time = gl_now_exact() + UInt64(seconds * 1e9)
  }

  /// A limit so many nanoseconds away; zero is past.
  package init(nanosecondsFromNow nanoseconds: UInt64) {
    guard nanoseconds > 0 else {
      time = 1
      return
    }
    let (sum, overflow) = gl_now_exact().addingReportingOverflow(nanoseconds)
    time = overflow ? 0 : sum
  }

  private init(time: UInt64) { self.time = time }

  package static var never: Deadline { Deadline(time: 0) }

  package var isPast: Bool { time != 0 && (time == 1 || gl_now_exact() >= time) }
}

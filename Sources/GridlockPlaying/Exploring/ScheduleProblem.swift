/// A text that is no schedule.
public struct ScheduleProblem: Error, Sendable, CustomStringConvertible {
  let text: String

  public var description: String {
    "\"\(text.prefix(200))\" is no schedule. A schedule is what a failed exploration prints, such as "
      + "0*3,1,0~1: the numbers of the threads that go, one for each step."
  }
}

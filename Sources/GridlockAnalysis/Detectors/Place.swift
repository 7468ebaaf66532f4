package import GridlockEvents

/// Where in the program something was done, as well as it is known: problems at one place are one.
package enum Place: Hashable, Sendable {
  case tag(SiteTag)
  case stack(StackID)
  case thread(ThreadID)

  package init(_ mark: Mark) {
    if mark.tag != .none {
      self = .tag(mark.tag)
    } else if mark.stack != .none {
      self = .stack(mark.stack)
    } else {
      self = .thread(mark.thread)
    }
  }
}

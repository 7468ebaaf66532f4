/// Shortens a schedule whose failure leaves no thread behind, by trying.
///
/// Drops one block of steps after the other, and keeps what still fails in the same way. A block
/// dropped lets the thread before it go on, so that what is left has fewer switches.
struct ScheduleShortener {
  let runner: RunRunner
  let kind: String
  /// Schedules to try at most.
  var budget = 200

  func shorten(_ schedule: ScheduleText) -> ScheduleText {
    var best = blocks(of: schedule)
    var left = budget
    var size = max(best.count / 2, 1)
    while left > 0 {
      var position = 0
      var isShorter = false
      while position < best.count, left > 0 {
        var fewer = best
        fewer.removeSubrange(position..<min(position + size, best.count))
        left -= 1
        if let found = failing(fewer), found.count < best.count {
          best = found
          isShorter = true
        } else {
          position += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(size / 2, 1)
    }
    return ScheduleText(best.flatMap { $0 })
  }

  /// The blocks of the run that these give, if it fails as it should and nothing stays behind.
  private func failing(_ blocks: [[ScheduleText.Choice]]) -> [[ScheduleText.Choice]]? {
    let chooser = ReplayChooser(ScheduleText(blocks.flatMap { $0 }), isLenient: true)
    let result = runner.run(chooser)
    guard result.failure?.kind == kind, result.abandoned == 0 else { return nil }
    return self.blocks(of: ScheduleText(result.steps))
  }

  private func blocks(of schedule: ScheduleText) -> [[ScheduleText.Choice]] {
    var result: [[ScheduleText.Choice]] = []
    for choice in schedule.choices {
      if result.last?.last?.party == choice.party {
        result[result.count - 1].append(choice)
      } else {
        result.append([choice])
      }
    }
    return result
  }
}

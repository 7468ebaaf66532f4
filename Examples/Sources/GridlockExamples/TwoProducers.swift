import Foundation

private enum Board: Int, CaseIterable {
  case clear
  case forAnna
  case forBert
}

/// Two postmen who put up notes on one board, each for one reader.
///
/// A postman waits until the board is clear; the reader named by the value takes the note off.
///
/// Broken: the postmen do not wait, and the readers come late. The second note covers the first,
/// whose reader waits for ever.
func twoProducers(broken: Bool) {
  let board = NSConditionLock(condition: Board.clear.rawValue)
  board.name = "board"
  board.nameValues(Board.self)
  let postmen = Crew()
  let readers = Crew()

  @Sendable func putUp(_ note: Board) {
    if broken {
      board.lock()
    } else {
      board.lock(whenCondition: Board.clear.rawValue)
    }
    board.unlock(withCondition: note.rawValue)
  }
  @Sendable func takeOff(_ note: Board) {
    board.lock(whenCondition: note.rawValue)
    say("read the note \(note)")
    board.unlock(withCondition: Board.clear.rawValue)
  }

  postmen.start("north") { putUp(.forAnna) }
  if broken { postmen.waitForAll() }
  postmen.start("south") { putUp(.forBert) }
  if broken { postmen.waitForAll() }

  readers.start("Anna") { takeOff(.forAnna) }
  readers.start("Bert") { takeOff(.forBert) }
  postmen.waitForAll()
  readers.waitForAll()
}

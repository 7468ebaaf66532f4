/// How many letters must be put in, left out or replaced to make one word of another (Levenshtein).
///
/// - Complexity: O(n · m) in their lengths.
func editDistance(_ from: String, _ to: String) -> Int {
  let to = Array(to)
  var row = Array(0...to.count)
  for (number, letter) in from.enumerated() {
    var diagonal = row[0]
    row[0] = number + 1
    for index in to.indices {
      let replaced = diagonal + (letter == to[index] ? 0 : 1)
      diagonal = row[index + 1]
      row[index + 1] = min(replaced, row[index] + 1, diagonal + 1)
    }
  }
  return row[to.count]
}

/// A kind of program made at random; each ends by itself if the locks are right.
struct Program: Sendable {
  var name: String
  /// Whether it uses the locks as they are meant to be: then nothing may be found.
  var isCorrect = true
  var run: @Sendable (inout Random) -> Void

  static let correct: [Program] = [
    storm, nestedStorm, chain, handOver, buffer, tokens, recursion, churn, starts,
  ]
  static let misusing: [Program] = [foreignStorm, foreignChain]
}

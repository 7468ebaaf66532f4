/// What one row came to; printed as one JSON object on a line.
struct Outcome {
  var name: String
  var ours: Double
  var theirs: Double?
  var rival: String?
  var ratio: Double?
  var unit: String
  /// Further figures, in order.
  var details: [(key: String, value: Double)] = []

  var json: String {
    var fields = [
      #""name":"\#(name)""#, #""ours":\#(Self.number(ours))"#,
      #""theirs":\#(theirs.map(Self.number) ?? "null")"#,
      #""rival":\#(rival.map { "\"\($0)\"" } ?? "null")"#,
      #""ratio":\#(ratio.map(Self.number) ?? "null")"#, #""unit":"\#(unit)""#,
    ]
    fields += details.map { #""\#($0.key)":\#(Self.number($0.value))"# }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// Four significant digits.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    guard value != 0 else { return "0" }
    var scale = 1.0
    var size = abs(value)
    while size < 1000 {
      size *= 10
      scale *= 10
    }
    return "\((value * scale).rounded() / scale)"
  }
}

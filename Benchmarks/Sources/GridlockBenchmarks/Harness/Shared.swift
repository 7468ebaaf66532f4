/// Passes a value to other threads; whoever uses it sees to the order.
final class Shared<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

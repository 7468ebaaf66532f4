extension Search {
  /// A search from a given state.
  init(model: StepModel, options: Explorer.Options, start: [UInt8]) {
    var copy = start
    let base = UnsafeMutablePointer<UInt8>.allocate(capacity: max(copy.count, 1))
    defer { base.deallocate() }
    copy.withUnsafeMutableBufferPointer { buffer in
      if let source = buffer.baseAddress { base.update(from: source, count: buffer.count) }
    }
    self.init(model: model, options: options, start: base)
  }
}

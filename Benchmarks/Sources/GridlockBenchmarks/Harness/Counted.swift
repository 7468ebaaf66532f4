import CRivals

/// Work whose instructions a tool counts.
enum Counted {
  /// Warms the work up, then does it inside the frame that tools count in.
  static func run(_ count: Int, _ work: (Int) -> Void) {
    work(100)
    withoutActuallyEscaping(work) { work in
      let context = Shared((count, work))
      rival_measured(
        { pointer in
          let (count, work) =
            Unmanaged<Shared<(Int, (Int) -> Void)>>.fromOpaque(pointer!)
            .takeUnretainedValue().value
          work(count)
        }, Unmanaged.passUnretained(context).toOpaque())
      withExtendedLifetime(context) {}
      context.value = (0, { _ in })
    }
  }
}

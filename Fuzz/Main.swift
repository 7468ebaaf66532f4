import GridlockFuzzing

// Linked once for each target: `FUZZ_ARENA` or `FUZZ_SCENARIO` is defined.
#if FUZZ_ARENA
  private let target = FuzzTarget.arena
#else
  private let target = FuzzTarget.scenario
#endif

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

import GridlockFuzzing

// Linked once for each target, whose name is defined: `FUZZ_ARENA` and so on.
#if FUZZ_ARENA
  private let target = FuzzTarget.arena
#elseif FUZZ_RECORDING
  private let target = FuzzTarget.recording
#elseif FUZZ_RENDERING
  private let target = FuzzTarget.rendering
#elseif FUZZ_SCENARIO
  private let target = FuzzTarget.scenario
#elseif FUZZ_SUPPRESSION
  private let target = FuzzTarget.suppression
#endif

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

#if DEBUG || Instrumentation
  package typealias DefaultProbe = Recording
#else
  package typealias DefaultProbe = Silent
#endif

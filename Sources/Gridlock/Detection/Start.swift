internal import CGridlock
internal import Dispatch
internal import Foundation
internal import GridlockLocks
internal import Synchronization

/// Starts the detector; called by the recording once, at the first recorded operation of a process.
@_cdecl("gl_detector_start")
func startDetector() {
  let (settings, warnings) = Settings.fromEnvironment()
  for warning in warnings { ReportOutput.write(warning + "\n", to: nil) }
  if let reason = NoteKeeper.recordingError {
    ReportOutput.write(
      "Gridlock: can't record to GRIDLOCK_RECORD: \(reason). Recording to memory only.\n", to: nil)
  }
  guard settings.mode != .off else { return }
  _ = gl_unwinder_load()
  let detector = LiveDetector(settings: settings)
  LiveDetector.current = detector
  lockObserver = detector
  settings.wakePolicy.apply()
  gl_hooks_set_thread_ended { thread in LiveDetector.current?.threadEnded(thread) }
  if settings.signal != 0 { _ = gl_signal_install(settings.signal, settings.takesSignalOver) }
  let hasStarted = DispatchSemaphore(value: 0)
  let thread = Thread {
    hasStarted.signal()
    Watch(detector: detector, settings: settings).run()
  }
  thread.stackSize = 4 << 20
  gl_look_announce()
  thread.start()
  // A fork waits for this function: no child inherits the runtime's locks that a thread takes
  // while it starts. Where no thread can be had, the program goes on without.
  _ = hasStarted.wait(timeout: .now() + 1)
  atexit {
    let settings = LiveDetector.current?.inbox.withLock { $0.settings }
    if settings?.reportsAtExit == true { Detector.dump() }
    if settings?.writesBaselineAtExit == true { Detector.writeBaseline() }
  }
}

internal import CGridlock
internal import Dispatch
internal import Foundation
internal import GridlockLocks
internal import GridlockReporting
internal import Synchronization

/// Starts the detector; called by the recording once, at the first recorded operation of a process.
@_cdecl("gl_detector_start")
func startDetector() {
  if gl_is_forked() {
    ValueNames.startAfresh()
    LockNames.startAfresh()
  }
  let (settings, warnings) = Settings.fromEnvironment()
  for warning in warnings { ReportOutput.write(warning + "\n", to: nil) }
  if let reason = NoteKeeper.recordingError {
    ReportOutput.write(
      "Gridlock: can't record to \(NoteKeeper.recordingTried), as GRIDLOCK_RECORD says: \(reason). "
        + "Recording to memory only.\n", to: nil)
  }
  guard settings.mode != .off else { return }
  makeSharedState()
  askLoader()
  let detector = LiveDetector(settings: settings)
  LiveDetector.current = detector
  lockObserver = detector
  settings.wakePolicy.apply()
  gl_hooks_set_thread_ended { thread in LiveDetector.current?.threadEnded(thread) }
  if settings.signal != 0 { _ = gl_signal_install(settings.signal, settings.takesSignalOver) }
  let hasStarted = DispatchSemaphore(value: 0)
  let thread = Thread {
    let watch = Watch(detector: detector, settings: settings)
    hasStarted.signal()
    watch.run()
  }
  thread.stackSize = 4 << 20
  gl_look_announce()
  thread.start()
  // A fork waits for this function: no child inherits the runtime's locks that a thread takes
  // while it starts. Where no thread can be had, the program goes on without.
  _ = hasStarted.wait(timeout: .now() + 1)
  atexit {
    let settings = LiveDetector.current?.inbox.withLock { $0.settings }
    // A program that ends at once: its recording says where its code lay all the same.
    if gl_recording_path() != nil { _ = LiveDetector.current?.checkAndWait(seconds: 0.5) }
    if settings?.reportsAtExit == true { Detector.dump() }
    if settings?.writesBaselineAtExit == true { Detector.writeBaseline() }
  }
}

/// Makes what the watch thread shares with the program's before there is a watch thread.
///
/// The runtime's lazy initialisation knows who is at it by a thread id which the first thread of a
/// forked child has wrong: another thread that came meanwhile would wait for good.
private func makeSharedState() {
  LockNames.withMutex {}
  _ = ValueNames.all()
  _ = ScopeRegistry.shared.scopes
  _ = FindingScope.ambient
  _ = FindingScope.current
  ReportOutput.prepare()
}

/// Looks up what the loader knows, on a thread of its own.
///
/// That takes the loader's lock, which a thread may hold that waits for another one, which comes
/// here. So it is not waited for: without the unwinder stacks end sooner, and without knowing where
/// dispatch lies more threads count as its own.
private func askLoader() {
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    ImageList.learn()
    _ = gl_unwinder_load()
    gl_workers_find()
    isDone.signal()
  }
  thread.name = "gridlock-load"
  thread.start()
  _ = isDone.wait(timeout: .now() + .milliseconds(200))
}

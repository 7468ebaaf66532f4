import Gridlock
import Synchronization

/// An adapter: it brings a lock that is not Gridlock's into the picture.
private final class WatchedMutex<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  private let watch: ExternalLock

  init(_ value: Value, name: String) {
    mutex = Mutex(value)
    watch = ExternalLock(name: name)
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    watch.willAcquire()
    return mutex.withLock { value in
      watch.didAcquire()
      defer { watch.didRelease() }
      return body(&value)
    }
  }
}

/// A photo store: an index behind a `Mutex`, a disk behind a lock, and one thread that adds photos
/// while another tidies up.
///
/// Whoever needs both takes the index first.
///
/// Broken: the one that tidies up has the disk when it asks for the index.
func otherLock(broken: Bool) {
  let index = WatchedMutex<[String]>(["old.jpg"], name: "index")
  let disk = NSLock()
  disk.name = "disk"
  let crew = Crew()
  let bothHoldOne = Meeting(of: 2)

  crew.start("importer") {
    index.withLock { photos in
      // So that the broken form hangs each time and not now and then.
      if broken { bothHoldOne.arrive() }
      disk.lock()
      photos.append("new.jpg")
      disk.unlock()
    }
  }
  crew.start("cleaner") {
    if broken {
      disk.lock()
      bothHoldOne.arrive()
      let count = index.withLock { $0.count }
      say("cleaner: \(count) photos")
      disk.unlock()
    } else {
      let count = index.withLock { photos in
        disk.lock()
        defer { disk.unlock() }
        return photos.count
      }
      say("cleaner: \(count) photos")
    }
  }
  crew.waitForAll()
}

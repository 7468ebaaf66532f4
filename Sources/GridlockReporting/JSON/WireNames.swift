import GridlockEvents

extension LockKind {
  /// Its name in JSON, which stays when the case is renamed.
  var wireName: String {
    switch self {
    case .condition: "condition"
    case .mutex: "mutex"
    case .recursive: "recursive"
    case .monitor: "monitor"
    case .semaphore: "semaphore"
    case .external: "external"
    }
  }
}

extension Event.Kind {
  /// Its name in JSON, which stays when the case is renamed.
  var wireName: String {
    switch self {
    case .created: "created"
    case .waiting: "waiting"
    case .acquired: "acquired"
    case .timedOut: "timed-out"
    case .released: "released"
    case .read: "read"
    case .destroyed: "destroyed"
    case .threadStarted: "thread-started"
    case .threadEnded: "thread-ended"
    case .spawned: "spawned"
    case .joined: "joined"
    case .signalled: "signalled"
    }
  }
}

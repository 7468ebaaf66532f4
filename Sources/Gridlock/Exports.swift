@_exported public import GridlockLocks

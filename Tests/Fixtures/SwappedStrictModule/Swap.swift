@_exported public import Gridlock

public typealias NSConditionLock = Gridlock.ConditionLock

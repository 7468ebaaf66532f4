import Gridlock

public typealias NSConditionLock = Gridlock.ConditionLock

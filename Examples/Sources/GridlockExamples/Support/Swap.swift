import Gridlock

// The whole swap. The other files of this module import Foundation alone and say `NSConditionLock`
// and `NSLock`, as they did before; a name of the module's own goes before an imported one.
typealias NSConditionLock = Gridlock.ConditionLock
typealias NSLock = Gridlock.Lock

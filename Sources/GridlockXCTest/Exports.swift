@_exported public import Gridlock

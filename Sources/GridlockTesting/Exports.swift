@_exported public import Gridlock
@_exported public import GridlockAnalysis
@_exported public import GridlockPlaying

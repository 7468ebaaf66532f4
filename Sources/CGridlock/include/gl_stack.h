// Call stacks: addresses only, interned.
#pragma once
#include "gl_thread.h"

// Walks the frames of the caller, inside the thread's own stack only, and interns them.
// 0: none, or no room (counted). Takes no lock and allocates nothing.
uint32_t gl_stack_capture(gl_thread *_Nonnull t);
// Whether one of the caller's frames lies in this range. Not async-signal-safe.
bool gl_stack_passes(gl_thread *_Nonnull t, uintptr_t low, uintptr_t high);
// Loads the unwinder used where the frame-pointer walk finds fewer than three frames.
// False where libunwind is missing. Not async-signal-safe.
bool gl_unwinder_load(void);
bool gl_unwinder_loaded(void);

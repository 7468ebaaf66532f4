// Call stacks: addresses only, interned.
#pragma once
#include "gl_thread.h"

// Walks the frames of the caller, inside the thread's own stack only, and interns them.
// 0: none, or no room (counted). Takes no lock and allocates nothing.
uint32_t gl_stack_capture(gl_thread *_Nonnull t);
// The same where stacks are kept, from a frame of this thread's that stays until this returns.
uint32_t gl_stack_walked(
    gl_header *_Nonnull h, gl_thread *_Nonnull t, const uint64_t *_Nonnull fp);
// The same, 0 where stacks are not kept.
GL_INLINE uint32_t gl_stack_from(gl_thread *_Nonnull t, const uint64_t *_Nonnull fp) {
  gl_header *h = gl_arena_base();
  return h == NULL || h->mode < 2 ? 0 : gl_stack_walked(h, t, fp);
}
// Whether one of the caller's frames lies in this range. Not async-signal-safe.
bool gl_stack_passes(gl_thread *_Nonnull t, uintptr_t low, uintptr_t high);
// Loads the unwinder used where the frame-pointer walk finds fewer than three frames.
// False where libunwind is missing. Not async-signal-safe.
bool gl_unwinder_load(void);
bool gl_unwinder_loaded(void);

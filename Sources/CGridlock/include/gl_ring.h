// The ring of a thread: fixed size, overwriting the oldest, written by its own thread alone.
#pragma once
#include "gl_stack.h"

// The task the thread is running, as an opaque number; 0 for none.
uint64_t gl_task(void);
// The same for a recorded thread: plain threads run none.
GL_INLINE uint64_t gl_task_of(const gl_record *_Nonnull r) { return r->kind == 0 ? 0 : gl_task(); }

// Writes one event. A reader that meets a slot whose number changed meanwhile drops it.
GL_INLINE void gl_ring_write(
    gl_thread *_Nonnull t, uint8_t kind, uint8_t operation, uint16_t flags, uint64_t time,
    uint64_t lock, uint32_t sequence, int64_t a, int64_t b, uint64_t extra, uint32_t stack) {
  if (t->ring == NULL) {
    if (t->record != NULL) gl_store(&t->record->lost, t->record->lost + 1);
    return;
  }
  gl_event *e = t->ring + (t->head & t->ring_mask);
  gl_store(&e->number, 0);
  gl_fence_release();  // pairs with the acquire fence of the reader: 0 is seen before new words
  gl_store(&e->time, time);
  gl_store(&e->lock, lock);
  gl_store_value(&e->a, a);
  gl_store_value(&e->b, b);
  gl_store(&e->task, extra);
  gl_store((uint64_t *)&e->stack, (uint64_t)t->tag << 32 | stack);
  gl_store((uint64_t *)&e->sequence,
           (uint64_t)flags << 48 | (uint64_t)operation << 40 | (uint64_t)kind << 32 | sequence);
  t->head += 1;
  gl_store_release(&e->number, t->head);  // pairs with the reader's acquire load
  gl_store_release(&t->record->head, t->head);
}

// Copies event `index` (from 0) of a ring; false when it was overwritten or is being written.
GL_INLINE bool gl_ring_read(
    const gl_event *_Nonnull ring, uint32_t mask, uint64_t index, gl_event *_Nonnull out) {
  const gl_event *e = ring + (index & mask);
  const uint64_t *from = (const uint64_t *)e;
  uint64_t *to = (uint64_t *)out;
  to[0] = gl_load_acquire(&from[0]);
  if (to[0] != index + 1) return false;
  for (int i = 1; i < 8; i++) to[i] = gl_load(&from[i]);
  gl_fence_acquire();
  return gl_load(&from[0]) == index + 1;
}

// What a thread writes about itself and the locks it owns: the live state that detectors read.
#pragma once
#include "gl_ring.h"

GL_INLINE void gl_hold_push(
    gl_record *_Nonnull r, uint64_t lock, uint8_t operation, uint64_t since, uint32_t stack,
    uint32_t tag, uint32_t sequence) {
  uint32_t n = r->hold_count;
  if (n >= GL_HOLDS) {
    gl_store32(&r->holds_lost, r->holds_lost + 1);
    return;
  }
  gl_store32(&r->holds_version, r->holds_version + 1);
  gl_fence_release();
  gl_hold *h = &r->holds[n];
  h->lock = lock;
  h->since = since;
  h->stack = stack;
  h->tag = tag;
  h->sequence = sequence;
  h->operation = operation;
  h->depth = 1;
  r->hold_count = n + 1;
  gl_store32_release(&r->holds_version, r->holds_version + 1);
}

// The entry of a held lock, the latest first; null when it is not in the list.
GL_INLINE gl_hold *_Nullable gl_hold_find(gl_record *_Nonnull r, uint64_t lock) {
  for (uint32_t i = r->hold_count; i > 0; i--)
    if (r->holds[i - 1].lock == lock) return &r->holds[i - 1];
  return NULL;
}

// Takes a lock out of the list, with any stale entry a foreign release left behind.
GL_INLINE void gl_hold_pop(gl_record *_Nonnull r, uint64_t lock) {
  uint32_t kept = 0, n = r->hold_count;
  gl_store32(&r->holds_version, r->holds_version + 1);
  gl_fence_release();
  for (uint32_t i = 0; i < n; i++) {
    if (r->holds[i].lock == lock) continue;
    if (kept != i) r->holds[kept] = r->holds[i];
    kept += 1;
  }
  r->hold_count = kept;
  if (kept == n && r->holds_lost > 0) r->holds_lost -= 1;
  gl_store32_release(&r->holds_version, r->holds_version + 1);
}

// Publishes a wait; the caller fences before it looks at others.
GL_INLINE void gl_wait_begin(
    gl_record *_Nonnull r, uint8_t kind, uint8_t operation, uint64_t lock, uint64_t other,
    bool names_value, int64_t wanted, uint64_t since, uint64_t deadline, uint32_t stack,
    uint32_t tag, uint32_t sequence) {
  gl_store(&r->wait_version, r->wait_version + 1);
  gl_fence_release();
  r->wait_operation = operation;
  r->wait_names_value = names_value;
  r->wait_stack = stack;
  r->wait_lock = lock;
  r->wait_other = other;
  r->wait_wanted = wanted;
  r->wait_since = since;
  r->wait_deadline = deadline;
  r->wait_tag = tag;
  r->wait_sequence = sequence;
  bool again = r->timeout_count > 0 && r->timeout_lock == lock && r->timeout_wanted == wanted &&
               r->timeout_stack == stack;
  r->wait_timeouts = again ? r->timeout_count : 0;
  r->wait_first = again ? r->timeout_first : since;
  __atomic_store_n(&r->wait_kind, kind, __ATOMIC_RELAXED);
  gl_store_release(&r->wait_version, r->wait_version + 1);
}

GL_INLINE void gl_wait_end(gl_record *_Nonnull r, bool timed_out) {
  if (timed_out) {
    r->timeout_lock = r->wait_lock;
    r->timeout_wanted = r->wait_wanted;
    r->timeout_stack = r->wait_stack;
    r->timeout_count = r->wait_timeouts + 1;
    r->timeout_first = r->wait_first;
  } else {
    r->timeout_count = 0;
  }
  gl_store(&r->wait_version, r->wait_version + 1);
  gl_fence_release();
  __atomic_store_n(&r->wait_kind, GL_WAIT_NONE, __ATOMIC_RELAXED);
  gl_store_release(&r->wait_version, r->wait_version + 1);
}

// Turns a wait for a signal into one for the lock: called by the signaller, under the queue bit,
// while the waiter is still queued.
GL_INLINE void gl_wait_redirect(gl_record *_Nonnull r) {
  gl_store(&r->wait_version, r->wait_version + 1);
  gl_fence_release();
  r->wait_names_value = 0;
  r->wait_deadline = 0;
  __atomic_store_n(&r->wait_kind, GL_WAIT_LOCK, __ATOMIC_RELAXED);
  gl_store_release(&r->wait_version, r->wait_version + 1);
}

// Writes a mark word by word, so that a reader in another process never sees half a word.
GL_INLINE void gl_mark_set(
    gl_mark *_Nonnull m, uint64_t thread, uint64_t time, uint32_t stack, uint32_t tag,
    uint32_t sequence) {
  gl_store(&m->thread, thread);
  gl_store(&m->time, time);
  gl_store32(&m->stack, stack);
  gl_store32(&m->tag, tag);
  gl_store32(&m->sequence, sequence);
}

// Notes the release of a lock the caller owns, or whose queue bit it holds.
GL_INLINE void gl_release_note(
    gl_slot *_Nonnull s, gl_thread *_Nonnull t, uint8_t operation, uint8_t acquired_by,
    uint64_t time, uint32_t stack, uint32_t sequence, int64_t before, int64_t after) {
  uint32_t version = s->version | 1;
  gl_store32(&s->version, version);
  gl_fence_release();
  s->release_operation = operation;
  s->release_acquired_by = acquired_by;
  gl_mark_set(&s->released, t->id, time, stack, t->tag, sequence);
  gl_store_value(&s->release_before, before);
  gl_store_value(&s->release_after, after);
  gl_store_value(&s->value, after);
  gl_store(&s->owner, 0);
  gl_store(&s->owner_task, 0);
  gl_store32(&s->sequence, sequence);
  gl_store32_release(&s->version, version + 1);
}

// That a semaphore's count was taken, or that a thread signalled it; both under the queue bit.
void gl_taken_note(
    gl_slot *_Nonnull s, gl_thread *_Nonnull t, uint64_t time, uint32_t stack);
void gl_given_note(gl_slot *_Nonnull s, gl_thread *_Nonnull t);
// Notes that a value was set and, where it differs, that another was left.
void gl_value_note(
    gl_slot *_Nonnull s, gl_thread *_Nonnull t, uint64_t time, uint32_t stack, uint32_t sequence,
    int64_t before, int64_t after, bool consumed);

// The private part of a lock: one word that says who holds it, the value, and the queue of waiters.
#pragma once
#include "gl_record.h"

// The word, from bit 0: held, queue bit, someone waits; owner's index; how often it changed hands.
enum { GL_HELD = 1, GL_QUEUE = 2, GL_WAITERS = 4, GL_OWNER_SHIFT = 4, GL_SEQUENCE_SHIFT = 24 };
#define GL_OWNER_MASK 0xfffff0ull
#define GL_SEQUENCE_ONE (1ull << GL_SEQUENCE_SHIFT)

typedef struct gl_core {
  uint64_t word;
  int64_t value;
  uint64_t lock;              // its id; 0: not recorded
  gl_slot *_Nullable slot;
  gl_thread *_Nullable tree;  // waiters by value: a digital tree over the mixed value
  gl_thread *_Nullable first, *_Nullable last;  // waiters that name no value
  gl_thread *_Nullable chosen;  // awake and on its way
  uint64_t ticket;
  uint32_t depth;  // of a recursive lock
  uint32_t waiters;
  uint32_t fork_count;  // forks when the queue was last known to hold threads of this process
  uint32_t opened;  // whether waits are let through: set under the queue bit
} gl_core;

// Whom a release wakes: 0 one that can go; 1 everybody; 2 the one that can go and came last.
enum { GL_WAKE_TARGETED = 0, GL_WAKE_BROADCAST = 1, GL_WAKE_ADVERSARIAL = 2 };
extern uint32_t gl_wake_policy;
GL_INLINE uint32_t gl_wake_policy_now(void) { return gl_load32(&gl_wake_policy); }
GL_INLINE void gl_wake_policy_set(uint32_t policy) { gl_store32(&gl_wake_policy, policy); }

// Forks between the first process and this one.
extern uint32_t gl_fork_count;
// Whether this process was made by fork from one that used locks.
GL_INLINE bool gl_is_forked(void) { return gl_fork_count != 0; }
void gl_core_after_fork(gl_core *_Nonnull c);

gl_core *_Nonnull gl_core_make(int64_t value);
void gl_core_drop(gl_core *_Nonnull c);

// For Swift: passing it the address of a field counts as a change of the whole lock there, which
// ThreadSanitizer reports as a race.
GL_INLINE uint64_t gl_core_word(const gl_core *_Nonnull c) { return gl_load(&c->word); }
GL_INLINE void gl_core_set_word(gl_core *_Nonnull c, uint64_t w) { gl_store(&c->word, w); }
GL_INLINE int64_t gl_core_value(const gl_core *_Nonnull c) { return gl_load_value(&c->value); }
GL_INLINE void gl_core_set_value(gl_core *_Nonnull c, int64_t v) { gl_store_value(&c->value, v); }

GL_INLINE uint32_t gl_word_sequence(uint64_t w) { return (uint32_t)(w >> GL_SEQUENCE_SHIFT); }
GL_INLINE uint32_t gl_word_owner(uint64_t w) { return (uint32_t)((w & GL_OWNER_MASK) >> GL_OWNER_SHIFT); }

// Takes a free lock whose queue nobody is changing. The value is read between the load and the
// swap: any change of hands in between changes the word's sequence and fails the swap.
GL_INLINE bool gl_core_take_fast(gl_core *_Nonnull c, uint32_t me, bool names_value, int64_t wanted) {
  uint64_t w = gl_load_acquire(&c->word);  // pairs with the release of the swap that freed it
  if (w & (GL_HELD | GL_QUEUE)) return false;
  if (names_value && gl_load_value(&c->value) != wanted) return false;
  uint64_t held = (w & GL_WAITERS) | GL_HELD | (uint64_t)me << GL_OWNER_SHIFT |
                  ((w & ~(GL_SEQUENCE_ONE - 1)) + GL_SEQUENCE_ONE);
  return gl_swap(&c->word, w, held);
}

// Frees a lock the caller owns where nobody waits. A value is stored under the queue bit: if another
// thread frees the lock just before, this one must not change the value of a lock it has lost.
GL_INLINE bool gl_core_free_fast(gl_core *_Nonnull c, uint32_t me, bool sets_value, int64_t value) {
  uint64_t w = gl_load(&c->word);
  if ((w & (GL_HELD | GL_QUEUE | GL_WAITERS)) != GL_HELD || gl_word_owner(w) != me) return false;
  uint64_t freed = (w & ~(GL_SEQUENCE_ONE - 1)) + GL_SEQUENCE_ONE;
  if (!sets_value) return gl_swap(&c->word, w, freed);
  if (!gl_swap(&c->word, w, w | GL_QUEUE)) return false;
  gl_store_value(&c->value, value);
  // Release: pairs with the acquire load of the next taker, which then sees the value.
  gl_store_release(&c->word, freed);
  return true;
}

GL_INLINE void gl_core_check_fork(gl_core *_Nonnull c) {
  // Acquire: pairs with the release in gl_core_after_fork.
  if (__builtin_expect(gl_load32_acquire(&c->fork_count) != gl_fork_count, 0)) gl_core_after_fork(c);
}

// Gets the queue bit; spins, then yields, then sleeps, so that a preempted holder can run.
void gl_core_lock_queue_slow(gl_core *_Nonnull c);
GL_INLINE void gl_core_lock_queue(gl_core *_Nonnull c) {
  gl_core_check_fork(c);
  uint64_t w = gl_load(&c->word);
  if ((w & GL_QUEUE) || !gl_swap(&c->word, w, w | GL_QUEUE)) gl_core_lock_queue_slow(c);
}
// While the queue bit is set only its holder changes the word, so a store is enough.
// Release: pairs with the acquire of whoever takes the lock or the queue bit next.
GL_INLINE void gl_core_unlock_queue(gl_core *_Nonnull c, uint64_t word) {
  gl_store_release(&c->word, word & ~(uint64_t)GL_QUEUE);
}

// The recording of the two commonest events in one call each, for builds without optimisation.

// Whether the nesting of `lock` in what the thread holds is new to it; remembers it.
GL_INLINE bool gl_nesting_is_new(gl_thread *_Nonnull t, uint64_t lock) {
  gl_record *r = t->record;
  uint64_t key = lock;
  for (uint32_t i = 0; i < r->hold_count; i++) {
    key = (key ^ r->holds[i].lock) * 0x9e3779b97f4a7c15ull;
    key ^= key >> 29;
  }
  for (uint32_t i = 0; i < GL_GATES; i++)
    if (t->gates[i] != 0) key = (key ^ t->gates[i]) * 0x9e3779b97f4a7c15ull;
  uint64_t *entry = &t->nestings[(key >> 40) & 63];
  if (*entry == key) return false;
  *entry = key;
  return true;
}

// Notes that the caller has taken a lock. True: look at the order, this nesting is new.
GL_INLINE bool gl_note_acquired(
    gl_core *_Nonnull c, gl_thread *_Nonnull t, uint8_t operation, bool names_value, int64_t wanted,
    bool blocks) {
  gl_slot *s = c->slot;
  gl_record *r = t->record;
  uint64_t w = gl_load(&c->word), time = gl_now(), task = gl_task_of(r);
  uint32_t sequence = gl_word_sequence(w), stack = gl_stack_capture(t);
  gl_store(&s->owner, t->id);
  gl_store(&s->owner_task, task);
  gl_store32(&s->sequence, sequence);
  if (w & GL_WAITERS) s->barges += 1;
  bool look = blocks && r->hold_count > 0 && gl_nesting_is_new(t, c->lock);
  gl_hold_push(r, c->lock, operation, time, stack, t->tag, sequence);
  gl_ring_write(t, 3 /* acquired */, operation, names_value ? GL_NAMES_VALUE : 0, time, c->lock,
                sequence, wanted, gl_load_value(&c->value), task, stack);
  r->timeout_count = 0;
  r->poll_count = 0;
  return look;
}

// Notes that the caller, who owns the lock, is about to free it. True: transitions were declared
// for this lock, look at this one.
GL_INLINE bool gl_note_releasing(
    gl_core *_Nonnull c, gl_thread *_Nonnull t, uint8_t operation, bool sets_value, int64_t value) {
  gl_slot *s = c->slot;
  gl_record *r = t->record;
  uint64_t time = gl_now();
  uint32_t sequence = gl_word_sequence(gl_load(&c->word)) + 1, stack = gl_stack_capture(t);
  int64_t before = gl_load_value(&c->value), after = sets_value ? value : before;
  gl_hold *h = gl_hold_find(r, c->lock);
  uint8_t by = h != NULL ? h->operation : 0;
  bool consumed = h != NULL && (by == 2 || by == 4 || by == 6);  // the forms that name a value
  if (sets_value) gl_value_note(s, t, time, stack, sequence, before, after, consumed);
  gl_release_note(s, t, operation, by, time, stack, sequence, before, after);
  gl_hold_pop(r, c->lock);
  gl_ring_write(t, 5 /* released */, operation, 0, time, c->lock, sequence, before, after,
                gl_task_of(r), stack);
  return (s->flags & GL_TRANSITIONS_DECLARED) != 0;
}

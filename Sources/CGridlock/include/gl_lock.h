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

GL_INLINE bool gl_core_is_owned(const gl_core *_Nonnull c, uint32_t me) {
  uint64_t w = gl_load(&c->word);
  return (w & GL_HELD) != 0 && gl_word_owner(w) == me;
}

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

// Whether what the thread does with the lock is recorded.
GL_INLINE bool gl_is_recorded(const gl_core *_Nonnull c, const gl_thread *_Nonnull t) {
  return c->slot != NULL && t->record != NULL && t->quiet == 0;
}

// Whether the nesting of `lock` in what the thread holds is new to it; remembers it.
bool gl_nesting_is_new(gl_thread *_Nonnull t, uint64_t lock);

// Notes that the caller has taken a lock. True: look at the order, this nesting is new.
bool gl_note_acquired(
    gl_core *_Nonnull c, gl_thread *_Nonnull t, uint8_t operation, bool names_value, int64_t wanted,
    bool blocks);
// Notes that the caller, who owns the lock, is about to free it. True: transitions were declared
// for this lock, look at this one.
bool gl_note_releasing(
    gl_core *_Nonnull c, gl_thread *_Nonnull t, uint8_t operation, bool sets_value, int64_t value);

// What came of an operation: nothing, for it needs a closer look; noted, with the lock still to be
// freed; the same, and something is to be looked at; all of it.
enum { GL_NOT_DONE = 0, GL_NOTED = 1, GL_LOOK = 2, GL_DONE = 3 };
// Takes a lock that is free for a thread that is not steered, and notes it: in one call, for nothing
// of Swift's is inlined where nothing is optimised. GL_LOOK: taken, and this nesting is new.
int gl_take_at_once(
    gl_core *_Nonnull c, uint8_t operation, bool names_value, int64_t wanted, bool blocks);
// Notes that the caller, which is not steered, lets go of a lock it owns, and frees it where nobody
// waits. Each such release is noted here: one place in a program has one stack, whoever waits.
// GL_LOOK: transitions were declared for this lock, look at this one.
int gl_free_owned(
    gl_core *_Nonnull c, uint8_t operation, bool sets_value, int64_t value);
// Whether what it would set changes nothing, or may rest on an old reading.
bool gl_setting_is_notable(gl_core *_Nonnull c, int64_t value);

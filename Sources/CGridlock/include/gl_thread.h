// One record a thread: a private part that only this process sees, never freed so that a late
// wake-up finds memory, and the part in the arena that readers see.
#pragma once
#include "gl_arena.h"

#define GL_STACK_CACHE 128
#define GL_WALKS 32  // in sets of two
#define GL_KEPT_LOCKS 8
#define GL_WALK_FRAMES 32

enum { GL_PARKED = 0, GL_CHOSEN = 1, GL_HANDED = 2 };

// What stands in a frame: the link to the next, and the address it returns to.
typedef struct {
  uint64_t next, address;
} gl_frame;

// A walk over a stack, word for word: where it started, and what stood in each frame.
typedef struct {
  uint64_t start;
  uint32_t id, count;
  gl_frame frame[GL_WALK_FRAMES];
} gl_walk;

typedef struct gl_thread {
  uint32_t park;   // what the thread parks on: waiting, woken to try again, or handed the lock
  uint32_t index;  // never 0; the owner in a lock's word
  uint64_t id;     // index and generation
  gl_record *_Nullable record;  // null: this thread is not recorded
  gl_event *_Nullable ring;
  uint64_t head;
  uint32_t ring_mask, tag;
  uint32_t quiet;  // above 0: inside Gridlock itself, nothing is recorded
  uint32_t ended;
  void *_Nullable controller;  // steers this thread; null in ordinary runs
  uintptr_t stack_low, stack_high;
  // While queued for a lock: guarded by that lock's queue bit.
  struct gl_thread *_Nullable child[2], *_Nullable parent;
  struct gl_thread *_Nullable next, *_Nullable previous;
  uint64_t key, ticket;
  int64_t wanted;
  uint32_t names_value, passed;
  uint32_t slow, barges;
  // Whether it sleeps, or only spins on its word; how long it spins; waits since it last tried to,
  // and how many until it tries again.
  uint32_t asleep, spins, unspun, waits_to_trial;
  // Slots and cores of locks this thread let go, for the next it makes: no mutex, no allocator.
  uint32_t slots[GL_KEPT_LOCKS], slots_kept, cores_kept;
  struct gl_core *_Nullable cores[GL_KEPT_LOCKS];
  // The latest creation site.
  uint32_t site_stack;
  uint64_t site;
  // Latest walks, by where they started; and known stacks: hash and id.
  gl_walk walks[GL_WALKS];
  uint32_t walk_turns;  // a bit for each two of them
  uint64_t stack_hash[GL_STACK_CACHE];
  uint32_t stack_id[GL_STACK_CACHE];
  // Nestings proved harmless for this thread.
  uint64_t nestings[64];
  uint64_t gates[GL_GATES];  // semaphores of one that it took and has not signalled since; 0: free
  struct gl_thread *_Nullable next_free;
  // What others read that walk through all of these, set once: none is ever freed.
  struct gl_thread *_Nullable older;
  uint32_t number;   // the same as the index
  uint64_t stirred;  // the wait in which it was last stirred, 0: none
} gl_thread;

extern _Thread_local gl_thread *_Nullable gl_current __attribute__((tls_model("initial-exec")));

gl_thread *_Nonnull gl_self_slow(void);
GL_INLINE gl_thread *_Nonnull gl_self(void) {
  gl_thread *t = gl_current;
  return __builtin_expect(t != NULL, 1) ? t : gl_self_slow();
}
// The present thread with its record in the arena, if it can have one.
gl_thread *_Nonnull gl_self_recorded_slow(gl_thread *_Nonnull t);
// Looks up what tells dispatch's own threads from those they start. Takes the loader's lock.
void gl_workers_find(void);
GL_INLINE gl_thread *_Nonnull gl_self_recorded(void) {
  gl_thread *t = gl_self();
  return __builtin_expect(t->record != NULL || t->quiet, 1) ? t : gl_self_recorded_slow(t);
}

// Whether the run it belongs to is controlled.
GL_INLINE bool gl_is_steered(const gl_thread *_Nonnull t) {
  return __builtin_expect(t->controller != NULL, 0);
}

// Monotonic nanoseconds, by the kernel. Async-signal-safe.
uint64_t gl_now_exact(void);
// The time-stamp counter against the kernel's clock: nanoseconds a tick, times 2^32.
typedef struct {
  uint64_t ticks, time, rate;
} gl_clock;
extern const gl_clock *_Nullable gl_clock_present;
// Sets the counter right again; the watch alone calls it, now and then.
void gl_clock_adjust(void);
// Monotonic nanoseconds, a few microseconds off the kernel's at most. Async-signal-safe.
GL_INLINE uint64_t gl_now(void) {
#if defined(__x86_64__)
  const gl_clock *c = __atomic_load_n(&gl_clock_present, __ATOMIC_ACQUIRE);
  if (__builtin_expect(c != NULL, 1))
    return c->time + (uint64_t)((unsigned __int128)(__builtin_ia32_rdtsc() - c->ticks) * c->rate >> 32);
#endif
  return gl_now_exact();
}
int32_t gl_system_id(void);
// Re-reads the thread's name from the kernel into its record.
void gl_thread_refresh_name(gl_thread *_Nonnull t);
// Names the calling thread for the kernel, which keeps 15 bytes, and in its record, if it has one.
void gl_thread_set_name(const char *_Nonnull name);

// Called from the places where live code meets the detector; set once, before any recording.
typedef struct {
  void (*_Nullable thread_ended)(gl_thread *_Nonnull);
} gl_hooks_t;
extern gl_hooks_t gl_hooks;
void gl_hooks_set_thread_ended(void (*_Nullable f)(gl_thread *_Nonnull));

// Parks while *word == expected; deadline in monotonic nanoseconds, 0 for none. False: timed out.
bool gl_park(gl_thread *_Nonnull t, uint32_t expected, uint64_t deadline);
// Wakes t to look at its word again. The word is stored before, under the queue bit of its lock: a
// late wake-up then finds a thread that looks, sees nothing new and parks again.
void gl_wake(gl_thread *_Nonnull t);
// Wakes every thread that sleeps until it gets a lock, a count or a signal, to test once more whether
// it can go; not those of controlled runs. O(threads).
void gl_threads_stir(void);
// How many of them have not tested yet.
uint32_t gl_threads_stirred(void);
// Before the watch's thread starts, and around its work: a fork waits for the end of it.
void gl_look_announce(void);
void gl_look_begin(void);
void gl_look_end(void);
// Keeps the calling thread, and those it starts, on the processor it runs on; where that can't be
// had, does nothing. Threads that take turns then change places in a tenth of the time.
void gl_processor_stay(void);
// Lets the calling thread run again where it could before.
void gl_processor_leave(void);
// A counter one thread sleeps on: posting is async-signal-safe.
void gl_watch_post(void);
// Sleeps until a post that came after `seen`, or for so many nanoseconds; answers the counter.
uint32_t gl_watch_wait(uint32_t seen, uint64_t nanoseconds);
uint32_t gl_watch_count(void);

#define _GNU_SOURCE
#include "gl_lock.h"
#include "gl_platform.h"
#include "gl_stack.h"
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

_Thread_local gl_thread *gl_current __attribute__((tls_model("initial-exec")));
gl_hooks_t gl_hooks;
void gl_hooks_set_thread_ended(void (*f)(gl_thread *)) { gl_hooks.thread_ended = f; }

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static gl_thread *oldest_free, *newest_free;
static gl_thread *newest;  // the head of the list of all records, which only grows
static uint32_t count_free, next_index = 1;
// The one thread a fork leaves, until it has its record in the child's arena.
static gl_thread *survivor;
static bool survivor_was_recorded;
uint32_t gl_fork_count;
uint32_t gl_wake_policy;

// Turns that a wait spins before it sleeps. The most takes about as long as waking a thread on
// another processor, so that spinning in vain at worst doubles what a wait costs.
#define SPINS_AT_FIRST 200
#define SPINS_AT_MOST 1500
// Where spinning was given up: waits until it is tried again; more after each try in vain.
#define WAITS_TO_TRIAL 16
#define WAITS_TO_TRIAL_AT_MOST 1024

// Ended threads whose records still tell their story; reused only beyond so many.
#define KEPT 128
// Beyond what the word of a lock can name, threads share the last index and are not recorded.
#define INDEX_LIMIT ((1u << 20) - 1)

// Whether a lock's word still names this thread: its index must not pass to another then.
static bool still_owns(const gl_thread *t) {
  void *h = gl_arena_base();
  if (t->record == NULL || h == NULL) return false;
  for (uint32_t i = 0; i < t->record->hold_count; i++) {
    uint64_t lock = t->record->holds[i].lock;
    const gl_slot *s = gl_arena_slot(h, (uint32_t)lock);
    if (gl_load(&s->id) == lock && gl_load(&s->owner) == t->id) return true;
  }
  return false;
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// In the last round TSan lets go of the thread; code that it instruments must not run after that.
#define LAST_ROUND (PTHREAD_DESTRUCTOR_ITERATIONS - 1)
#endif
#endif
#ifndef LAST_ROUND
#define LAST_ROUND PTHREAD_DESTRUCTOR_ITERATIONS
#endif

static void thread_ends(void *value) {
  gl_thread *t = value;
  // Other destructors may still unlock: wait for the last round.
  if (++t->ended < LAST_ROUND) {
    pthread_setspecific(key, t);
    return;
  }
  if (t->record != NULL) {
    gl_thread_refresh_name(t);
    gl_store(&t->record->end_time, gl_now());
    gl_ring_write(t, 9 /* threadEnded */, 0, 0, t->record->end_time, 0, 0, 0, 0, 0, 0);
    __atomic_store_n(&t->record->state, GL_ENDED, __ATOMIC_RELEASE);
    if (gl_hooks.thread_ended != NULL) gl_hooks.thread_ended(t);
  }
  gl_slots_give_back(t);
  while (t->cores_kept > 0) free(t->cores[--t->cores_kept]);
  gl_current = NULL;
  if (still_owns(t)) return;
  pthread_mutex_lock(&guard);
  t->next_free = NULL;
  if (newest_free != NULL) newest_free->next_free = t; else oldest_free = t;
  newest_free = t;
  count_free += 1;
  pthread_mutex_unlock(&guard);
}

// Held by the watch while it works: a child must not inherit the runtime's locks that it holds then.
static pthread_mutex_t look_guard = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool looks;
static bool first_look;  // the watch has been started and has not looked yet
void gl_look_announce(void) { __atomic_store_n(&first_look, true, __ATOMIC_RELAXED); }
void gl_look_begin(void) {
  pthread_mutex_lock(&look_guard);
  looks = true;
}
void gl_look_end(void) {
  looks = false;
  __atomic_store_n(&first_look, false, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&look_guard);
}

// Waits for the watch to be at rest; for a thread that is only starting, at most a second.
static void wait_for_look(void) {
  pthread_mutex_lock(&look_guard);
  for (int turn = 0; turn < 10000 && __atomic_load_n(&first_look, __ATOMIC_RELAXED); turn++) {
    pthread_mutex_unlock(&look_guard);
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
    pthread_mutex_lock(&look_guard);
  }
}

static void before_fork(void) {
  if (!looks) wait_for_look();
  gl_arena_before_fork();
  pthread_mutex_lock(&guard);
}

static void forked_parent(void) {
  pthread_mutex_unlock(&guard);
  gl_arena_after_fork(false);
  if (!looks) pthread_mutex_unlock(&look_guard);
}

static void forked_child(void) {
  pthread_mutex_unlock(&guard);
  gl_arena_after_fork(true);
  first_look = false;
  if (!looks) pthread_mutex_unlock(&look_guard);
  gl_park_after_fork();
  gl_fork_count += 1;
  // It keeps its identity, and with it its locks; it records again once the arena is its own.
  gl_thread *t = gl_current;
  if (t == NULL || t != survivor) survivor_was_recorded = t != NULL && t->record != NULL;
  if (t != NULL) t->record = NULL, t->ring = NULL;
  survivor = t;
}

// A lock met for the first time since a fork: the threads in its queue did not come along, and one
// of them may have been changing the queue. Who holds the lock goes on holding it.
void gl_core_after_fork(gl_core *c) {
  pthread_mutex_lock(&guard);
  if (c->fork_count != gl_fork_count) {
    c->tree = c->first = c->last = c->chosen = NULL;
    c->waiters = 0;
    uint64_t w = gl_load(&c->word);
    while (!gl_swap(&c->word, w, w & ~(uint64_t)(GL_QUEUE | GL_WAITERS))) w = gl_load(&c->word);
    // Release: pairs with the acquire in gl_core_lock_queue.
    gl_store32_release(&c->fork_count, gl_fork_count);
  }
  pthread_mutex_unlock(&guard);
}

// Spinning helps nobody where there is one processor.
static bool may_spin;

static void set_up(void) {
  may_spin = sysconf(_SC_NPROCESSORS_ONLN) > 1;
  pthread_key_create(&key, thread_ends);
  pthread_atfork(before_fork, forked_parent, forked_child);
}

gl_thread *gl_self_slow(void) {
  pthread_once(&once, set_up);
  gl_thread *t = NULL;
  pthread_mutex_lock(&guard);
  if (count_free > KEPT) {
    t = oldest_free;
    oldest_free = t->next_free;
    count_free -= 1;
  }
  pthread_mutex_unlock(&guard);
  uint64_t generation = 1;
  uint32_t index;
  if (t != NULL) {
    generation = (t->id >> 32) + 1;
    index = t->index;
  } else {
    t = aligned_alloc(64, (sizeof *t + 63) & ~63ul);
    if (t == NULL) {
      fputs("Gridlock: no memory for a thread's record\n", stderr);
      abort();
    }
    // Swift marks a change of any field at the first, which others park and wake by.
    gl_read_while_changing(t, sizeof t->park);
    gl_read_while_changing(&t->asleep, sizeof t->asleep);
    pthread_mutex_lock(&guard);
    index = next_index < INDEX_LIMIT ? next_index++ : INDEX_LIMIT;
    memset(t, 0, sizeof *t);
    t->older = newest;
    t->number = index;
    // Release: pairs with the acquire in gl_threads_newest.
    __atomic_store_n(&newest, t, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&guard);
  }
  memset(t, 0, offsetof(gl_thread, older));
  t->index = index;
  t->spins = SPINS_AT_FIRST;
  t->waits_to_trial = WAITS_TO_TRIAL;
  t->id = generation << 32 | index;
  gl_current = t;
  gl_platform_stack(&t->stack_low, &t->stack_high);
  pthread_setspecific(key, t);
  return t;
}

gl_thread *gl_threads_newest(void) { return __atomic_load_n(&newest, __ATOMIC_ACQUIRE); }

void gl_thread_refresh_name(gl_thread *t) {
  char kernel[GL_NAME] = {0};
  if (t->record == NULL) return;
  gl_platform_thread_name(kernel, GL_NAME);
  // A longer name that was given to the record begins like the kernel's.
  if (strncmp(t->record->name, kernel, strlen(kernel)) != 0)
    memcpy(t->record->name, kernel, GL_NAME);
}

void gl_thread_set_name(const char *name) {
  gl_platform_set_thread_name(name);
  gl_thread *t = gl_current;
  if (t == NULL || t->record == NULL) return;
  memset(t->record->name, 0, GL_NAME);
  strncpy(t->record->name, name, GL_NAME - 1);
}

static void give_ring(gl_header *h, gl_thread *t) {
  gl_record *r = t->record;
  if (r->ring == 0) {
    uint32_t ring = gl_add32(&h->rings_used, 1);
    if (ring >= h->ring_capacity) {
      gl_store32(&h->rings_used, h->ring_capacity);
      gl_add(&h->lost_rings, 1);
      return;
    }
    r->ring = ring + 1;
  }
  t->ring = gl_arena_ring(h, r->ring - 1);
  t->ring_mask = h->ring_slots - 1;
}

// Where the library of dispatch lies, where it is an image of its own. Zero until that is known.
static uintptr_t dispatch_low, dispatch_high;

// A worker of dispatch or of the task pool blocks certain signals; but so does a thread it starts,
// which inherits that. The worker alone was started by the library, where that is an image of its
// own.
static bool is_worker(gl_thread *t) {
  if (!gl_platform_is_worker()) return false;
  // Acquire: pairs with the release below; the lower end is then known too.
  uintptr_t high = __atomic_load_n(&dispatch_high, __ATOMIC_ACQUIRE);
  return high == 0 || gl_stack_passes(t, dispatch_low, high);
}

void gl_workers_find(void) {
  uintptr_t low = 0, high = 0;
  void *anchor = dlsym(RTLD_DEFAULT, "dispatch_async");
  if (anchor == NULL || !gl_platform_image("libdispatch", anchor, &low, &high)) return;
  dispatch_low = low;
  __atomic_store_n(&dispatch_high, high, __ATOMIC_RELEASE);
}

gl_thread *gl_self_recorded_slow(gl_thread *t) {
  gl_header *h = gl_arena_base();
  if (h == NULL || !gl_arena_is_ready()) h = gl_arena_start();
  if (h == NULL || t->record != NULL) return t;
  if (t == survivor) {
    survivor = NULL;
    if (survivor_was_recorded) {
      // Its record came along; its ring starts afresh.
      t->record = gl_arena_record(h, t->index);
      t->head = 0;
      if (t->record->ring != 0) t->ring = gl_arena_ring(h, t->record->ring - 1);
      return t;
    }
  }
  if (t->index >= h->thread_capacity) {
    if (t->slow++ == 0) gl_add(&h->lost_threads, 1);
    return t;
  }
  gl_record *r = gl_arena_record(h, t->index);
  uint32_t ring = r->ring;
  uint64_t version = r->wait_version;
  gl_add(&h->lost_history, r->head + r->lost);
  if (ring != 0) memset(gl_arena_ring(h, ring - 1), 0, h->ring_slots * sizeof(gl_event));
  gl_store(&r->id, 0);
  memset((char *)r + sizeof r->id, 0, sizeof *r - sizeof r->id);
  r->ring = ring;
  r->wait_version = version + 2;
  r->system_id = gl_system_id();
  r->kind = gl_platform_is_main() ? 1 : gl_task() != 0 ? 3 : is_worker(t) ? 2 : 0;
  r->start_time = gl_now();
  gl_platform_thread_name(r->name, GL_NAME);
  r->state = GL_ALIVE;
  gl_store_release(&r->id, t->id);
  uint32_t used = gl_load32(&h->threads_used);
  while (used <= t->index &&
         !__atomic_compare_exchange_n(&h->threads_used, &used, t->index + 1, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
  t->record = r;
  give_ring(h, t);
  gl_ring_write(t, 8 /* threadStarted */, 0, 0, r->start_time, 0, 0, 0, 0, 0, 0);
  return t;
}

// In a child: threads that did not come along have ended; the survivor's ring starts afresh.
void gl_threads_after_fork(void) {
  gl_header *h = gl_arena_base();
  for (uint32_t i = 0; i < h->threads_used; i++) {
    gl_record *r = gl_arena_record(h, i);
    r->head = 0;
    if (survivor != NULL && r->id == survivor->id) {
      r->system_id = h->pid;
    } else if (r->state == GL_ALIVE) {
      r->state = GL_ENDED;
      r->end_time = gl_now();
      r->wait_kind = GL_WAIT_NONE;
    }
  }
}

extern void *swift_task_getCurrent(void) __attribute__((weak, swiftcall));
uint64_t gl_task(void) {
  return swift_task_getCurrent != NULL ? (uint64_t)(uintptr_t)swift_task_getCurrent() : 0;
}

// A wake-up that comes while the waiter still spins costs neither side a system call. Where it does
// not come in time, spinning is given up, by halves: whoever would have to run for it may not get a
// processor. Two threads that both sleep wake each other too slowly for a short spin to notice that
// a longer one would do; so spinning is tried again at its longest, ever more seldom if in vain.
bool gl_spin(gl_thread *t, uint32_t expected) {
  if (!may_spin) return false;
  bool trial = t->spins == 0 && ++t->unspun >= t->waits_to_trial;
  if (trial) t->spins = SPINS_AT_MOST, t->unspun = 0;
  for (uint32_t turn = 0; turn < t->spins; turn++) {
    // Acquire: pairs with the release store of whoever chose this thread.
    if (gl_load32_acquire(&t->park) != expected) {
      uint32_t longer = t->spins + t->spins / 4 + 16;
      t->spins = longer < SPINS_AT_MOST ? longer : SPINS_AT_MOST;
      t->waits_to_trial = WAITS_TO_TRIAL;
      return true;
    }
    gl_pause();
  }
  if (trial && t->waits_to_trial < WAITS_TO_TRIAL_AT_MOST) t->waits_to_trial *= 2;
  t->spins = !trial && t->spins > 32 ? t->spins / 2 : 0;
  return false;
}

gl_core *gl_core_make(int64_t value) {
  gl_thread *t = gl_self();
  gl_core *c = t->cores_kept > 0 ? t->cores[--t->cores_kept] : malloc(sizeof *c);
  if (c == NULL) {
    fputs("Gridlock: no memory for a lock\n", stderr);
    abort();
  }
  memset(c, 0, sizeof *c);
  c->value = value;
  c->fork_count = gl_fork_count;
  return c;
}

void gl_core_drop(gl_core *c) {
  gl_thread *t = gl_self();
  if (t->cores_kept < GL_KEPT_LOCKS && !t->ended) t->cores[t->cores_kept++] = c;
  else free(c);
}

void gl_core_lock_queue_slow(gl_core *c) {
  for (uint32_t turn = 0;; turn++) {
    uint64_t w = gl_load(&c->word);
    if (!(w & GL_QUEUE) && gl_swap(&c->word, w, w | GL_QUEUE)) return;
    if (turn < 64) {
      gl_pause();
    } else if (turn < 256) {
      sched_yield();
    } else {
      struct timespec pause = {0, 50000};
      nanosleep(&pause, NULL);
    }
  }
}

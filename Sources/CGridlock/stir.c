// Waking waiters that nobody woke, to see whether one should have been.
#include "gl_platform.h"
#include "gl_record.h"

// The record of a thread that waits for a lock, a count or a signal; null otherwise.
static gl_record *waiting(const gl_thread *t) {
  gl_header *h = gl_arena_base();
  if (h == NULL || t->number >= h->thread_capacity) return NULL;
  gl_record *r = gl_arena_record(h, t->number);
  uint8_t kind = __atomic_load_n(&r->wait_kind, __ATOMIC_RELAXED);
  return kind == GL_WAIT_LOCK || kind == GL_WAIT_SIGNAL ? r : NULL;
}

void gl_threads_stir(void) {
  for (gl_thread *t = gl_threads_newest(); t != NULL; t = t->older) {
    const gl_record *r = waiting(t);
    uint32_t expected = GL_PARKED;
    gl_store(&t->stirred, 0);
    // Those of controlled runs never sleep here. A thread that spins is about to look by itself.
    if (gl_load32(&t->asleep) == 0) continue;
    // Never over a lock that was handed over. Release: pairs with the acquire in gl_park.
    if (r != NULL && __atomic_compare_exchange_n(&t->park, &expected, GL_CHOSEN, false,
                                                 __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
      gl_store(&t->stirred, gl_load(&r->wait_version));
      gl_wake(t);
    }
  }
}

uint32_t gl_threads_stirred(void) {
  uint32_t count = 0;
  for (gl_thread *t = gl_threads_newest(); t != NULL; t = t->older) {
    const gl_record *r = waiting(t);
    // Acquire: pairs with the store of a thread that tested and parks again.
    if (r != NULL && gl_load32_acquire(&t->park) == GL_CHOSEN &&
        gl_load(&r->wait_version) == gl_load(&t->stirred))
      count += 1;
  }
  return count;
}

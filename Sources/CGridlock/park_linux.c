#if defined(__linux__) && !defined(GL_PARK_PTHREAD)
#define _GNU_SOURCE
#include "gl_platform.h"
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long wait_on(uint32_t *word, uint32_t expected, uint64_t deadline) {
  struct timespec t = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  return syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected,
                 deadline == 0 ? NULL : &t, NULL, FUTEX_BITSET_MATCH_ANY);
}

bool gl_park(gl_thread *t, uint32_t expected, uint64_t deadline) {
  if (gl_spin(t, expected)) return true;
  int saved = errno;
  bool in_time = true;
  gl_store32(&t->asleep, 1);
  // Either this thread sees its word changed, or whoever changed it sees it asleep: pairs with the
  // fence in gl_wake.
  gl_fence();
  // Acquire: pairs with the release store of whoever chose this thread.
  while (gl_load32_acquire(&t->park) == expected) {
    if (wait_on(&t->park, expected, deadline) != 0 && errno == ETIMEDOUT) {
      in_time = gl_load32_acquire(&t->park) != expected;
      break;
    }
  }
  gl_store32(&t->asleep, 0);
  errno = saved;
  return in_time;
}

void gl_park_after_fork(void) {}

void gl_wake(gl_thread *t) {
  gl_fence();
  if (gl_load32(&t->asleep) == 0) return;
  int saved = errno;
  syscall(SYS_futex, &t->park, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
  errno = saved;
}

static uint32_t watch;

uint32_t gl_watch_count(void) { return gl_load32_acquire(&watch); }

void gl_watch_post(void) {
  int saved = errno;
  __atomic_fetch_add(&watch, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &watch, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
  errno = saved;
}

uint32_t gl_watch_wait(uint32_t seen, uint64_t nanoseconds) {
  if (gl_watch_count() == seen) wait_on(&watch, seen, gl_now_exact() + nanoseconds);
  return gl_watch_count();
}
#endif

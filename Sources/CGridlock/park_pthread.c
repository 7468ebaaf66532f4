// The backend for systems without futexes; chosen on Linux by the PthreadBackend trait.
#if !defined(__linux__) || defined(GL_PARK_PTHREAD)
#define _GNU_SOURCE
#include "gl_platform.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Parking places, picked by the thread's index: a thread shares one with few others, so waking is
// a broadcast among these.
#define PLACES 256
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
} place_t;
static place_t places[PLACES];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int pipe_ends[2] = {-1, -1};

static void set_up(void) {
  for (int i = 0; i < PLACES; i++) {
    pthread_mutex_init(&places[i].mutex, NULL);
    pthread_condattr_t a;
    pthread_condattr_init(&a);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&places[i].condition, &a);
    pthread_condattr_destroy(&a);
  }
  if (pipe(pipe_ends) == 0)
    for (int i = 0; i < 2; i++) {
      fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
      fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
    }
}

// Threads that did not come along may have held these.
void gl_park_after_fork(void) {
  for (int i = 0; i < 2; i++)
    if (pipe_ends[i] >= 0) close(pipe_ends[i]), pipe_ends[i] = -1;
  pthread_once_t fresh = PTHREAD_ONCE_INIT;
  once = fresh;
}

static place_t *place_of(gl_thread *t) {
  pthread_once(&once, set_up);
  return &places[t->index % PLACES];
}

static int wait_until(place_t *p, uint64_t deadline) {
  if (deadline == 0) return pthread_cond_wait(&p->condition, &p->mutex);
#if defined(__APPLE__)
  uint64_t now = gl_now_exact(), left = deadline > now ? deadline - now : 0;
  struct timespec t = {(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
  return pthread_cond_timedwait_relative_np(&p->condition, &p->mutex, &t);
#else
  struct timespec t = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  return pthread_cond_timedwait(&p->condition, &p->mutex, &t);
#endif
}

bool gl_park(gl_thread *t, uint32_t expected, uint64_t deadline) {
  if (gl_spin(t, expected)) return true;
  place_t *p = place_of(t);
  bool in_time = true;
  int state;
  // A wait on a condition variable is a cancellation point, a wait on a futex is not.
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_mutex_lock(&p->mutex);
  gl_store32(&t->asleep, 1);
  while (gl_load32_acquire(&t->park) == expected)
    if (wait_until(p, deadline) == ETIMEDOUT) {
      in_time = gl_load32(&t->park) != expected;
      break;
    }
  gl_store32(&t->asleep, 0);
  pthread_mutex_unlock(&p->mutex);
  pthread_setcancelstate(state, NULL);
  return in_time;
}

void gl_wake(gl_thread *t) {
  place_t *p = place_of(t);
  pthread_mutex_lock(&p->mutex);
  pthread_cond_broadcast(&p->condition);
  pthread_mutex_unlock(&p->mutex);
}

static uint32_t watch;

uint32_t gl_watch_count(void) { return gl_load32_acquire(&watch); }

void gl_watch_post(void) {
  int saved = errno;
  __atomic_fetch_add(&watch, 1, __ATOMIC_RELEASE);
  char byte = 0;
  if (pipe_ends[1] >= 0 && write(pipe_ends[1], &byte, 1) < 0) {}  // full: it wakes anyhow
  errno = saved;
}

uint32_t gl_watch_wait(uint32_t seen, uint64_t nanoseconds) {
  pthread_once(&once, set_up);
  if (gl_watch_count() == seen) {
    struct pollfd p = {pipe_ends[0], POLLIN, 0};
    poll(&p, 1, (int)(nanoseconds / 1000000u) + 1);
    char bytes[64];
    while (pipe_ends[0] >= 0 && read(pipe_ends[0], bytes, sizeof bytes) > 0) {}
  }
  return gl_watch_count();
}
#endif

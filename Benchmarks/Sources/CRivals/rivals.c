#include "rivals.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

rival_turn *rival_turn_make(void) {
  rival_turn *t = calloc(1, sizeof *t);
  if (t == NULL) abort();
  pthread_mutex_init(&t->mutex, NULL);
  pthread_cond_init(&t->changed, NULL);
  return t;
}

void rival_turn_pass(
    rival_turn *t, int64_t mine, int64_t next, void (*body)(void *), void *context) {
  pthread_mutex_lock(&t->mutex);
  while (t->value != mine) pthread_cond_wait(&t->changed, &t->mutex);
  if (body != NULL) body(context);
  t->value = next;
  pthread_cond_broadcast(&t->changed);
  pthread_mutex_unlock(&t->mutex);
}

void rival_mutex_pairs(rival_turn *t, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    pthread_mutex_lock(&t->mutex);
    pthread_mutex_unlock(&t->mutex);
  }
}

void rival_turn_pairs(rival_turn *t, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    pthread_mutex_lock(&t->mutex);
    t->value = i & 1;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->mutex);
  }
}

__attribute__((noinline)) void rival_measured(void (*body)(void *), void *context) {
  body(context);
  __asm__ volatile("" ::: "memory");  // no tail call: the frame stays
}

__attribute__((noinline)) void rival_work(uint64_t *place, int64_t steps) {
  uint64_t value = *place;
  for (int64_t i = 0; i < steps; i++) {
    value = value * 6364136223846793005u + 1;
    __asm__ volatile("" : "+r"(value));
  }
  *place = value;
}

__attribute__((noinline)) void rival_nothing(void) { __asm__ volatile(""); }

static uint64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
uint64_t rival_wall(void) { return read_clock(CLOCK_MONOTONIC); }
uint64_t rival_processor(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
uint64_t rival_thread_processor(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

uint64_t rival_resident(void) {
  unsigned long total = 0, resident = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL) return 0;
  int found = fscanf(f, "%lu %lu", &total, &resident);
  fclose(f);
  return found == 2 ? (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

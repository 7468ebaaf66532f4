// Lock, set a value, wake all, unlock; prints nanoseconds a pair. Built bare and under sanitizers,
// and run under Valgrind's tools: pair COUNT ROUNDS.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static volatile int64_t value;

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments != 3) return 2;
  long count = atol(arguments[1]), rounds = atol(arguments[2]);
  double *times = calloc((size_t)rounds, sizeof *times);
  if (times == NULL || count < 1 || rounds < 1) return 2;
  for (long round = 0; round < rounds; round++) {
    double start = now();
    for (long i = 0; i < count; i++) {
      pthread_mutex_lock(&mutex);
      value = i & 1;
      pthread_cond_broadcast(&changed);
      pthread_mutex_unlock(&mutex);
    }
    times[round] = (now() - start) / (double)count;
  }
  qsort(times, (size_t)rounds, sizeof *times, by_value);
  printf("%.2f\n", times[rounds / 2]);
  free(times);
  return 0;
}

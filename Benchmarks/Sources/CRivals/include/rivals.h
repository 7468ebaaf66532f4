// What Gridlock is measured against, and the frame that marks what is measured.
#pragma once
#include <pthread.h>
#include <stdint.h>

// A condition lock made by hand from a mutex, a condition variable and a value.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int64_t value;
} rival_turn;

rival_turn *_Nonnull rival_turn_make(void);
// Waits until the value is `mine`, runs the body under the mutex, sets the value to `next` and
// wakes all who wait.
void rival_turn_pass(
    rival_turn *_Nonnull t, int64_t mine, int64_t next, void (*_Nullable body)(void *_Nullable),
    void *_Nullable context);
// Takes and frees the mutex `count` times; the second form sets the value and wakes all as well.
void rival_mutex_pairs(rival_turn *_Nonnull t, int64_t count);
void rival_turn_pairs(rival_turn *_Nonnull t, int64_t count);

// Calls the body once: a frame whose name tools can be told to count in.
void rival_measured(void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

// Work of a critical section: a chain of so many multiplications.
void rival_work(uint64_t *_Nonnull place, int64_t steps);

// Does nothing; a call after another keeps that from being a tail call.
void rival_nothing(void);

// Monotonic time, and processor time of the whole process and of the calling thread, nanoseconds.
uint64_t rival_wall(void);
uint64_t rival_processor(void);
uint64_t rival_thread_processor(void);
// Bytes of memory the process has resident.
uint64_t rival_resident(void);

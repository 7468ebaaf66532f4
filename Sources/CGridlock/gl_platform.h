// What differs between operating systems, one file for each; not public.
#pragma once
#include "gl_thread.h"

// Maps so many bytes of zeroes that another process can be shown; null when it can't be had.
void *gl_platform_map(uint64_t bytes, int *fd);
// The same in a file of this user's alone, with all its space taken beforehand; null and errno
// when it can't be had, EWOULDBLOCK when another process records to it.
void *gl_platform_map_file(uint64_t bytes, const char *path, int *fd);
uint64_t gl_platform_wall(void);
// The bounds of the calling thread's stack.
void gl_platform_stack(uintptr_t *low, uintptr_t *high);
bool gl_platform_is_main(void);
// Whether the calling thread is a worker of dispatch or of the task pool: these block the signals
// that programs handle, and leave those for profilers open.
bool gl_platform_is_worker(void);
// Where the image lies that has this address and this in its path; false when there is none. Takes
// the loader's lock.
bool gl_platform_image(const char *path, const void *inside, uintptr_t *low, uintptr_t *high);
void gl_platform_thread_name(char *name, size_t size);
void gl_platform_set_thread_name(const char *name);

// ThreadSanitizer, where it runs: reports no races there. What others read while it changes is
// checked by versions and numbers instead.
void AnnotateBenignRaceSized(
    const char *file, int line, const volatile void *at, size_t bytes, const char *why)
    __attribute__((weak));
static inline void gl_read_while_changing(const volatile void *at, size_t bytes) {
  if (AnnotateBenignRaceSized != NULL) AnnotateBenignRaceSized("", 0, at, bytes, "Gridlock");
}

// Between the files of this module.
// Takes what it needs from the unwinder's library. Asks the loader, whose lock may be held: never
// called by the watch.
void gl_sample_load(void *library);
// The newest record of a thread; the others follow by `older`.
gl_thread *gl_threads_newest(void);
// Gives back the slots an ending thread kept for its next locks.
void gl_slots_give_back(gl_thread *t);
// Spins on the thread's word for as long as that lately paid; false: it is still as expected.
bool gl_spin(gl_thread *t, uint32_t expected);
// Around a fork: hold what must be at rest in the child, let go, and in the child start afresh.
void gl_arena_before_fork(void);
void gl_arena_after_fork(bool in_child);
void gl_park_after_fork(void);
// Whether the arena is this process's own, and the detector has started.
bool gl_arena_is_ready(void);
void gl_threads_after_fork(void);

// What differs between operating systems, one file for each; not public.
#pragma once
#include "gl_thread.h"

// Maps so many bytes of zeroes that another process can be shown; null when it can't be had.
void *gl_platform_map(uint64_t bytes, int *fd);
uint64_t gl_platform_wall(void);
// The bounds of the calling thread's stack.
void gl_platform_stack(uintptr_t *low, uintptr_t *high);
bool gl_platform_is_main(void);
void gl_platform_thread_name(char *name, size_t size);
void gl_platform_set_thread_name(const char *name);

// Between the files of this module.
void gl_arena_mark_forked(void);
void gl_threads_after_fork(void);

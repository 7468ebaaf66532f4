#define _GNU_SOURCE
#include "gl_stack.h"
#include <dlfcn.h>
#include <string.h>

#define FRAMES 64
// How often a walk of fewer frames asks the unwinder.
#define SHORT 3

static int (*unwind)(void **, int);

bool gl_unwinder_load(void) {
  if (unwind != NULL) return true;
  // Local scope: linking it would replace the process's own unwinder.
  void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) *(void **)&unwind = dlsym(library, "unw_backtrace");
  return unwind != NULL;
}
bool gl_unwinder_loaded(void) { return unwind != NULL; }

static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 32);
}

static uint32_t intern(gl_header *h, const uint64_t *frames, uint32_t count, uint64_t hash) {
  uint64_t *table = (uint64_t *)((char *)h + h->stacks);
  uint64_t tag = hash & 0xffffffff00000000ull;
  uint32_t mask = h->stack_capacity - 1, mine = 0;
  for (uint32_t i = 0; i < 64; i++) {
    uint64_t *entry = &table[((uint32_t)hash + i) & mask];
    uint64_t seen = gl_load_acquire(entry);  // pairs with the release of the swap below
    if (seen == 0) {
      if (mine == 0) {
        mine = gl_add32(&h->frames_used, count + 1);
        if ((uint64_t)mine + count + 1 > h->frame_capacity) {
          gl_add32(&h->frames_used, -(count + 1));
          break;
        }
        uint64_t *to = gl_arena_frames(h, mine);
        to[0] = count;
        memcpy(to + 1, frames, count * sizeof *frames);
      }
      if (gl_swap(entry, 0, tag | mine)) return mine;
      seen = gl_load_acquire(entry);
    }
    if ((seen & 0xffffffff00000000ull) == tag) {
      const uint64_t *known = gl_arena_frames(h, (uint32_t)seen);
      if (known[0] == count && memcmp(known + 1, frames, count * sizeof *frames) == 0)
        return (uint32_t)seen;
    }
  }
  gl_add(&h->lost_stacks, 1);
  return 0;
}

// Where a caller keeps no frame pointer the walk reads whatever is there: within the stack, but not
// what a sanitizer takes for a variable.
__attribute__((noinline, no_sanitize("address", "thread"))) uint32_t gl_stack_capture(gl_thread *t) {
  gl_header *h = gl_arena_base();
  if (h == NULL || h->mode < 2) return 0;
  uint64_t frames[FRAMES];
  uint32_t count = 0, limit = h->frame_limit;
  uint64_t hash = 0;
  uintptr_t fp = (uintptr_t)__builtin_frame_address(0);
  // Frames lie inside this thread's stack, each above the last; anything else ends the walk.
  while (count < limit && fp >= t->stack_low && fp + 16 <= t->stack_high && (fp & 7) == 0) {
    uintptr_t next = ((uintptr_t *)fp)[0], address = ((uintptr_t *)fp)[1];
    if (address < 4096) break;
    frames[count++] = address;
    hash = mix(hash, address);
    if (next <= fp) break;
    fp = next;
  }
  if (count < SHORT && unwind != NULL && t->stack_high != 0) {
    void *found[FRAMES];
    int n = unwind(found, (int)limit);
    if (n > (int)count + 1) {
      count = 0;
      hash = 0;
      for (int i = 1; i < n; i++) {
        frames[count++] = (uint64_t)(uintptr_t)found[i];
        hash = mix(hash, (uint64_t)(uintptr_t)found[i]);
      }
    }
  }
  if (count == 0) return 0;
  uint32_t at = (uint32_t)(hash >> 8) % GL_STACK_CACHE;
  if (t->stack_hash[at] == hash) return t->stack_id[at];
  uint32_t id = intern(h, frames, count, hash);
  if (id != 0) {
    t->stack_hash[at] = hash;
    t->stack_id[at] = id;
  }
  return id;
}

#define _GNU_SOURCE
#include "gl_platform.h"
#include "gl_stack.h"
#include <dlfcn.h>
#include <string.h>

// How often a walk of fewer frames asks the unwinder.
#define SHORT 3
// Frames of ours, at most, in what it finds.
#define OWN_FRAMES 4

static int (*unwind)(void **, int);

bool gl_unwinder_load(void) {
  if (gl_unwinder_loaded()) return true;
  // Local scope: linking it would replace the process's own unwinder.
  void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
  int (*found)(void **, int) = NULL;
  if (library != NULL) {
    gl_sample_load(library);
    *(void **)&found = dlsym(library, "unw_backtrace");
  }
  // Release: pairs with the load of whoever captures, which then sees the library.
  __atomic_store_n(&unwind, found, __ATOMIC_RELEASE);
  return found != NULL;
}
bool gl_unwinder_loaded(void) { return __atomic_load_n(&unwind, __ATOMIC_ACQUIRE) != NULL; }

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
#define READS_FRAMES no_sanitize("address", "thread")

// Swift marks the frame of an async function in the link that leads from it; the frames of the
// thread go on behind the mark.
#define GL_CHAIN(link) ((link) & ~(1ull << 60))

// Whether the frames are as they were in an earlier walk: word for word, so that it would go the
// same way again. The places to look at are known beforehand, so the loads need not wait for each
// other; and a branch a frame, which is foreseen, costs less than one answer at the end.
__attribute__((always_inline, READS_FRAMES)) static inline bool is_same(
    const gl_walk *w, const uint64_t *fp) {
  for (const gl_frame *f = w->frame, *end = f + w->count; f != end; f++) {
    uint64_t next = f->next;
    if (((fp[0] ^ next) | (fp[1] ^ f->address)) != 0) return false;
    // Else the compiler, seeing that they are equal, goes on from the word it has just read.
    __asm__("" : "+r"(next));
    fp = (const uint64_t *)(uintptr_t)GL_CHAIN(next);
  }
  return true;
}

// A walk that starts at the same frame was within this stack then, and so is it now.
__attribute__((always_inline, READS_FRAMES)) static inline bool is_known(
    const gl_walk *w, const uint64_t *fp) {
  return w->start == (uintptr_t)fp && w->id != 0 && is_same(w, fp);
}

// Walks from frame to frame. Frames lie inside this thread's stack, each above the last; anything
// else ends the walk. What ended it is kept with the last frame.
__attribute__((READS_FRAMES)) static uint64_t walk(gl_thread *t, gl_walk *w, uintptr_t fp, uint32_t limit) {
  uint64_t hash = 0;
  w->start = fp;
  w->count = 0;
  while (w->count < limit && fp >= t->stack_low && fp + 16 <= t->stack_high && (fp & 7) == 0) {
    uintptr_t next = ((uintptr_t *)fp)[0], address = ((uintptr_t *)fp)[1];
    w->frame[w->count].next = next;
    w->frame[w->count].address = address;
    w->count += 1;
    hash = mix(hash, address);
    if (GL_CHAIN(next) <= fp || address < 4096) break;
    fp = GL_CHAIN(next);
  }
  return hash;
}

// Whether one of the caller's frames lies in this range.
__attribute__((noinline, READS_FRAMES)) bool gl_stack_passes(
    gl_thread *t, uintptr_t low, uintptr_t high) {
  gl_walk w;
  walk(t, &w, (uintptr_t)__builtin_frame_address(0), GL_WALK_FRAMES);
  for (uint32_t i = w.count; i > 0; i--)
    if (w.frame[i - 1].address >= low && w.frame[i - 1].address < high) return true;
  return false;
}

// Asks the unwinder where the walk, which started at this frame, found too little.
__attribute__((READS_FRAMES)) static uint32_t unwound(
    gl_header *h, gl_thread *t, const uint64_t *fp, uint32_t least, uint32_t limit) {
  void *found[GL_WALK_FRAMES + OWN_FRAMES];
  uint64_t frames[GL_WALK_FRAMES + OWN_FRAMES], hash = 0;
  int (*backtrace)(void **, int) = __atomic_load_n(&unwind, __ATOMIC_ACQUIRE);
  if (backtrace == NULL || t->stack_high == 0) return 0;
  int n = backtrace(found, (int)limit + OWN_FRAMES), first = 0;
  // The innermost are this function and those that led to it from the frame.
  while (first < n && (uint64_t)(uintptr_t)found[first] != fp[1]) first += 1;
  if (n - first <= (int)least) return 0;
  if (n - first > (int)limit) n = first + (int)limit;
  for (int i = first; i < n; i++) {
    frames[i - first] = (uint64_t)(uintptr_t)found[i];
    hash = mix(hash, frames[i - first]);
  }
  return intern(h, frames, (uint32_t)(n - first), hash);
}

// A stack that this thread did not have lately. Apart, for the sake of those that it had.
__attribute__((noinline, READS_FRAMES)) static uint32_t capture(
    gl_header *h, gl_thread *t, uint32_t set, const uint64_t *fp) {
  // The places of a set take turns, each set for itself.
  gl_walk *places = &t->walks[2 * set], *w = &places[t->walk_turns >> set & 1];
  t->walk_turns ^= 1u << set;
  uint32_t limit = h->frame_limit < GL_WALK_FRAMES ? h->frame_limit : GL_WALK_FRAMES;
  w->id = 0;
  uint64_t hash = walk(t, w, (uintptr_t)fp, limit);
  if (w->count < SHORT) {
    uint32_t id = unwound(h, t, fp, w->count, limit);
    if (id != 0) return id;
  }
  uint32_t count = w->count;
  if (count > 0 && w->frame[count - 1].address < 4096) count -= 1;
  if (count == 0) return 0;
  uint32_t at = (uint32_t)(hash >> 8) % GL_STACK_CACHE;
  if (t->stack_hash[at] == hash) return w->id = t->stack_id[at];
  uint64_t frames[GL_WALK_FRAMES];
  for (uint32_t i = 0; i < count; i++) frames[i] = w->frame[i].address;
  uint32_t id = intern(h, frames, count, hash);
  if (id != 0) {
    t->stack_hash[at] = hash;
    t->stack_id[at] = id;
  }
  return w->id = id;
}

__attribute__((noinline, READS_FRAMES)) uint32_t gl_stack_walked(
    gl_header *h, gl_thread *t, const uint64_t *fp) {
  // A set has two places, so that a lock and an unlock do not drive each other out.
  uint32_t set = (((uint32_t)fp[1] >> 2) ^ ((uintptr_t)fp >> 5)) % (GL_WALKS / 2);
  const gl_walk *places = &t->walks[2 * set];
  if (is_known(&places[0], fp)) return places[0].id;
  if (is_known(&places[1], fp)) return places[1].id;
  return capture(h, t, set, fp);
}

__attribute__((noinline)) uint32_t gl_stack_capture(gl_thread *t) {
  uint32_t id = gl_stack_from(t, __builtin_frame_address(0));
  // No tail call: the frame must stay.
  __asm__ volatile("" : "+r"(id));
  return id;
}

#define _GNU_SOURCE
#include "gl_arena.h"
#include "gl_lock.h"
#include "gl_platform.h"
#include "gl_signal.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

void *gl_arena;
void *gl_registrar;
static int descriptor = -1;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static bool failed, forked;
static uint32_t first_free;  // slot index + 1

// Defined by the detector where it is linked in.
extern void gl_detector_start(void) __attribute__((weak));

static uint64_t place(uint64_t *at, uint64_t bytes) {
  uint64_t here = *at;
  *at = (here + bytes + 4095) & ~4095ull;
  return here;
}

// How much of everything there is room for.
typedef struct {
  uint32_t threads, slots, values, rings, ring_slots, stacks, frames, names, notes;
} layout_t;

static const layout_t LARGE = {16384, 1u << 20, 1u << 18, 4096, 1024, 1u << 18, 8u << 20, 4u << 20, 1u << 16};

// A recording takes the disk space it may ever need at once: about 64 MiB.
static const layout_t RECORDED = {2048, 1u << 16, 1u << 15, 256, 2048, 1u << 16, 1u << 20, 1u << 20, 1u << 20};

static char recording[4096], recording_tried[4096];
static int recording_error;

const char *gl_recording_tried(void) { return recording_tried; }
int gl_recording_error(void) { return recording_error; }
const char *gl_recording_path(void) { return recording[0] != 0 ? recording : NULL; }

// Address space is reserved, memory is used only where touched.
static void *make(const layout_t *l, const char *path, int *fd) {
  gl_header h = {0};
  h.magic = GL_MAGIC;
  h.version = GL_VERSION;
  h.page = 4096;
  h.thread_capacity = l->threads;
  h.slot_capacity = l->slots;
  h.value_capacity = l->values;
  h.ring_capacity = l->rings;
  h.ring_slots = l->ring_slots;
  h.stack_capacity = l->stacks;
  h.frame_capacity = l->frames;
  h.name_capacity = l->names;
  h.note_capacity = l->notes;
  h.frames_used = 1;
  h.names_used = 1;
  h.frame_limit = 32;
  // Set here, so that a thread that comes while the detector starts records as told.
  const char *mode = gl_environment_is_trusted() ? getenv("GRIDLOCK") : NULL;
  h.mode = mode == NULL ? 2 : strcasecmp(mode, "off") == 0 ? 0 : strcasecmp(mode, "events") == 0 ? 1 : 2;
  uint64_t at = 4096;
  h.threads = place(&at, (uint64_t)h.thread_capacity * sizeof(gl_record));
  h.slots = place(&at, (uint64_t)h.slot_capacity * sizeof(gl_slot));
  h.values = place(&at, (uint64_t)h.value_capacity * sizeof(gl_value));
  h.stacks = place(&at, (uint64_t)h.stack_capacity * 8);
  h.frames = place(&at, (uint64_t)h.frame_capacity * 8);
  h.names = place(&at, h.name_capacity);
  h.notes = place(&at, h.note_capacity);
  h.rings = place(&at, (uint64_t)h.ring_capacity * h.ring_slots * sizeof(gl_event));
  h.total = at;
  h.pid = (int32_t)getpid();
  void *base = path != NULL ? gl_platform_map_file(at, path, fd) : gl_platform_map(at, fd);
  if (base == NULL) return NULL;
  gl_read_while_changing(base, at);
  h.start_time = gl_now();
  h.start_wall = gl_platform_wall();
  memcpy(base, &h, sizeof h);
  return base;
}

// Puts the process id for {PID}; answers false when the path gets too long.
static bool expand_path(const char *pattern, bool add_id) {
  const char *mark = strstr(pattern, "{PID}");
  int n = mark != NULL
              ? snprintf(recording, sizeof recording, "%.*s%d%s", (int)(mark - pattern), pattern, (int)getpid(), mark + 5)
              : snprintf(recording, sizeof recording, add_id ? "%s.%d" : "%s", pattern, (int)getpid());
  return n > 0 && (size_t)n < sizeof recording;
}

// The recording, where one is asked for. A path that another process records to gets this one's id
// behind it.
static void *make_recording(int *fd) {
  const char *pattern = gl_environment_is_trusted() ? getenv("GRIDLOCK_RECORD") : NULL;
  if (pattern == NULL || pattern[0] == 0) return NULL;
  for (int with_id = 0; with_id <= 1; with_id++) {
    if (!expand_path(pattern, with_id)) {
      recording_error = ENAMETOOLONG;
      break;
    }
    void *base = make(&RECORDED, recording, fd);
    if (base != NULL) {
      recording_error = 0;
      return base;
    }
    recording_error = errno;
    if (errno != EWOULDBLOCK) break;
  }
  memcpy(recording_tried, recording, sizeof recording);
  recording[0] = 0;
  return NULL;
}

// A smaller arena is tried where a limit on address space forbids the large one.
static void *make_any(int *fd) {
  void *base = make_recording(fd);
  layout_t l = LARGE;
  for (int i = 0; base == NULL && i < 3; i++) {
    base = make(&l, NULL, fd);
    l.threads /= 8, l.slots /= 8, l.values /= 8, l.rings /= 8, l.stacks /= 8, l.frames /= 8, l.names /= 8;
  }
  return base;
}

bool gl_note(uint32_t kind, const char *bytes, uint32_t count) {
  gl_header *h = gl_arena_base();
  if (h == NULL) return false;
  uint64_t size = sizeof(gl_note_head) + ((count + 7u) & ~7ull);
  if (h->notes_used + size > h->note_capacity) return false;
  char *to = (char *)h + h->notes + h->notes_used;
  gl_note_head head = {kind, count};
  memcpy(to, &head, sizeof head);
  memcpy(to + sizeof head, bytes, count);
  // Release: a reader that sees the new end sees the note.
  gl_store32_release(&h->notes_used, h->notes_used + (uint32_t)size);
  return true;
}

int gl_arena_descriptor(void) { return descriptor; }

static void close_if_open(int fd) {
  if (fd >= 0) close(fd);
}

// No arena for this child: locks that still point into the parent's find empty pages there.
static void leave_after_fork(gl_header *old) {
  uint64_t total = old->total;
  void *empty = mmap(old, total, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (empty == MAP_FAILED) abort();
  close_if_open(descriptor);
  descriptor = -1;
  failed = true;
  __atomic_store_n(&gl_arena, NULL, __ATOMIC_RELEASE);
}

// A child made by fork has its parent's arena mapped shared, and must not write there: it moves to
// one of its own at the same address, with the locks and names it knew.
static void move_after_fork(void) {
  int fd = -1;
  gl_header *old = gl_arena, *new = make_any(&fd);
  if (new == NULL || new->total != old->total) {
    if (new != NULL) munmap(new, new->total), close_if_open(fd);
    leave_after_fork(old);
    return;
  }
  gl_header fresh = *new;
  char *to = (char *)new, *from = (char *)old;
  memcpy(to, from, sizeof *old);
  memcpy(to + old->threads, from + old->threads, (uint64_t)old->threads_used * sizeof(gl_record));
  memcpy(to + old->slots, from + old->slots, (uint64_t)old->slots_used * sizeof(gl_slot));
  memcpy(to + old->values, from + old->values, (uint64_t)old->values_used * sizeof(gl_value));
  memcpy(to + old->stacks, from + old->stacks, (uint64_t)old->stack_capacity * 8);
  memcpy(to + old->frames, from + old->frames, (uint64_t)old->frames_used * 8);
  memcpy(to + old->names, from + old->names, old->names_used);
  new->pid = (int32_t)getpid();
  new->watch_tid = 0;
  new->notes_used = 0;
  new->start_time = fresh.start_time;
  new->start_wall = fresh.start_wall;
  if (mremap(new, new->total, new->total, MREMAP_MAYMOVE | MREMAP_FIXED, old) == MAP_FAILED) {
    munmap(new, new->total);
    close_if_open(fd);
    leave_after_fork(old);
    return;
  }
  close_if_open(descriptor);
  descriptor = fd;
  gl_threads_after_fork();
}

// Held while the arena is made and the detector starts: nobody records before both are there.
static pthread_mutex_t start_guard = PTHREAD_MUTEX_INITIALIZER;
static gl_thread *starter;
static bool ready;

bool gl_arena_is_ready(void) { return __atomic_load_n(&ready, __ATOMIC_ACQUIRE); }

void *gl_arena_start(void) {
  gl_thread *me = gl_self();
  if (__atomic_load_n(&starter, __ATOMIC_RELAXED) == me) return gl_arena_base();
  pthread_mutex_lock(&start_guard);
  pthread_mutex_lock(&guard);
  bool made = false;
  if (forked) {
    if (gl_arena != NULL) move_after_fork();
    made = gl_arena != NULL;
    forked = false;
  } else if (gl_arena == NULL && !failed) {
    int fd = -1;
    void *base = make_any(&fd);
    failed = base == NULL;
    descriptor = fd;
    // Release: pairs with gl_arena_base, which then sees the header.
    __atomic_store_n(&gl_arena, base, __ATOMIC_RELEASE);
    made = base != NULL;
  }
  pthread_mutex_unlock(&guard);
  if (made && gl_detector_start != NULL) {
    __atomic_store_n(&starter, me, __ATOMIC_RELAXED);
    me->quiet += 1;
    gl_detector_start();
    me->quiet -= 1;
    __atomic_store_n(&starter, NULL, __ATOMIC_RELAXED);
  }
  // Release: pairs with gl_arena_is_ready, which then sees what the detector set up.
  if (made) __atomic_store_n(&ready, true, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&start_guard);
  return gl_arena_base();
}

void gl_arena_before_fork(void) {
  pthread_mutex_lock(&start_guard);
  pthread_mutex_lock(&guard);
}
void gl_arena_after_fork(bool in_child) {
  if (in_child && gl_arena != NULL) {
    forked = true;
    ready = false;
  }
  pthread_mutex_unlock(&guard);
  pthread_mutex_unlock(&start_guard);
}

// A slot that no lock has; null when all are in use.
static gl_slot *any_slot(gl_header *h, gl_thread *t) {
  if (t->slots_kept > 0) return gl_arena_slot(h, t->slots[--t->slots_kept]);
  gl_slot *s = NULL;
  pthread_mutex_lock(&guard);
  if (first_free != 0) {
    s = gl_arena_slot(h, first_free - 1);
    first_free = s->next_free;
  } else if (h->slots_used < h->slot_capacity) {
    s = gl_arena_slot(h, h->slots_used);
    gl_store32_release(&h->slots_used, h->slots_used + 1);
  }
  pthread_mutex_unlock(&guard);
  return s;
}

gl_slot *gl_slot_take(gl_thread *t, uint8_t kind, int64_t value) {
  gl_header *h = gl_arena_base();
  if (h == NULL) return NULL;
  gl_slot *s = any_slot(h, t);
  if (s == NULL) {
    gl_add(&h->lost_slots, 1);
    return NULL;
  }
  uint32_t generation = s->generation + 1;
  memset(s, 0, sizeof *s);
  s->generation = generation;
  s->kind = kind;
  s->value = s->initial = value;
  uint32_t index = (uint32_t)(s - gl_arena_slot(h, 0));
  gl_store_release(&s->id, (uint64_t)generation << 32 | index);
  return s;
}

static uint32_t free_values;  // value index + 1, guarded by `guard`

void gl_slots_give_back(gl_thread *t) {
  gl_header *h = gl_arena_base();
  if (h == NULL || t->slots_kept == 0) return;
  pthread_mutex_lock(&guard);
  while (t->slots_kept > 0) {
    uint32_t index = t->slots[--t->slots_kept];
    gl_arena_slot(h, index)->next_free = first_free;
    first_free = index + 1;
  }
  pthread_mutex_unlock(&guard);
}

void gl_slot_drop(gl_thread *t, gl_slot *s) {
  gl_header *h = gl_arena_base();
  if (h == NULL) return;
  gl_store_release(&s->id, 0);
  if (s->values == 0 && t->slots_kept < GL_KEPT_LOCKS) {
    t->slots[t->slots_kept++] = (uint32_t)(s - gl_arena_slot(h, 0));
    return;
  }
  pthread_mutex_lock(&guard);
  if (s->values != 0) {
    gl_value *last = gl_arena_value(h, s->values - 1);
    while (last->next != 0) last = gl_arena_value(h, last->next - 1);
    last->next = free_values;
    free_values = s->values;
    s->values = 0;
  }
  s->next_free = first_free;
  first_free = (uint32_t)(s - gl_arena_slot(h, 0)) + 1;
  pthread_mutex_unlock(&guard);
}

uint32_t gl_name(const char *bytes, size_t count) {
  gl_header *h = gl_arena_base();
  if (h == NULL || count == 0) return 0;
  if (count > 255) count = 255;
  uint32_t at = gl_add32(&h->names_used, (uint32_t)count + 1);
  if ((uint64_t)at + count + 1 > h->name_capacity) {
    gl_add32(&h->names_used, -(uint32_t)(count + 1));
    gl_add(&h->lost_names, 1);
    return 0;
  }
  char *to = gl_arena_name(h, at);
  memcpy(to, bytes, count);
  to[count] = 0;
  return at;
}

#define VALUES_PER_LOCK 32

gl_value *gl_value_find(gl_slot *s, int64_t value, bool create) {
  gl_header *h = gl_arena_base();
  if (h == NULL) return NULL;
  uint32_t next = s->values, count = 0;
  while (next != 0) {
    gl_value *v = gl_arena_value(h, next - 1);
    if (v->value == value) return v;
    next = gl_load32_acquire(&v->next);
    count += 1;
  }
  if (!create) return NULL;
  gl_value *v = NULL;
  if (count < VALUES_PER_LOCK) {
    pthread_mutex_lock(&guard);
    if (free_values != 0) {
      v = gl_arena_value(h, free_values - 1);
      free_values = v->next;
    } else if (h->values_used < h->value_capacity) {
      v = gl_arena_value(h, h->values_used);
      h->values_used += 1;
    }
    pthread_mutex_unlock(&guard);
  }
  if (v == NULL) {
    if (!(s->flags & GL_UNKNOWN_VALUES)) gl_add(&h->lost_values, 1);
    gl_slot_set_flag(s, GL_UNKNOWN_VALUES);
    return NULL;
  }
  memset(v, 0, sizeof *v);
  v->value = value;
  v->next = s->values;
  gl_store32_release(&s->values, (uint32_t)(v - gl_arena_value(h, 0)) + 1);
  return v;
}

static bool is_gone(gl_header *h, uint64_t thread) {
  gl_record *r = gl_arena_record(h, (uint32_t)thread);
  return gl_load(&r->id) != thread || r->state != GL_ALIVE;
}

static void note_setter(gl_header *h, gl_value *v, uint64_t thread) {
  int room = -1;
  for (int i = 0; i < GL_SETTERS; i++) {
    if (v->setters[i] == thread) return;
    if (room < 0 && (v->setters[i] == 0 || (i > 0 && is_gone(h, v->setters[i])))) room = i;
  }
  if (room >= 0)
    gl_store(&v->setters[room], thread);
  else
    gl_store32(&v->flags, v->flags | GL_UNKNOWN_SETTERS);
}

void gl_taken_note(gl_slot *s, gl_thread *t, uint64_t time, uint32_t stack) {
  gl_header *h = gl_arena_base();
  // One that begins at zero is a signal: who takes it has nothing to give back.
  gl_value *v = h == NULL || s->initial <= 0 ? NULL : gl_value_find(s, GL_TAKEN, true);
  if (v == NULL) return;
  gl_mark_set(&v->set, t->id, time, stack, t->tag, 0);
  note_setter(h, v, t->id);
  if (s->initial != 1) return;
  for (int i = 0; i < GL_GATES; i++)
    if (t->gates[i] == 0 || t->gates[i] == s->id) {
      t->gates[i] = s->id;
      return;
    }
}

void gl_given_note(gl_slot *s, gl_thread *t) {
  for (int i = 0; i < GL_GATES; i++)
    if (t->gates[i] == s->id) t->gates[i] = 0;
  gl_value *v = s->initial <= 0 ? NULL : gl_value_find(s, GL_TAKEN, false);
  if (v == NULL) return;
  bool had = false;
  for (int i = 0; i < GL_SETTERS; i++) had = had || v->setters[i] == t->id;
  // Given by one who never took it: no telling for whom.
  for (int i = 0; i < GL_SETTERS; i++)
    if (!had || v->setters[i] == t->id) gl_store(&v->setters[i], 0);
}

void gl_value_note(
    gl_slot *s, gl_thread *t, uint64_t time, uint32_t stack, uint32_t sequence, int64_t before,
    int64_t after, bool consumed) {
  gl_header *h = gl_arena_base();
  if (h == NULL) return;
  if (before != after) {
    gl_value *left = gl_value_find(s, before, true);
    if (left != NULL) {
      gl_mark_set(&left->left, t->id, time, stack, t->tag, sequence);
      gl_store_value(&left->replacement, after);
      uint32_t flags = left->flags & ~(uint32_t)GL_CONSUMED;
      gl_store32(&left->flags, flags | GL_LEFT | (consumed ? GL_CONSUMED : 0));
    }
  }
  gl_value *v = gl_value_find(s, after, true);
  if (v == NULL) return;
  gl_mark_set(&v->set, t->id, time, stack, t->tag, sequence);
  gl_store32(&v->times_set, v->times_set + 1);
  note_setter(h, v, t->id);
}

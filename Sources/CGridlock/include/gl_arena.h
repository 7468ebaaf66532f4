// The shared arena: everything a report needs, position-independent, in one mapping that another
// process can read. Layout version GL_VERSION; all words are native-endian and naturally aligned.
#pragma once
#include "gl_atomic.h"

#define GL_MAGIC 0x4b434f4c44495247ull  // "GRIDLOCK"
#define GL_VERSION 1u
#define GL_HOLDS 24
#define GL_SETTERS 4
#define GL_GATES 4
#define GL_NAME 32
#define GL_RECORD_PADDING 5

typedef struct {
  uint64_t magic;
  uint32_t version, page;
  int32_t pid, watch_tid;
  // Offsets in bytes.
  uint64_t total, threads, slots, values, rings, stacks, frames, names, notes;
  uint32_t thread_capacity, slot_capacity, value_capacity, ring_capacity;
  uint32_t ring_slots, stack_capacity, frame_capacity, name_capacity, note_capacity;
  uint64_t start_time, start_wall;  // nanoseconds: monotonic, since 1970
  uint32_t mode, frame_limit;
  // High-water marks.
  uint32_t threads_used, slots_used, values_used, rings_used;
  uint32_t frames_used, names_used, notes_used;
  // Whether, when the watch last looked, every thread of the process was known and waited.
  uint32_t closed_world;
  uint64_t looked;  // when that was
  // What could not be kept, counted exactly.
  uint64_t lost_threads, lost_slots, lost_values, lost_rings, lost_stacks, lost_names;
  uint64_t lost_history;  // events of threads whose ring was handed on
  uint64_t checks;        // times a blocking thread had to look further than its owner
} gl_header;

typedef struct {
  uint64_t lock, since;
  uint32_t stack, tag, sequence;
  uint8_t operation, depth;
  uint16_t spare;
} gl_hold;

enum { GL_FREE = 0, GL_ALIVE = 1, GL_ENDED = 2 };
enum { GL_WAIT_NONE = 0, GL_WAIT_LOCK = 1, GL_WAIT_SIGNAL = 2, GL_WAIT_END = 3 };

typedef struct {
  uint64_t id;
  int32_t system_id;
  uint8_t kind, state, observer, spare0;
  uint64_t start_time, end_time;
  uint32_t ring, tag;      // ring index + 1
  uint64_t head, lost;     // events written; events there was no ring for
  char name[GL_NAME];
  uint64_t wait_version;   // odd while the wait is being changed
  uint8_t wait_kind, wait_operation, wait_names_value, spare1;
  uint32_t wait_stack;
  uint64_t wait_lock, wait_other;
  int64_t wait_wanted;
  uint64_t wait_since, wait_deadline;  // deadline 0: none
  uint32_t wait_tag, wait_sequence, spare4, wait_timeouts;
  uint64_t wait_first;
  // The latest time-out, to tell a poll that never gives up from a wait that does.
  uint64_t timeout_lock, timeout_first;
  int64_t timeout_wanted;
  uint32_t timeout_stack, timeout_count;
  // The latest read of a value without its lock, and tries that failed in a row.
  uint64_t read_lock, read_time;
  uint32_t read_sequence, read_stack, read_tag, poll_count;
  uint64_t poll_lock, poll_time;
  uint32_t poll_stack, poll_tag;
  int64_t read_value;
  uint32_t holds_version, hold_count, holds_lost, spare2;
  gl_hold holds[GL_HOLDS];
  uint64_t spare3[GL_RECORD_PADDING];
} gl_record;

typedef struct {
  uint64_t thread, time;
  uint32_t stack, tag, sequence, spare;
} gl_mark;

typedef struct {
  uint64_t id;  // 0: free
  uint64_t owner, owner_task;
  int64_t value, initial;
  uint32_t version;  // odd while the release below is being changed
  uint32_t sequence;
  uint8_t kind, flags, release_operation, release_acquired_by;
  uint32_t name, values, waiters;  // offset; first value + 1; how many are queued
  gl_mark created, released;
  int64_t release_before, release_after;
  uint64_t site;
  uint32_t herd_woken, herd_able;
  uint32_t generation, next_free;
  uint32_t barges;  // times the lock was taken past a queue of waiters
  uint32_t redundant;  // times a release set the value there was, with nobody able to go
  gl_mark idle_signal;
} gl_slot;

enum { GL_HANDED_OVER = 1, GL_HAND_OFF_DECLARED = 2, GL_UNKNOWN_VALUES = 4, GL_IDLE_SIGNAL = 16, GL_TRANSITIONS_DECLARED = 32, GL_VALUES_NAMED = 64 };
// A semaphore's records: its signals, and who took its count and has not signalled since.
enum { GL_SIGNALS = 0, GL_TAKEN = 1 };
enum { GL_CONSUMED = 1, GL_UNKNOWN_SETTERS = 2, GL_LEFT = 4 };

typedef struct {
  int64_t value, replacement;
  uint32_t next, flags, times_set, times_wanted;  // next + 1
  gl_mark set, left;
  uint64_t setters[GL_SETTERS];
} gl_value;

// A note: what a reader elsewhere can't find out. Starts on eight bytes, `size` bytes follow.
typedef struct {
  uint32_t kind, size;
} gl_note_head;
enum { GL_NOTE_IMAGES = 1, GL_NOTE_VALUES = 2, GL_NOTE_EXECUTABLE = 3, GL_NOTE_POKE = 4, GL_NOTE_HOST = 5 };

// One event, eight words; see gl_ring.h for how it is written and read.
typedef struct {
  uint64_t number;  // 1 + how many events this thread wrote before; 0 while being written
  uint64_t time, lock;
  int64_t a, b;
  uint64_t task;  // or the other thread, or the deadline, by kind
  uint32_t stack, tag;
  uint32_t sequence;
  uint8_t kind, operation;
  uint16_t flags;
} gl_event;

_Static_assert(sizeof(gl_event) == 64, "a slot is one cache line");
_Static_assert(sizeof(gl_record) % 64 == 0 && sizeof(gl_record) <= 1152, "records are whole lines");
_Static_assert(sizeof(gl_hold) == 32 && sizeof(gl_mark) == 32, "layout");

enum { GL_NAMES_VALUE = 1 };

GL_INLINE gl_record *_Nonnull gl_arena_record(void *_Nonnull base, uint32_t index) {
  return (gl_record *)((char *)base + ((gl_header *)base)->threads) + index;
}
GL_INLINE gl_slot *_Nonnull gl_arena_slot(void *_Nonnull base, uint32_t index) {
  return (gl_slot *)((char *)base + ((gl_header *)base)->slots) + index;
}
GL_INLINE gl_value *_Nonnull gl_arena_value(void *_Nonnull base, uint32_t index) {
  return (gl_value *)((char *)base + ((gl_header *)base)->values) + index;
}
GL_INLINE gl_event *_Nonnull gl_arena_ring(void *_Nonnull base, uint32_t index) {
  gl_header *h = (gl_header *)base;
  return (gl_event *)((char *)base + h->rings) + (size_t)index * h->ring_slots;
}
GL_INLINE uint64_t *_Nonnull gl_arena_frames(void *_Nonnull base, uint32_t stack) {
  return (uint64_t *)((char *)base + ((gl_header *)base)->frames) + stack;
}
GL_INLINE char *_Nonnull gl_arena_name(void *_Nonnull base, uint32_t name) {
  return (char *)base + ((gl_header *)base)->names + name;
}

// Owners, signallers and those who declare something set flags at the same time.
GL_INLINE void gl_slot_set_flag(gl_slot *_Nonnull s, uint8_t flag) {
  __atomic_fetch_or(&s->flags, flag, __ATOMIC_RELAXED);
}

// The arena of this process; null until the first recorded operation, or if it could not be made.
extern void *_Nullable gl_arena;
GL_INLINE void *_Nullable gl_arena_base(void) { return __atomic_load_n(&gl_arena, __ATOMIC_ACQUIRE); }

// What is told of the locks that are made and end; null until a first test is checked. A cell that
// may be set while others read it, which no global of Swift's is.
extern void *_Nullable gl_registrar;
GL_INLINE void *_Nullable gl_registrar_load(void) { return __atomic_load_n(&gl_registrar, __ATOMIC_ACQUIRE); }
// Release: pairs with gl_registrar_load, which then sees the registrar whole.
GL_INLINE void gl_registrar_store(void *_Nonnull r) { __atomic_store_n(&gl_registrar, r, __ATOMIC_RELEASE); }

// Makes the arena once, and starts the detector where one is linked in. Not async-signal-safe.
void *_Nullable gl_arena_start(void);
// The path that was tried for the recording, also where it could not be had; empty before.
const char *_Nonnull gl_recording_tried(void);
// Why there is no recording although one was asked for, as an error number; 0 when all is well.
int gl_recording_error(void);
// The path of the recording, or null.
const char *_Nullable gl_recording_path(void);
// Adds a note; the watch alone writes them. False when there is no room.
bool gl_note(uint32_t kind, const char *_Nonnull bytes, uint32_t count);
// The descriptor behind the arena, or -1.
int gl_arena_descriptor(void);

// Takes a slot for a lock that has come to be; null when all are in use (counted).
struct gl_thread;
gl_slot *_Nullable gl_slot_take(struct gl_thread *_Nonnull t, uint8_t kind, int64_t value);
// Gives it back: its id never returns.
void gl_slot_drop(struct gl_thread *_Nonnull t, gl_slot *_Nonnull slot);
// Interns a name; 0 for none or when there is no room (counted).
uint32_t gl_name(const char *_Nonnull bytes, size_t count);
// The record of a value of a lock, made when `make`; null when there is none or no room.
gl_value *_Nullable gl_value_find(gl_slot *_Nonnull slot, int64_t value, bool make);

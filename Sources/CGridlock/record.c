#include "gl_lock.h"

bool gl_nesting_is_new(gl_thread *t, uint64_t lock) {
  gl_record *r = t->record;
  uint64_t key = lock;
  for (uint32_t i = 0; i < r->hold_count; i++) {
    key = (key ^ r->holds[i].lock) * 0x9e3779b97f4a7c15ull;
    key ^= key >> 29;
  }
  for (uint32_t i = 0; i < GL_GATES; i++)
    if (t->gates[i] != 0) key = (key ^ t->gates[i]) * 0x9e3779b97f4a7c15ull;
  uint64_t *entry = &t->nestings[(key >> 40) & 63];
  if (*entry == key) return false;
  *entry = key;
  return true;
}

// The frame is that of the function Swift calls: the walk starts from its caller.
GL_INLINE bool note_acquired(
    gl_core *c, gl_thread *t, uint8_t operation, bool names_value, int64_t wanted, bool blocks,
    const uint64_t *frame) {
  gl_slot *s = c->slot;
  gl_record *r = t->record;
  uint64_t w = gl_load(&c->word), time = gl_now(), task = gl_task_of(r);
  uint32_t stack = gl_stack_from(t, frame);
  uint32_t sequence = gl_word_sequence(w);
  gl_store(&s->owner, t->id);
  gl_store(&s->owner_task, task);
  gl_store32(&s->sequence, sequence);
  if (w & GL_WAITERS) s->barges += 1;
  bool look = blocks && r->hold_count > 0 && gl_nesting_is_new(t, c->lock);
  gl_hold_push(r, c->lock, operation, time, stack, t->tag, sequence);
  gl_ring_write(t, 3 /* acquired */, operation, names_value ? GL_NAMES_VALUE : 0, time, c->lock,
                sequence, wanted, gl_load_value(&c->value), task, stack);
  r->timeout_count = 0;
  r->poll_count = 0;
  return look;
}

bool gl_note_acquired(
    gl_core *c, gl_thread *t, uint8_t operation, bool names_value, int64_t wanted, bool blocks) {
  return note_acquired(c, t, operation, names_value, wanted, blocks, __builtin_frame_address(0));
}

int gl_take_at_once(
    gl_core *c, uint8_t operation, bool names_value, int64_t wanted, bool blocks) {
  gl_thread *t = gl_self_recorded();
  if (gl_is_steered(t) || !gl_core_take_fast(c, t->index, names_value, wanted)) return GL_NOT_DONE;
  bool look = gl_is_recorded(c, t) && note_acquired(c, t, operation, names_value, wanted, blocks,
                                                    __builtin_frame_address(0));
  return look ? GL_LOOK : GL_DONE;
}

GL_INLINE void note_releasing(
    gl_core *c, gl_thread *t, uint8_t operation, bool sets_value, int64_t value,
    const uint64_t *frame) {
  gl_slot *s = c->slot;
  gl_record *r = t->record;
  uint64_t time = gl_now(), task = gl_task_of(r);
  uint32_t stack = gl_stack_from(t, frame), sequence = gl_word_sequence(gl_load(&c->word)) + 1;
  int64_t before = gl_load_value(&c->value), after = sets_value ? value : before;
  gl_hold *h = gl_hold_find(r, c->lock);
  uint8_t by = h != NULL ? h->operation : 0;
  bool consumed = h != NULL && (by == 2 || by == 4 || by == 6);  // the forms that name a value
  if (sets_value) gl_value_note(s, t, time, stack, sequence, before, after, consumed);
  gl_release_note(s, t, operation, by, time, stack, sequence, before, after);
  gl_hold_pop(r, c->lock);
  gl_ring_write(t, 5 /* released */, operation, 0, time, c->lock, sequence, before, after, task, stack);
}

bool gl_note_releasing(
    gl_core *c, gl_thread *t, uint8_t operation, bool sets_value, int64_t value) {
  note_releasing(c, t, operation, sets_value, value, __builtin_frame_address(0));
  return (c->slot->flags & GL_TRANSITIONS_DECLARED) != 0;
}

GL_INLINE bool frees_at_once(const gl_core *c, const gl_thread *t) {
  return !gl_is_steered(t) && gl_core_is_owned(c, t->index);
}

bool gl_setting_is_notable(gl_core *c, int64_t value) {
  gl_thread *t = gl_self_recorded();
  return frees_at_once(c, t) && gl_is_recorded(c, t) &&
         (value == gl_load_value(&c->value) || t->record->read_lock == c->lock);
}

int gl_free_owned(gl_core *c, uint8_t operation, bool sets_value, int64_t value) {
  gl_thread *t = gl_self_recorded();
  if (!frees_at_once(c, t)) return GL_NOT_DONE;
  if (gl_is_recorded(c, t)) {
    note_releasing(c, t, operation, sets_value, value, __builtin_frame_address(0));
    if (c->slot->flags & GL_TRANSITIONS_DECLARED) return GL_LOOK;
  }
  return gl_core_free_fast(c, t->index, sets_value, value) ? GL_DONE : GL_NOTED;
}

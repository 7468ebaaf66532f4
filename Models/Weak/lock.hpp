// One lock and one waiter as in gl_lock.h, LockCore.swift and park_linux.c, access by access.
#pragma once
#include "orders.hpp"

namespace weak {

enum { HELD = 1, QUEUE = 2, WAITERS = 4, OWNER_ONE = 16, ONE = 256 };
enum { RUNNING, PARKED, CHOSEN, HANDED };

inline int owner(int word) { return word / OWNER_ONE % 16; }
inline int next(int word) { return word / ONE * ONE + ONE; }
inline int held_by(int me, int sequence) { return sequence + me * OWNER_ONE + HELD; }

struct Lock {
  rl::atomic<int> word, value;
  rl::var<int> guarded;  // what the program keeps under the lock
  rl::var<int> queue;    // the thread that waits, or 0

  void start(int owned_by, int first_value) {
    word($).store(owned_by != 0 ? held_by(owned_by, 0) : 0, rl::mo_relaxed);
    value($).store(first_value, rl::mo_relaxed);
    guarded($) = 0;
    queue($) = 0;
  }

  // gl_core_take_fast; wanted < 0: any value.
  bool take_fast(int me, int wanted) {
    int w = word($).load(acquire("take: load"));
    if (w & (HELD | QUEUE)) return false;
    if (wanted >= 0 && value($).load(rl::mo_relaxed) != wanted) return false;
    return swap("take: swap", w, (w & WAITERS) | held_by(me, next(w)));
  }

  // gl_core_free_fast; new_value < 0: keeps it.
  bool free_fast(int me, int new_value) {
    int w = word($).load(rl::mo_relaxed);
    if ((w & (HELD | QUEUE | WAITERS)) != HELD || owner(w) != me) return false;
    if (new_value < 0) return swap("free: swap", w, next(w));
    if (!swap("free: swap with a value", w, w | QUEUE)) return false;
    value($).store(new_value, rl::mo_relaxed);
    word($).store(next(w), release("free: store"));
    return true;
  }

  void lock_queue() {
    rl::linear_backoff pause;
    for (;;) {
      int w = word($).load(rl::mo_relaxed);
      if (!(w & QUEUE) && swap("queue: swap", w, w | QUEUE)) return;
      pause.yield($);
    }
  }

  // Under the queue bit: changes hands and keeps the bit.
  void set_word(int new_owner) {
    int sequence = next(word($).load(rl::mo_relaxed));
    word($).store(
        (new_owner != 0 ? held_by(new_owner, sequence) : sequence) | QUEUE, rl::mo_relaxed);
  }

  void unlock_queue() {
    int w = word($).load(rl::mo_relaxed) & ~(QUEUE | WAITERS);
    word($).store(w | (queue($) != 0 ? WAITERS : 0), release("queue: store"));
  }

  bool is_free() { return !(word($).load(rl::mo_relaxed) & HELD); }

 private:
  bool swap(char const *access, int from, int to) {
    return word($).compare_exchange_strong(
        from, to, ordering(access, rl::mo_acq_rel), rl::mo_relaxed);
  }
};

// A thread's park word, with the kernel's futex: its comparison and its sleep are one step under a
// lock of its own, which a wake-up takes too.
struct Sleeper {
  rl::atomic<int> park, asleep;
  rl::mutex kernel;
  rl::condition_variable line;

  void start() {
    park($).store(RUNNING, rl::mo_relaxed);
    asleep($).store(0, rl::mo_relaxed);
  }

  void gl_park() {
    asleep($).store(1, rl::mo_relaxed);
    fence("park: fence", rl::mo_seq_cst);
    while (park($).load(acquire("park: load")) == PARKED) {
      kernel.lock($);
      if (park($).load(rl::mo_relaxed) == PARKED) line.wait(kernel, $);
      kernel.unlock($);
    }
    asleep($).store(0, rl::mo_relaxed);
  }

  void gl_wake() {
    fence("wake: fence", rl::mo_seq_cst);
    if (asleep($).load(rl::mo_relaxed) == 0) return;
    kernel.lock($);
    line.notify_one($);
    kernel.unlock($);
  }
};

}  // namespace weak

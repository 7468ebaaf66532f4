// What the lock relies on: each test has an outcome that must not come about.
#pragma once
#include "lock.hpp"

namespace weak {

// A thread that takes a freed lock sees what its last owner did.
struct Take : rl::test_suite<Take, 2> {
  Lock lock;

  void before() { lock.start(1, 0); }
  void thread(unsigned index) {
    if (index == 0) {
      lock.guarded($) = 1;
      RL_ASSERT(lock.free_fast(1, -1));
    } else if (lock.take_fast(2, -1)) {
      RL_ASSERT(lock.guarded($) == 1);
      lock.guarded($) = 2;
    }
  }
};

// A lock that is freed with a value is taken at that value, and what its last owner did is seen.
struct TakeValue : rl::test_suite<TakeValue, 3> {
  Lock lock;

  void before() { lock.start(1, 1); }
  void thread(unsigned index) {
    if (index == 0) {
      lock.guarded($) = 1;
      RL_ASSERT(lock.free_fast(1, 2));
    } else if (lock.take_fast(index + 1, index)) {
      RL_ASSERT(index == 2);  // the other wants the value before
      RL_ASSERT(lock.guarded($) == 1);
    }
  }
};

// A thread that reads a value, while the lock is taken and freed with another, does not take it at
// the value it read: the sequence has moved on.
struct ValueMovesOn : rl::test_suite<ValueMovesOn, 2> {
  Lock lock;

  void before() { lock.start(0, 1); }
  void thread(unsigned index) {
    if (index == 0) {
      if (lock.take_fast(1, -1)) lock.free_fast(1, 2);
    } else if (lock.take_fast(2, 1)) {
      RL_ASSERT(lock.value($).load(rl::mo_relaxed) == 1);
      lock.free_fast(2, -1);
    }
  }
};

// A thread that is no owner frees the lock just before its owner does: the owner's value is not
// set on a lock that a third thread has.
struct ForeignRelease : rl::test_suite<ForeignRelease, 3> {
  Lock lock;

  void before() { lock.start(1, 0); }
  void thread(unsigned index) {
    if (index == 0) {
      lock.free_fast(1, 1);
    } else if (index == 1) {
      lock.guarded($) = 1;
      lock.lock_queue();
      lock.value($).store(2, rl::mo_relaxed);
      lock.set_word(0);
      lock.unlock_queue();
    } else if (lock.take_fast(3, 2)) {
      RL_ASSERT(lock.guarded($) == 1);
      RL_ASSERT(lock.value($).load(rl::mo_relaxed) == 2);
    }
  }
};

// Who has the queue bit sees the queue whole and alone.
struct Queue : rl::test_suite<Queue, 2> {
  Lock lock;

  void before() { lock.start(1, 0); }
  void thread(unsigned) {
    lock.lock_queue();
    lock.queue($) = lock.queue($) + 1;
    lock.unlock_queue();
  }
  void after() { RL_ASSERT(lock.queue($) == 2); }
};

// One waits while the other frees. The waiter sees that the lock is free, or the release sees the
// waiter; the waiter then sees the last owner's doings by its park word alone, and is woken.
template <bool hands, bool hurries>
struct Wait : rl::test_suite<Wait<hands, hurries>, 2> {
  Lock lock;
  Sleeper waiter;

  void before() {
    lock.start(1, 0);
    waiter.start();
  }

  void thread(unsigned index) {
    if (index == 0) release_lock();
    else take();
  }

  void release_lock() {
    lock.guarded($) = 1;
    if (lock.free_fast(1, -1)) return;
    lock.lock_queue();
    int waiting = lock.queue($);
    lock.set_word(hands ? waiting : 0);
    if (waiting != 0) {
      if (hands) lock.queue($) = 0;
      waiter.park($).store(hands ? HANDED : CHOSEN, release(hands ? "park: handed" : "park: chosen"));
    }
    lock.unlock_queue();
    if (waiting != 0) waiter.gl_wake();
  }

  void take() {
    lock.lock_queue();
    bool taken = lock.is_free();
    if (taken) {
      lock.set_word(2);
    } else {
      waiter.park($).store(PARKED, rl::mo_relaxed);
      lock.queue($) = 2;
    }
    lock.unlock_queue();
    if (!taken && !(taken = wait_for_turn())) return;
    RL_ASSERT(lock.guarded($) == 1);
    lock.guarded($) = 2;
  }

  // A waiter that hurries is one whose limit comes at once: it may find itself handed the lock.
  bool wait_for_turn() {
    if (!hurries) waiter.gl_park();
    if (waiter.park($).load(acquire("turn: load")) == HANDED) return true;
    lock.lock_queue();
    bool taken = waiter.park($).load(rl::mo_relaxed) == HANDED;
    if (!taken) {
      taken = lock.is_free();
      lock.queue($) = 0;
      if (taken) lock.set_word(2);
    }
    lock.unlock_queue();
    RL_ASSERT(taken || hurries);
    return taken;
  }
};

}  // namespace weak

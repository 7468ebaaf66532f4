// What readers of the recording rely on, and the look at others before a thread blocks.
#pragma once
#include "orders.hpp"

namespace weak {

// Two threads publish their waits, then look at each other's: not both miss the other.
struct BothBlock : rl::test_suite<BothBlock, 2> {
  rl::atomic<int> wait[2];
  rl::var<int> saw[2];

  void before() {
    for (int i = 0; i < 2; i++) {
      wait[i]($).store(0, rl::mo_relaxed);
      saw[i]($) = 0;
    }
  }
  void thread(unsigned index) {
    wait[index]($).store(1, release("wait: version"));
    fence("wait: fence", rl::mo_seq_cst);
    saw[index]($) = wait[1 - index]($).load(rl::mo_acquire);
  }
  void after() { RL_ASSERT(saw[0]($) + saw[1]($) > 0); }
};

// gl_ring_write over an older event, and gl_ring_read of the new one or the old one.
struct Ring : rl::test_suite<Ring, 2> {
  rl::atomic<int> number, first, second;

  void before() {
    number($).store(1, rl::mo_relaxed);
    first($).store(1, rl::mo_relaxed);
    second($).store(1, rl::mo_relaxed);
  }
  void thread(unsigned index) {
    if (index == 0) return write();
    for (int wanted = 1; wanted <= 2; wanted++) read(wanted);
  }
  void write() {
    number($).store(0, rl::mo_relaxed);
    fence("ring: fence of the writer", rl::mo_release);
    first($).store(2, rl::mo_relaxed);
    second($).store(2, rl::mo_relaxed);
    number($).store(2, release("ring: number"));
  }
  void read(int wanted) {
    if (number($).load(acquire("ring: load")) != wanted) return;
    int a = first($).load(rl::mo_relaxed), b = second($).load(rl::mo_relaxed);
    fence("ring: fence of the reader", rl::mo_acquire);
    if (number($).load(rl::mo_relaxed) != wanted) return;
    RL_ASSERT(a == wanted && b == wanted);
  }
};

// What a thread holds, and what it waits for: odd while it changes.
struct Version : rl::test_suite<Version, 2> {
  rl::atomic<int> version, first, second;

  void before() {
    version($).store(0, rl::mo_relaxed);
    first($).store(0, rl::mo_relaxed);
    second($).store(0, rl::mo_relaxed);
  }
  void thread(unsigned index) {
    if (index == 0) {
      version($).store(1, rl::mo_relaxed);
      fence("version: fence of the writer", rl::mo_release);
      first($).store(2, rl::mo_relaxed);
      second($).store(2, rl::mo_relaxed);
      version($).store(2, release("version: store"));
      return;
    }
    int before = version($).load(acquire("version: load"));
    int a = first($).load(rl::mo_relaxed), b = second($).load(rl::mo_relaxed);
    fence("version: fence of the reader", rl::mo_acquire);
    if (before % 2 != 0 || version($).load(rl::mo_relaxed) != before) return;
    RL_ASSERT(a == before && b == before);
  }
};

// intern: who meets a stack's entry sees its frames.
struct Intern : rl::test_suite<Intern, 2> {
  rl::atomic<int> entry;
  rl::var<int> frames[2];

  void before() {
    entry($).store(0, rl::mo_relaxed);
    for (auto &f : frames) f($) = 0;
  }
  void thread(unsigned index) {
    int seen = entry($).load(acquire("intern: load"));
    if (seen == 0) {
      frames[index]($) = 7;
      int none = 0;
      if (entry($).compare_exchange_strong(
              none, int(index) + 1, ordering("intern: swap", rl::mo_acq_rel), rl::mo_relaxed))
        return;
      seen = entry($).load(acquire("intern: load"));
    }
    RL_ASSERT(frames[seen - 1]($) == 7);
  }
};

// gl_core_after_fork: who sees that a child's lock was seen to sees its queue empty.
struct ForkCount : rl::test_suite<ForkCount, 2> {
  rl::atomic<int> count;
  rl::var<int> queue;
  rl::mutex guard;

  void before() {
    count($).store(0, rl::mo_relaxed);
    queue($) = 9;
  }
  void thread(unsigned) {
    if (count($).load(acquire("fork: load")) == 0) {
      guard.lock($);
      if (count($).load(rl::mo_relaxed) == 0) {
        queue($) = 0;
        count($).store(1, release("fork: store"));
      }
      guard.unlock($);
    }
    RL_ASSERT(queue($) == 0);
  }
};

}  // namespace weak

/* SemaphoreCore: threads that take the count down, with and without a limit, and as many that raise
 * it. The value is the count; every waiter is plain.
 */
#include "core.pml"
#ifndef OPS
#define OPS 1
#endif
#ifndef SIGNALS
#define SIGNALS 2
#endif

/* BROKEN_COUNT: who took the count down does not pass on what is left. */
#ifdef BROKEN_COUNT
#define DROPS true
#else
#define DROPS false
#endif

/* Not in the program: how often the count was raised and taken down. */
byte raised, taken;

inline take_down() {
  value--;
  taken++;
  assert(taken <= raised)
}

#define way_closed (count > 0 && passed[line[0]] >= LIMIT)

/* A count above zero with a waiter has one on its way. */
inline unlock_semaphore() {
  d_step {
    waiters = (count > 0);
    queue = 0;
    assert(value == 0 || count == 0 || (chosen != NOBODY && park[chosen] == CHOSEN_WORD))
  }
}

inline wait() {
  CRITICAL {
    lock_queue();
    ok = 0;
    queued = 0;
    if
    :: value > 0 && !way_closed -> take_down(); ok = 1
    :: !(value > 0 && !way_closed) && timed /* the limit is past */
    :: !(value > 0 && !way_closed) ->
      park[me] = PARKED;
      d_step { enqueue(me, ANY); queued = 1 }
    fi;
    unlock_semaphore()
  };
  if
  :: queued -> wait_for_count()
  :: else
  fi
}

inline wait_for_count() {
  do
  :: park_thread();
    CRITICAL {
      lock_queue();
      d_step {
        was_chosen = (chosen == me);
        ok = (in_time || was_chosen) && value > 0;
        if
        :: ok || !in_time -> remove(me)
        :: else
        fi;
        if
        :: ok -> take_down()
        :: else
        fi;
        if
        :: was_chosen ->
          chosen = NOBODY;
          if
          :: !ok -> passed[me]++; assert(passed[me] <= LIMIT)
          :: else
          fi
        :: else
        fi;
        was_chosen = 0
      };
      park[me] = PARKED;
      d_step {
        next = NOBODY;
        if
        :: value > 0 && !DROPS -> pick_next(next)
        :: else
        fi
      };
      tell_chosen(next);
      unlock_semaphore()
    };
    wake(next);
    if
    :: ok || !in_time -> break
    :: else
    fi
  od
}

inline signal() {
  CRITICAL {
    lock_queue();
    value++;
    raised++;
    d_step { pick_next(next) };
    tell_chosen(next);
    unlock_semaphore()
  };
  wake(next)
}

active [N] proctype Thread() {
  byte me = _pid, left = OPS, next = NOBODY, i = 0;
  bit ok = 0, timed = 0, in_time = 0, queued = 0, was_chosen = 0;
  do
  :: atomic { left > 0 -> left--; timed = 0 }; wait()
  :: atomic { left > 0 -> left--; timed = 1 }; wait()
  :: left == 0 -> break
  od
}

active proctype Signaller() {
  byte me = _pid, left = SIGNALS, next = NOBODY, i = 0;
  do
  :: left > 0 -> left--; signal()
  :: left == 0 -> break
  od
}

active proctype Watch() {
  byte t;
  timeout;
  assert(!queue && raised == taken + value);
  for (t : 0 .. N - 1) { assert(!asleep[t] || value == 0) }
}

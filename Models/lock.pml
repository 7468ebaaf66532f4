/* Threads that take a condition lock in every way and free it, with and without a value; with
 * FOREIGN also threads that free it without holding it. Each does OPS operations.
 *
 * Threads are alike, so only first operations in ascending order are tried.
 */
#include "core.pml"
#ifndef OPS
#define OPS 1
#endif

byte first_operation;
byte turn;

/* How: 0 wait for ever, 1 wait to a limit, 2 try, 3 free without holding it. */
#ifdef FOREIGN
#define HOWS 4
#else
#define HOWS 3
#endif

#define OVER 9

/* Frees the lock if it was taken; then comes the next operation. */
inline hold() {
  if
  :: atomic { ok -> timed = 0; in_time = 0; any_value(v) }; release(v)
  :: atomic { !ok -> timed = 0; in_time = 0 }
  fi
}

inline any_value(v) {
  select(v : 0 .. V)
}

inline again() {
  atomic {
    left--;
    v = 0;
    if
    :: left > 0 -> select(how : 0 .. HOWS - 1); any_value(v)
    :: left == 0 -> how = OVER
    fi
  }
}

active [N] proctype Thread() {
  byte me = _pid, left = OPS, v = 0, how = 0, next = NOBODY, i = 0, seen = 0;
  bit ok = 0, timed = 0, snap = 0, in_time = 0, handed = 0, queued = 0;
  atomic {
    turn == me ->
    select(how : 0 .. HOWS - 1);
    any_value(v);
    how * (V + 1) + v >= first_operation ->
    first_operation = how * (V + 1) + v;
    if
    :: me < N - 1 -> turn++
    :: else -> turn = N; first_operation = 0
    fi
  };
  atomic { turn == N };
  do
  :: atomic { how == 0 -> timed = 0 }; acquire(v); hold(); again()
  :: atomic { how == 1 -> timed = 1 }; acquire(v); hold(); again()
  :: atomic { how == 2 }; try_acquire(v); hold(); again()
  :: atomic { how == 3 }; release(v); again()
  :: atomic { how == OVER -> break }
  od
}

/* When nothing can move any more: nobody sleeps that could go, and the queue bit is free. */
active proctype Watch() {
  byte t;
  timeout;
  assert(!queue);
  for (t : 0 .. N - 1) {
    assert(!asleep[t] || held || !able(t));
    assert(!asleep[t] || park[t] == PARKED)
  }
}

/* MonitorCore: threads that take a lock and wait in it for a signal, with and without a limit, and
 * threads that take it and signal one or all. A second line, guarded by the queue bit of the lock,
 * holds who waits for a signal.
 */
#include "core.pml"
#ifndef OPS
#define OPS 1
#endif
#ifndef SIGNALLERS
#define SIGNALLERS 1
#endif

byte signals[N];
byte signal_count;
/* Not in the program: signals that found a waiter, and waits that ended by one. */
byte sent, received;

inline leave_signals(t) {
  i = 0;
  do
  :: signals[i] != t -> i++
  :: else -> break
  od;
  do
  :: i + 1 < signal_count -> signals[i] = signals[i + 1]; i++
  :: else -> break
  od;
  signal_count--;
  signals[signal_count] = 0;
  i = 0
}

/* By the owner: enters the line, gives the lock up as `free` does, waits, takes the lock again. */
inline monitor_wait() {
  CRITICAL {
    lock_queue();
    d_step {
      park[me] = PARKED;
      signals[signal_count] = me;
      signal_count++;
      give_away()
    };
    if
    :: !handed -> tell_chosen(next); unlock_queue()
    :: else
    fi
  };
  if
  :: handed -> park[next] = HANDED; unlock_queue(); handed = 0
  :: else
  fi;
  wake(next);
  wait_for_signal();
  timed = 0;
  acquire(ANY)
}

inline wait_for_signal() {
  do
  :: park_thread();
    CRITICAL {
      lock_queue();
      ok = (park[me] == HANDED);
      if
      :: ok -> received++
      :: !ok && !in_time -> d_step { leave_signals(me) }
      :: else
      fi;
      unlock_queue()
    };
    if
    :: ok || !in_time -> ok = 0; break
    :: else
    fi
  od
}

/* BROKEN_SIGNAL: takes the waiter out of the line after the queue bit was given back. */
inline signal(all) {
  CRITICAL {
    lock_queue();
    woken = 0;
    do
    :: signal_count > 0 && (woken == 0 || all) ->
      next = signals[0];
      woken = woken | (1 << next);
      d_step { leave_signals(next) };
      sent++;
#ifndef BROKEN_SIGNAL
      park[next] = HANDED
#endif
    :: else -> break
    od;
    next = NOBODY;
    unlock_queue()
  };
  to = 0;
  do
  :: to < N ->
    if
    :: woken & (1 << to) -> asleep[to] = 0
    :: else
    fi;
    to++
  :: else -> break
  od;
  to = 0; woken = 0
}

/* A thread that can't be released by anybody else leaves with the lock free. */
active [N] proctype Thread() {
  byte me = _pid, left = OPS, v = 0, next = NOBODY, i = 0, seen = 0, to = 0, woken = 0;
  bit ok = 0, timed = 0, snap = 0, in_time = 0, handed = 0, queued = 0, all = 0;
  do
  :: left > 0 ->
    left--;
    timed = 0;
    acquire(ANY);
    assert(rightful == me);
    if
    :: me < SIGNALLERS -> select(all : 0 .. 1); signal(all); all = 0
    :: me >= SIGNALLERS -> timed = 0; monitor_wait()
    :: me >= SIGNALLERS -> timed = 1; monitor_wait()
    :: true
    fi;
    assert(rightful == me);
    release(ANY)
  :: left == 0 -> break
  od
}

/* When nothing can move: who sleeps is in the line of those that wait for a signal, and none that
 * was sent was lost. */
active proctype Watch() {
  byte t;
  timeout;
  assert(!queue && !held && count == 0 && sent == received);
  for (t : 0 .. N - 1) { assert(!asleep[t] || park[t] == PARKED) }
}

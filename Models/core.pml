/* The private part of a lock (gl_core) and what LockCore does with it, step by step.
 *
 * Each step that another thread can see is a statement of its own: a load, a store, or a
 * compare-and-swap of the word, the value or a thread's park word. What only the holder of the
 * queue bit touches is one step. The sequence in the word is not counted: a thread that loaded the
 * word stays in `fresh` until the word changes hands, and its swap fails once it has left it.
 *
 * With COARSE all that happens between getting and giving back the queue bit is one step, but for
 * the store of a value and of a hand-over, which others see without it; so four threads can be
 * checked. It hides no behaviour: meanwhile a swap of the word fails, and a thread that sees itself
 * chosen waits for the bit.
 *
 * With COARSEST the fast paths are one step too: what may happen inside them is checked with fewer
 * threads.
 *
 * N threads, V values, LIMIT: the bypass limit. BROKEN_* leave out what the protocol needs.
 */
#ifndef N
#define N 3
#endif
#ifndef V
#define V 2
#endif
#ifndef LIMIT
#define LIMIT 1
#endif
#ifdef COARSE
#define CRITICAL atomic
#else
#define CRITICAL
#endif
#ifdef COARSEST
#define FAST atomic
#else
#define FAST
#endif
#define NOBODY N
#define ANY V

#define PARKED 0
#define CHOSEN 1
#define HANDED 2

/* The word. */
bit held, queue, waiters;
byte owner = NOBODY;
byte fresh;

byte value;
byte chosen = NOBODY;
byte line[N];
byte count;

/* Of each thread: its park word, whether the kernel has it asleep, and its place in the queue. */
byte park[N];
bit asleep[N];
byte wanted[N];
byte passed[N];

/* Not in the program: who took the lock last and has not lost it. */
byte rightful = NOBODY;

#define able(t) (wanted[t] == ANY || wanted[t] == value)

/* A waiter loses at most so often: each loss comes of a release that chose it, and the release
 * after the last hands over. A foreign release in between may have it chosen once more. */
#ifdef FOREIGN
#define BOUND (LIMIT + 1)
#else
#define BOUND LIMIT
#endif

/* As in Foundation a wait whose limit came does not look again, unless it was woken. */
#if defined(BROKEN_TIMEOUT) || defined(NO_LAST_LOOK)
#define LOOKS_AGAIN in_time
#else
#define LOOKS_AGAIN (in_time || chosen == me)
#endif
#if defined(BROKEN_TIMEOUT) || defined(NO_REWAKE)
#define REWAKES false
#else
#define REWAKES true
#endif

/* Stores the value of a release before it is sure that the lock is still held. */
#ifdef BROKEN_VALUE
#define STORES_EARLY true
#else
#define STORES_EARLY false
#endif

#ifdef BROKEN_HANDOFF
#define HAND_OFF 255
#else
#define HAND_OFF LIMIT
#endif

/* The store under the queue bit that a chosen thread looks for. */
#ifdef BROKEN_STORE
#define CHOSEN_WORD park[chosen]
#define tell_chosen(r) skip
#else
#define CHOSEN_WORD CHOSEN
#define tell_chosen(r) if :: r != NOBODY -> park[r] = CHOSEN :: else fi
#endif

inline change_hands(by) {
  fresh = 0;
  owner = by;
  held = (by != NOBODY);
  rightful = by
}

inline lock_queue() {
  atomic { queue == 0 -> queue = 1 }
}

/* After every step under the queue bit: a free lock with a waiter that can go has one on its way. */
inline unlock_queue() {
  d_step {
    waiters = (count > 0);
    queue = 0;
    first_able(seen);
    assert(held || seen == NOBODY || (chosen != NOBODY && able(chosen) && park[chosen] == CHOSEN_WORD));
    seen = 0; i = 0
  }
}

/* The longest waiting of those that can go. */
inline first_able(r) {
  i = 0;
  r = NOBODY;
  do
  :: i < count && able(line[i]) -> r = line[i]; break
  :: i < count && !able(line[i]) -> i++
  :: i >= count -> break
  od;
  i = 0
}

inline enqueue(t, v) {
  wanted[t] = v;
  passed[t] = 0;
  line[count] = t;
  count++
}

inline remove(t) {
  i = 0;
  do
  :: line[i] != t -> i++
  :: else -> break
  od;
  do
  :: i + 1 < count -> line[i] = line[i + 1]; i++
  :: else -> break
  od;
  count--;
  line[count] = 0;
  i = 0;
  if
  :: chosen == t -> chosen = NOBODY
  :: else
  fi
}

/* Picks whom to wake, without telling it yet. */
inline pick_next(r) {
  if
  :: chosen != NOBODY && able(chosen) -> r = NOBODY
  :: else ->
    first_able(r);
    if
    :: r != NOBODY -> chosen = r
    :: else
    fi
  fi
}

inline wake(r) {
  if
  :: r != NOBODY -> asleep[r] = 0; r = NOBODY
  :: else
  fi
}

/* gl_park: in_time is false when the limit came first. The kernel looks at the word once more
 * before it puts the thread to sleep, and only a wake-up or the limit ends the sleep. */
inline park_thread() {
  in_time = 1;
  do
  :: park[me] != PARKED -> break
  :: park[me] == PARKED ->
    atomic {
      if
      :: park[me] == PARKED -> asleep[me] = 1
      :: else
      fi
    };
    if
    :: asleep[me] == 0
    :: timed && asleep[me] ->
      asleep[me] = 0;
      in_time = (park[me] != PARKED);
      break
    fi
  od
}

/* gl_core_take_fast. */
inline take_fast(v) {
  FAST {
    atomic {
      if
      :: held || queue -> ok = 0
      :: else -> ok = 1; snap = waiters; fresh = fresh | (1 << me)
      fi
    };
    if
    :: ok && v != ANY && value != v -> ok = 0
    :: else
    fi;
    atomic {
      if
      :: ok && !queue && !held && waiters == snap && (fresh & (1 << me)) -> take(v)
      :: else -> ok = 0
      fi;
      fresh = fresh & ~(1 << me);
      snap = 0
    }
  }
}

/* The only place where a lock is taken, but for the hand-over in `free`. */
inline take(v) {
  assert(rightful == NOBODY && !held);
  assert(v == ANY || value == v);
  change_hands(me)
}

inline take_if_able(v) {
  if
  :: !held && (v == ANY || value == v) -> take(v); ok = 1
  :: else -> ok = 0
  fi
}

/* waitForTurn: parks a queued thread until it has the lock or its limit came; result in `ok`. */
inline wait_for_turn() {
  do
  :: park_thread();
    if
    :: park[me] == HANDED -> ok = 1; break
    :: else
    fi;
    CRITICAL {
      lock_queue();
      if
      :: park[me] == HANDED -> ok = 1
      :: else -> d_step { look_again() }
      fi;
      if
      :: ok
      :: else ->
        park[me] = PARKED;
        d_step { after_giving_up() };
        tell_chosen(next)
      fi;
      unlock_queue()
    };
    wake(next);
    if
    :: ok || !in_time -> break
    :: else
    fi
  od
}

inline look_again() {
  ok = 0;
  if
  :: LOOKS_AGAIN && !held && able(me) ->
    remove(me);
    take(wanted[me]);
    ok = 1
  :: else ->
    if
    :: chosen == me ->
      chosen = NOBODY;
      passed[me]++;
      assert(passed[me] <= BOUND)
    :: else
    fi;
    if
    :: !in_time -> remove(me)
    :: else
    fi
  fi
}

/* Chosen but unable to go: another may be able. */
inline after_giving_up() {
  next = NOBODY;
  if
  :: !held && REWAKES -> pick_next(next)
  :: else
  fi
}

/* Takes the lock at once, gives up, or queues; result in `ok`. */
inline acquire(v) {
  take_fast(v);
  if
  :: ok
  :: else ->
    CRITICAL {
      lock_queue();
      d_step { take_if_able(v) };
      queued = 0;
      if
      :: ok
      :: timed /* the limit is past */
      :: !ok -> d_step { park[me] = PARKED; enqueue(me, v); queued = 1 }
      fi;
      unlock_queue()
    };
    if
    :: queued -> queued = 0; wait_for_turn()
    :: else
    fi
  fi
}

inline try_acquire(v) {
  take_fast(v);
  if
  :: !ok && !held ->
    CRITICAL {
      lock_queue();
      d_step { take_if_able(v) };
      unlock_queue()
    }
  :: else
  fi
}

/* free, with the queue bit locked; v == ANY keeps the value. */
inline free(v) {
  if
  :: v != ANY -> value = v
  :: else
  fi;
  CRITICAL {
    d_step { give_away() };
    if
    :: !handed -> tell_chosen(next); unlock_queue()
    :: else
    fi
  };
  if
  :: handed -> park[next] = HANDED; unlock_queue(); handed = 0
  :: else
  fi;
  wake(next)
}

inline give_away() {
  first_able(next);
  handed = next != NOBODY && passed[next] >= HAND_OFF;
  if
  :: handed -> remove(next); change_hands(next)
  :: else -> change_hands(NOBODY); pick_next(next)
  fi
}

inline release(v) {
  if
  :: held && owner == me ->
    FAST {
      /* gl_core_free_fast */
      atomic {
        ok = (held && !queue && !waiters && owner == me);
        if
        :: ok -> fresh = fresh | (1 << me)
        :: else
        fi
      };
      if
      :: ok && v != ANY && STORES_EARLY -> value = v
      :: else
      fi;
      atomic { /* the swap */
        if
        :: ok && !queue && !waiters && (fresh & (1 << me)) ->
          if
          :: v == ANY || STORES_EARLY -> change_hands(NOBODY)
          :: else -> queue = 1; handed = 1
          fi
        :: else -> ok = 0
        fi;
        fresh = fresh & ~(1 << me)
      }
    };
    if
    :: handed -> handed = 0; value = v; d_step { change_hands(NOBODY) }; unlock_queue()
    :: else
    fi;
    if
    :: ok
    :: else -> lock_queue(); free(v)
    fi
  :: else -> lock_queue(); free(v)
  fi;
  ok = 0
}

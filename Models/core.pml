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

#include "acquiring.pml"

/* How a thread takes a lock, waits for it, and frees it; included by core.pml. */
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

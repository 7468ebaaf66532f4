// The dump signal.
#pragma once
#include "gl_thread.h"

// Takes `number` over only where it has its default action, or, when `force`, over a handler that
// is then called on. False: somebody else's handler stays. Async-signal-safe handler: counts and
// posts to the watch, nothing more.
bool gl_signal_install(int number, bool force);
// Dumps asked for so far.
uint32_t gl_signal_count(void);
// The number of the latest poke that another process asked for; 0: none.
uint32_t gl_poke_asked(void);
// Asks Gridlock's own thread in another process to wake all waiters; -1 and errno when it can't be
// asked. The dump signal carries it: the process must have installed the handler.
int gl_signal_poke(int32_t process, int32_t thread, int number, uint32_t request);
// What tells a poke from a plain dump signal.
#define GL_POKE 0x504f4b45u
// Blocks all signals of the calling thread but `number`.
void gl_signal_mask_all_but(int number);
// Whether the environment may be trusted: not in a set-user-id program.
bool gl_environment_is_trusted(void);
// Sends a signal to one thread of a process; -1 and errno when it can't be sent.
int gl_signal_thread(int32_t process, int32_t thread, int number);

// The present stack of another thread of this process.
#pragma once
#include "gl_thread.h"

#define GL_SAMPLE_FRAMES 64

// What came of asking a thread for its stack.
enum {
  GL_SAMPLED = 0,
  GL_SAMPLE_OTHERS,   // the signal has a handler of the program's; nothing was sent
  GL_SAMPLE_ENDED,    // there is no such thread
  GL_SAMPLE_LATE,     // it did not answer in time
  GL_SAMPLE_MISSING,  // there is no way on this system
};

typedef struct {
  // Innermost first; the first is one behind where the thread was, so that all read as return
  // addresses.
  uint64_t frames[GL_SAMPLE_FRAMES];
  uint32_t count;
} gl_sample;

// The signal by which a thread is asked: one that workers of dispatch and of the task pool do not
// block. 0: none.
extern const int gl_sample_signal;

// Around asking: takes the signal over where it has its default action, and gives it back. One
// thread at a time. The signal stays taken over, and does nothing, when a thread may still get one.
void gl_sample_begin(void);
void gl_sample_end(void);
// Stops a thread in a signal handler for as long as its stack is read, some 50 ms at most, having
// waited so long for it to answer. System calls are restarted, where they can be: the caller must
// know that the thread is in none that can't. Not async-signal-safe; takes no lock that the thread
// may hold for longer than those 50 ms.
int gl_sample_take(int32_t thread, uint64_t nanoseconds, gl_sample *_Nonnull sample);

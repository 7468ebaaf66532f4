#if defined(__linux__)
#define _GNU_SOURCE
#include "gl_platform.h"
#include "gl_sample.h"
#include "gl_signal.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

const int gl_sample_signal = SIGPROF;

// How long a thread is held at most while its stack is read.
#define HOLD 50000000ull

// Whose turn it is: what is asked counts up by four, its phase is in the low bits. A handler that
// comes late finds another number and leaves at once.
enum { IDLE = 0, ASKED = 1, TAKING = 2, HELD = 3, PHASE = 3 };
static uint32_t turn;
static int32_t asked_of;
static ucontext_t held;
// Whether a thread may still get a signal that nobody waits for.
static bool is_owed;

static void wait_while(uint32_t value, uint64_t nanoseconds) {
  struct timespec t = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
  syscall(SYS_futex, &turn, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, value, &t, NULL, 0);
}

static bool pass(uint32_t from, uint32_t to) {
  // Releases what was written for the other side, acquires what the other side wrote.
  if (!__atomic_compare_exchange_n(&turn, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return false;
  syscall(SYS_futex, &turn, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
  return true;
}

// Waits until the turn is another than `value`; false when the time is up.
static bool await_other(uint32_t value, uint64_t nanoseconds) {
  uint64_t end = gl_now_exact() + nanoseconds;
  // Acquires, as the swap of the other side releases.
  while (gl_load32_acquire(&turn) == value) {
    uint64_t now = gl_now_exact();
    if (now >= end) return false;
    wait_while(value, end - now);
  }
  return true;
}

static void on_sample(int number, siginfo_t *info, void *context) {
  (void)number;
  int saved = errno;
  uint32_t mine = gl_load32_acquire(&turn);  // pairs with the swap that asks
  uint32_t base = mine & ~(uint32_t)PHASE;
  if ((mine & PHASE) == ASKED && info->si_code == SI_TKILL && info->si_pid == getpid() &&
      asked_of == gl_system_id() && pass(mine, base | TAKING)) {
    memcpy(&held, context, sizeof held);
    pass(base | TAKING, base | HELD);
    if (!await_other(base | HELD, HOLD)) pass(base | HELD, base + 4);
  }
  errno = saved;
}

static bool is_mine(const struct sigaction *a) {
  return (a->sa_flags & SA_SIGINFO) && a->sa_sigaction == on_sample;
}

// MARK: - Unwinding

#if defined(__x86_64__)
#define UNWINDER "_ULx86_64_"
enum { PC = 16 };  // UNW_X86_64_RIP
static uint64_t pc_of(const ucontext_t *c) { return (uint64_t)c->uc_mcontext.gregs[REG_RIP]; }
static uint64_t fp_of(const ucontext_t *c) { return (uint64_t)c->uc_mcontext.gregs[REG_RBP]; }
#elif defined(__aarch64__)
#define UNWINDER "_ULaarch64_"
enum { PC = 32 };  // UNW_AARCH64_PC
static uint64_t pc_of(const ucontext_t *c) { return c->uc_mcontext.pc; }
static uint64_t fp_of(const ucontext_t *c) { return c->uc_mcontext.regs[29]; }
#endif

// unw_cursor_t is opaque; 127 words on x86-64, 250 on arm64, and 4096 in older versions there.
static uint64_t cursor[4096];
static int (*unwind_from)(void *, void *, int);
static int (*unwind_step)(void *);
static int (*unwind_get)(void *, int, uint64_t *);

void gl_sample_load(void *library) {
  *(void **)&unwind_from = dlsym(library, UNWINDER "init_local2");
  *(void **)&unwind_step = dlsym(library, UNWINDER "step");
  void *get = dlsym(library, UNWINDER "get_reg");
  // Release: pairs with the acquire in by_tables, which then has all three.
  if (unwind_from != NULL && unwind_step != NULL)
    __atomic_store_n((void **)&unwind_get, get, __ATOMIC_RELEASE);
}

// By unwind tables: the innermost frames are often of a library that keeps no frame pointers. The
// unwinder checks addresses before it reads them.
static uint32_t by_tables(uint64_t *frames) {
  enum { AT_SIGNAL = 1 };  // UNW_INIT_SIGNAL_FRAME
  uint32_t count = 0;
  if (__atomic_load_n((void **)&unwind_get, __ATOMIC_ACQUIRE) == NULL) return 0;
  if (unwind_from(cursor, &held, AT_SIGNAL) != 0) return 0;
  do {
    uint64_t address = 0;
    if (unwind_get(cursor, PC, &address) != 0 || address < 4096) break;
    frames[count] = count == 0 ? address + 1 : address;
    count += 1;
  } while (count < GL_SAMPLE_FRAMES && unwind_step(cursor) > 0);
  return count;
}

// By frame pointers, read through the kernel: what is not there is an error and no fault.
static uint32_t by_pointers(uint64_t *frames) {
  uint64_t fp = fp_of(&held), words[2];
  uint32_t count = 1;
  frames[0] = pc_of(&held) + 1;
  while (count < GL_SAMPLE_FRAMES && (fp & 7) == 0) {
    struct iovec to = {words, sizeof words}, from = {(void *)(uintptr_t)fp, sizeof words};
    if (syscall(SYS_process_vm_readv, getpid(), &to, 1, &from, 1, 0) != sizeof words) break;
    if (words[1] < 4096) break;
    frames[count] = words[1];
    count += 1;
    // Swift marks the frame of an async function in the link that leads from it.
    uint64_t next = words[0] & ~(1ull << 60);
    if (next <= fp) break;
    fp = next;
  }
  return count;
}

void gl_sample_begin(void) {
  struct sigaction now, mine;
  if (sigaction(SIGPROF, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_DFL) return;
  memset(&mine, 0, sizeof mine);
  mine.sa_sigaction = on_sample;
  mine.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&mine.sa_mask);
  sigaction(SIGPROF, &mine, NULL);
}

void gl_sample_end(void) {
  struct sigaction now, plain;
  if (is_owed || sigaction(SIGPROF, NULL, &now) != 0 || !is_mine(&now)) return;
  memset(&plain, 0, sizeof plain);
  plain.sa_handler = SIG_DFL;
  // Somebody may have taken it meanwhile.
  if (sigaction(SIGPROF, &plain, &now) == 0 && !is_mine(&now)) sigaction(SIGPROF, &now, NULL);
}

int gl_sample_take(int32_t thread, uint64_t nanoseconds, gl_sample *sample) {
  struct sigaction now;
  sample->count = 0;
  if (sigaction(SIGPROF, NULL, &now) != 0) return GL_SAMPLE_MISSING;
  if (!is_mine(&now)) return GL_SAMPLE_OTHERS;
  uint32_t base = (gl_load32(&turn) & ~(uint32_t)PHASE) + 4;
  asked_of = thread;
  __atomic_store_n(&turn, base | ASKED, __ATOMIC_RELEASE);  // pairs with the handler's first load
  if (gl_signal_thread(getpid(), thread, SIGPROF) != 0) {
    pass(base | ASKED, base);
    return errno == ESRCH ? GL_SAMPLE_ENDED : GL_SAMPLE_MISSING;
  }
  if (!await_other(base | ASKED, nanoseconds) && pass(base | ASKED, base)) {
    is_owed = true;
    return GL_SAMPLE_LATE;
  }
  if (!await_other(base | TAKING, nanoseconds)) return GL_SAMPLE_LATE;
  uint32_t count = by_tables(sample->frames);
  if (count < 2) count = by_pointers(sample->frames);
  // A thread that was held no longer may have changed its stack under the reader.
  if (!pass(base | HELD, base)) return GL_SAMPLE_LATE;
  sample->count = count;
  return GL_SAMPLED;
}
#endif

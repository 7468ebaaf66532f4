#define _GNU_SOURCE
#include "gl_signal.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

static struct sigaction before;
static uint32_t asked;
static uint32_t poke;  // the number of the latest poke that was asked for

static void on_signal(int number, siginfo_t *info, void *context) {
  int saved = errno;
  uint64_t sent = (uint64_t)(uintptr_t)info->si_value.sival_ptr;
  if (info->si_code == SI_QUEUE && sent >> 32 == GL_POKE) {
    __atomic_store_n(&poke, (uint32_t)sent, __ATOMIC_RELEASE);  // pairs with gl_poke_asked
    gl_watch_post();
    errno = saved;
    return;
  }
  __atomic_fetch_add(&asked, 1, __ATOMIC_RELEASE);
  gl_watch_post();
  if (before.sa_flags & SA_SIGINFO) {
    if (before.sa_sigaction != NULL) before.sa_sigaction(number, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(number);
  }
  errno = saved;
}

uint32_t gl_signal_count(void) { return gl_load32_acquire(&asked); }

uint32_t gl_poke_asked(void) { return gl_load32_acquire(&poke); }

bool gl_signal_install(int number, bool force) {
  struct sigaction now, mine;
  if (sigaction(number, NULL, &now) != 0) return false;
  bool is_default = !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
  bool is_mine = (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_signal;
  if (is_mine) return true;
  if (!is_default && !force) return false;
  memset(&mine, 0, sizeof mine);
  before = now;
  mine.sa_sigaction = on_signal;
  // Restart: the host's system calls go on as if nothing had happened.
  mine.sa_flags = SA_SIGINFO | SA_RESTART | (now.sa_flags & SA_ONSTACK);
  sigemptyset(&mine.sa_mask);
  return sigaction(number, &mine, NULL) == 0;
}

void gl_signal_mask_all_but(int number) {
  sigset_t all;
  sigfillset(&all);
  if (number > 0) sigdelset(&all, number);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
}

bool gl_environment_is_trusted(void) {
#if defined(__linux__)
  if (getauxval(AT_SECURE) != 0) return false;
#endif
  return getuid() == geteuid() && getgid() == getegid();
}

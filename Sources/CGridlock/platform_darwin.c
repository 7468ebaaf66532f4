// Written for Darwin, not built on it here.
#if defined(__APPLE__)
#include "gl_platform.h"
#include "gl_signal.h"
#include <signal.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

void *gl_platform_map(uint64_t bytes, int *fd) {
  *fd = -1;
  void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
  return base == MAP_FAILED ? NULL : base;
}

void *gl_platform_map_file(uint64_t bytes, const char *path, int *fd) {
  (void)bytes, (void)path;
  *fd = -1;
  errno = ENOTSUP;
  return NULL;
}

uint64_t gl_platform_wall(void) { return clock_gettime_nsec_np(CLOCK_REALTIME); }
uint64_t gl_now_exact(void) { return clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }
int32_t gl_system_id(void) {
  uint64_t id = 0;
  pthread_threadid_np(NULL, &id);
  return (int32_t)id;
}
bool gl_platform_is_worker(void) {
  sigset_t mask;
  return pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0 && sigismember(&mask, SIGUSR1) == 1 &&
         sigismember(&mask, SIGPROF) == 0;
}
bool gl_platform_image(const char *path, const void *inside, uintptr_t *low, uintptr_t *high) {
  // Dispatch's own threads are told by their signals alone.
  (void)path, (void)inside, (void)low, (void)high;
  return false;
}
bool gl_platform_is_main(void) { return pthread_main_np() != 0; }
void gl_platform_thread_name(char *name, size_t size) { pthread_getname_np(pthread_self(), name, size); }
void gl_platform_set_thread_name(const char *name) { pthread_setname_np(name); }
void gl_processor_stay(void) {}
void gl_processor_leave(void) {}


int gl_signal_poke(int32_t process, int32_t thread, int number, uint32_t request) {
  (void)process, (void)thread, (void)number, (void)request;
  errno = ENOTSUP;  // signals carry no value there
  return -1;
}

int gl_signal_thread(int32_t process, int32_t thread, int number) {
  (void)thread;  // signals go to processes only
  return kill(process, number);
}

void gl_platform_stack(uintptr_t *low, uintptr_t *high) {
  *high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  *low = *high - pthread_get_stacksize_np(pthread_self());
}
#endif

extension LiveTests.FaultTests {
  /// The wall clock steps by `STEP` seconds, one second after the start.
  static let steppingClock = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <sys/time.h>
    #include <time.h>
    static int (*real)(clockid_t, struct timespec *);
    static long start;
    static long seconds(void) {
      struct timespec now;
      real(CLOCK_MONOTONIC, &now);
      return now.tv_sec * 1000 + now.tv_nsec / 1000000;
    }
    int clock_gettime(clockid_t clock, struct timespec *time) {
      if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
        start = seconds();
      }
      int result = real(clock, time);
      const char *step = getenv("STEP");
      if (clock == CLOCK_REALTIME && step != NULL && seconds() - start > 1000)
        time->tv_sec += atol(step);
      return result;
    }
    int gettimeofday(struct timeval *time, void *zone) {
      struct timespec now;
      (void)zone;
      int result = clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return result;
    }
    """

  /// An allocator that all who come after `stick_allocator` wait in for good.
  static let stuckAllocator = """
    #include <stddef.h>
    #include <unistd.h>
    extern void *__libc_malloc(size_t);
    extern void *__libc_calloc(size_t, size_t);
    extern void *__libc_realloc(void *, size_t);
    extern void __libc_free(void *);
    static volatile int stuck;
    void stick_allocator(void) { stuck = 1; }
    static void enter(void) { while (stuck) pause(); }
    void *malloc(size_t size) { enter(); return __libc_malloc(size); }
    void *calloc(size_t count, size_t size) { enter(); return __libc_calloc(count, size); }
    void *realloc(void *old, size_t size) { enter(); return __libc_realloc(old, size); }
    void free(void *old) { enter(); __libc_free(old); }
    """

  /// A frame between the caller and what it wants called.
  static let passingOn = """
    void through(void (*body)(void)) {
      body();
      __asm__ volatile("" ::: "memory");
    }
    """

  static let throwing = """
    #include <stdexcept>
    struct Guard {
      void (*leave)();
      ~Guard() { leave(); }
    };
    extern "C" int throw_through(void (*take)(), void (*leave)()) {
      try {
        take();
        Guard guard{leave};
        throw std::runtime_error("through the locked region");
      } catch (const std::exception &) {
        return 1;
      }
    }
    """
}

#define _GNU_SOURCE
#include "gl_thread.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// Null while the counter can't be trusted, or is not measured yet.
const gl_clock *gl_clock_present;

#if defined(__linux__) && defined(__x86_64__)
// How long the counter is measured before it is used.
#define LONG_ENOUGH 20000000u

// Readers may be in the one before the latest, and are long done with the one before that.
static gl_clock clocks[4];
static uint32_t turn;
static gl_clock first;

// The kernel itself reads the time from the counter where it found it steady and the same on every
// processor.
static bool is_steady(void) {
  char name[16] = {0};
  int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t count = read(fd, name, sizeof name - 1);
  close(fd);
  return count > 3 && strncmp(name, "tsc\n", 4) == 0;
}

// Both clocks at one instant: the closest of a few pairs.
static gl_clock measure(void) {
  gl_clock best = {0, 0, 0};
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 5; i++) {
    uint64_t before = __builtin_ia32_rdtsc(), time = gl_now_exact(), after = __builtin_ia32_rdtsc();
    if (after - before >= least) continue;
    least = after - before;
    best.ticks = before + least / 2;
    best.time = time;
  }
  return best;
}

void gl_clock_adjust(void) {
  static int steady = -1;
  if (steady < 0) {
    steady = is_steady();
    first = measure();
  }
  if (!steady) return;
  gl_clock now = measure();
  uint64_t time = now.time - first.time, ticks = now.ticks - first.ticks;
  if (time < LONG_ENOUGH || ticks == 0) return;
  now.rate = (uint64_t)(((unsigned __int128)time << 32) / ticks);
  gl_clock *c = &clocks[turn++ % 4];
  *c = now;
  // Release: pairs with the acquire in gl_now.
  __atomic_store_n(&gl_clock_present, c, __ATOMIC_RELEASE);
}
#else
void gl_clock_adjust(void) {}
#endif

#if defined(__linux__)
#define _GNU_SOURCE
#include "gl_platform.h"
#include "gl_signal.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A file that grows beyond the limit on file sizes ends the process by a signal, in memory too.
static bool may_have_file(uint64_t bytes) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         bytes <= limit.rlim_cur;
}

void *gl_platform_map(uint64_t bytes, int *fd) {
  *fd = may_have_file(bytes) ? memfd_create("gridlock", MFD_CLOEXEC) : -1;
  void *base = MAP_FAILED;
  if (*fd >= 0 && ftruncate(*fd, (off_t)bytes) == 0)
    base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *fd, 0);
  if (base != MAP_FAILED) return base;
  if (*fd >= 0) close(*fd);
  *fd = -1;
  // No file to show to others: reports from inside still work.
  base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return base == MAP_FAILED ? NULL : base;
}

static int give_up(int fd, int error) {
  close(fd);
  errno = error;
  return -1;
}

// Whether a file holds nothing, or an earlier recording: anything else is somebody's.
static bool may_be_replaced(int fd, const struct stat *s) {
  uint64_t magic = 0;
  return s->st_size == 0 || (pread(fd, &magic, sizeof magic, 0) == sizeof magic && magic == GL_MAGIC);
}

static int open_recording(const char *path, uint64_t bytes) {
  if (!may_have_file(bytes)) {
    errno = EFBIG;
    return -1;
  }
  int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
  if (fd < 0) return -1;
  struct stat s;
  if (fstat(fd, &s) != 0) return give_up(fd, errno);
  if (!S_ISREG(s.st_mode) || s.st_uid != geteuid() || s.st_nlink != 1) return give_up(fd, EACCES);
  if (!may_be_replaced(fd, &s)) return give_up(fd, EEXIST);
  // Held as long as the process lives, and by nobody who only inherits the variable.
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) return give_up(fd, errno);
  if (ftruncate(fd, 0) != 0) return give_up(fd, errno);
  // A full disk is an error here; it would be a SIGBUS in the host later.
  int error = posix_fallocate(fd, 0, (off_t)bytes);
  // What was an empty file or a recording before is left as an empty file.
  if (error != 0 && ftruncate(fd, 0) != 0) error = errno;
  return error != 0 ? give_up(fd, error) : fd;
}

void *gl_platform_map_file(uint64_t bytes, const char *path, int *fd) {
  *fd = open_recording(path, bytes);
  if (*fd < 0) return NULL;
  void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
  if (base != MAP_FAILED) return base;
  int error = errno;
  close(*fd);
  *fd = -1;
  errno = error;
  return NULL;
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t gl_platform_wall(void) { return read_clock(CLOCK_REALTIME); }
uint64_t gl_now_exact(void) { return read_clock(CLOCK_MONOTONIC); }
int32_t gl_system_id(void) { return (int32_t)syscall(SYS_gettid); }
bool gl_platform_is_worker(void) {
  sigset_t mask;
  return pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0 && sigismember(&mask, SIGUSR1) == 1 &&
         sigismember(&mask, SIGUSR2) == 1 && sigismember(&mask, SIGRTMIN + 1) == 1 &&
         sigismember(&mask, SIGPROF) == 0;
}

typedef struct {
  const char *path;
  uintptr_t inside, low, high;
} image_search;

static int image_matches(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  image_search *s = context;
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD) continue;
    uintptr_t at = info->dlpi_addr + p->p_vaddr;
    if (at < low) low = at;
    if (at + p->p_memsz > high) high = at + p->p_memsz;
  }
  if (s->inside < low || s->inside >= high) return 0;
  if (info->dlpi_name != NULL && strstr(info->dlpi_name, s->path) != NULL) {
    s->low = low;
    s->high = high;
  }
  return 1;
}
bool gl_platform_image(const char *path, const void *inside, uintptr_t *low, uintptr_t *high) {
  image_search s = {.path = path, .inside = (uintptr_t)inside};
  dl_iterate_phdr(image_matches, &s);
  *low = s.low;
  *high = s.high;
  return s.high != 0;
}
bool gl_platform_is_main(void) { return getpid() == gl_system_id(); }
void gl_platform_thread_name(char *name, size_t size) {
  char kernel[16] = {0};
  prctl(PR_GET_NAME, kernel);
  strncpy(name, kernel, size - 1);
}
void gl_platform_set_thread_name(const char *name) { prctl(PR_SET_NAME, name); }

static _Thread_local cpu_set_t before_staying;
static _Thread_local bool stays;

void gl_processor_stay(void) {
  int processor = sched_getcpu();
  if (processor < 0 || processor >= CPU_SETSIZE || stays) return;
  if (sched_getaffinity(0, sizeof before_staying, &before_staying) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  stays = sched_setaffinity(0, sizeof one, &one) == 0;
}

void gl_processor_leave(void) {
  if (!stays) return;
  stays = false;
  sched_setaffinity(0, sizeof before_staying, &before_staying);
}


int gl_signal_poke(int32_t process, int32_t thread, int number, uint32_t request) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = number;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = (void *)(uintptr_t)((uint64_t)GL_POKE << 32 | request);
  return (int)syscall(SYS_rt_tgsigqueueinfo, process, thread, number, &info);
}

int gl_signal_thread(int32_t process, int32_t thread, int number) {
  return (int)syscall(SYS_tgkill, process, thread, number);
}

void gl_platform_stack(uintptr_t *low, uintptr_t *high) {
  pthread_attr_t a;
  void *base = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &a) != 0) return;
  if (pthread_attr_getstack(&a, &base, &size) == 0) {
    *low = (uintptr_t)base;
    *high = (uintptr_t)base + size;
  }
  pthread_attr_destroy(&a);
}
#endif

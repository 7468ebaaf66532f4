/// What the kernel's system calls are called: those in which threads stay.
enum SystemCalls {
  /// Those whose first argument is a descriptor.
  static let areOfDescriptor: Set<String> = [
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "ioctl",
    "fsync", "fdatasync", "flock", "fcntl", "sendto", "recvfrom", "sendmsg", "recvmsg", "accept",
    "accept4", "connect", "getdents64", "fallocate", "ftruncate", "epoll_wait", "epoll_pwait",
  ]

  /// Whether a futex is waited for, and for as long as it takes.
  static func isWaitWithoutLimit(futex arguments: [UInt64]) -> Bool {
    let wait = 0
    let waitBitset = 9
    let operation = Int(arguments[1] & 0x7f)
    return (operation == wait || operation == waitBitset) && arguments[3] == 0
  }

  #if arch(arm64)
    static let names: [Int: String] = [
      22: "epoll_pwait", 25: "fcntl", 29: "ioctl", 32: "flock", 35: "unlinkat", 38: "renameat",
      46: "ftruncate", 47: "fallocate", 48: "faccessat", 56: "openat", 57: "close",
      61: "getdents64",
      63: "read", 64: "write", 65: "readv", 66: "writev", 67: "pread64", 68: "pwrite64",
      69: "preadv", 70: "pwritev", 71: "sendfile", 72: "pselect6", 73: "ppoll", 76: "splice",
      79: "newfstatat", 80: "fstat", 82: "fsync", 83: "fdatasync", 93: "exit", 94: "exit_group",
      95: "waitid", 98: "futex", 101: "nanosleep", 113: "clock_gettime", 115: "clock_nanosleep",
      124: "sched_yield", 129: "kill", 131: "tgkill", 133: "rt_sigsuspend", 137: "rt_sigtimedwait",
      192: "semtimedop", 193: "semop", 202: "accept", 203: "connect", 206: "sendto",
      207: "recvfrom", 211: "sendmsg", 212: "recvmsg", 215: "munmap", 220: "clone", 221: "execve",
      222: "mmap", 226: "mprotect", 227: "msync", 233: "madvise", 242: "accept4", 260: "wait4",
      276: "renameat2", 278: "getrandom", 291: "statx", 435: "clone3", 441: "epoll_pwait2",
    ]
  #else
    static let names: [Int: String] = [
      0: "read", 1: "write", 2: "open", 3: "close", 4: "stat", 5: "fstat", 7: "poll", 9: "mmap",
      10: "mprotect", 11: "munmap", 16: "ioctl", 17: "pread64", 18: "pwrite64", 19: "readv",
      20: "writev", 23: "select", 24: "sched_yield", 26: "msync", 28: "madvise", 34: "pause",
      35: "nanosleep", 40: "sendfile", 42: "connect", 43: "accept", 44: "sendto", 45: "recvfrom",
      46: "sendmsg", 47: "recvmsg", 56: "clone", 57: "fork", 58: "vfork", 59: "execve", 60: "exit",
      61: "wait4", 62: "kill", 65: "semop", 72: "fcntl", 73: "flock", 74: "fsync",
      75: "fdatasync", 77: "ftruncate", 82: "rename", 87: "unlink", 128: "rt_sigtimedwait",
      130: "rt_sigsuspend", 202: "futex", 217: "getdents64", 220: "semtimedop",
      228: "clock_gettime", 230: "clock_nanosleep", 231: "exit_group", 232: "epoll_wait",
      234: "tgkill", 247: "waitid", 257: "openat", 262: "newfstatat", 263: "unlinkat",
      270: "pselect6", 271: "ppoll", 275: "splice", 281: "epoll_pwait", 285: "fallocate",
      288: "accept4", 295: "preadv", 296: "pwritev", 316: "renameat2", 318: "getrandom",
      332: "statx", 435: "clone3", 441: "epoll_pwait2",
    ]
  #endif
}

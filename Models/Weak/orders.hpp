// The orderings of the sources, each under a name by which one of them can be left out.
#pragma once
#include <cstring>
#include <relacy/relacy.hpp>

namespace weak {

// The access whose ordering is left out; empty: none.
inline char const *left_out = "";

inline bool is_whole(char const *access) { return std::strcmp(access, left_out) != 0; }

inline rl::memory_order ordering(char const *access, rl::memory_order order) {
  return is_whole(access) ? order : rl::mo_relaxed;
}

inline void fence(char const *access, rl::memory_order order) {
  if (is_whole(access)) rl::atomic_thread_fence(order, $);
}

inline rl::memory_order acquire(char const *access) { return ordering(access, rl::mo_acquire); }
inline rl::memory_order release(char const *access) { return ordering(access, rl::mo_release); }

}  // namespace weak

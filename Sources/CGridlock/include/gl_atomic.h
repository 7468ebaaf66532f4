// Word-sized atomics that cost one instruction even where nothing is optimised.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GL_INLINE static inline __attribute__((always_inline))

GL_INLINE uint64_t gl_load(const uint64_t *_Nonnull p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
GL_INLINE uint64_t gl_load_acquire(const uint64_t *_Nonnull p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
GL_INLINE void gl_store(uint64_t *_Nonnull p, uint64_t v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }
GL_INLINE void gl_store_release(uint64_t *_Nonnull p, uint64_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
GL_INLINE int64_t gl_load_value(const int64_t *_Nonnull p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
GL_INLINE void gl_store_value(int64_t *_Nonnull p, int64_t v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }
GL_INLINE uint32_t gl_load32(const uint32_t *_Nonnull p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
GL_INLINE uint32_t gl_load32_acquire(const uint32_t *_Nonnull p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
GL_INLINE void gl_store32(uint32_t *_Nonnull p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }
GL_INLINE void gl_store32_release(uint32_t *_Nonnull p, uint32_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
GL_INLINE uint64_t gl_add(uint64_t *_Nonnull p, uint64_t n) { return __atomic_fetch_add(p, n, __ATOMIC_RELAXED); }
GL_INLINE uint32_t gl_add32(uint32_t *_Nonnull p, uint32_t n) { return __atomic_fetch_add(p, n, __ATOMIC_RELAXED); }
// Acquire: sees what the thread that stored `from` did before. Release: shows the next taker what
// this thread did.
GL_INLINE bool gl_swap(uint64_t *_Nonnull p, uint64_t from, uint64_t to) {
  return __atomic_compare_exchange_n(p, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
GL_INLINE void gl_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GL_INLINE void gl_fence_release(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }
GL_INLINE void gl_fence_acquire(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

GL_INLINE void gl_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Written for Darwin, not built on it here.
#if defined(__APPLE__)
#include "gl_platform.h"
#include "gl_sample.h"

const int gl_sample_signal = 0;
void gl_sample_load(void *library) { (void)library; }
void gl_sample_begin(void) {}
void gl_sample_end(void) {}
int gl_sample_take(int32_t thread, uint64_t nanoseconds, gl_sample *sample) {
  (void)thread, (void)nanoseconds;
  sample->count = 0;
  return GL_SAMPLE_MISSING;
}
#endif

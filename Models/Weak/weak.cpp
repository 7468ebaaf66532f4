// Runs one litmus test with the orderings of the sources, or with one of them left out.
#include <iostream>
#include "locking.hpp"
#include "recording.hpp"

namespace {

struct Litmus {
  char const *name;
  bool (*runs)(rl::test_params &);
};

Litmus const all[] = {
    {"take", rl::simulate<weak::Take>},
    {"take-value", rl::simulate<weak::TakeValue>},
    {"value-moves-on", rl::simulate<weak::ValueMovesOn>},
    {"foreign-release", rl::simulate<weak::ForeignRelease>},
    {"queue", rl::simulate<weak::Queue>},
    {"wait-chosen", rl::simulate<weak::Wait<false, false>>},
    {"wait-handed", rl::simulate<weak::Wait<true, false>>},
    {"limit-chosen", rl::simulate<weak::Wait<false, true>>},
    {"limit-handed", rl::simulate<weak::Wait<true, true>>},
    {"both-block", rl::simulate<weak::BothBlock>},
    {"ring", rl::simulate<weak::Ring>},
    {"version", rl::simulate<weak::Version>},
    {"intern", rl::simulate<weak::Intern>},
    {"fork-count", rl::simulate<weak::ForkCount>},
};

}  // namespace

// usage: weak TEST RUNS [ACCESS]. Prints the outcome, and on standard error the steps that led to a
// wrong one. Exit status 1: a wrong one, 64: misuse.
int main(int count, char **arguments) {
  if (count < 3 || count > 4) return 64;
  if (count == 4) weak::left_out = arguments[3];
  for (Litmus const &litmus : all) {
    if (std::strcmp(litmus.name, arguments[1]) != 0) continue;
    rl::test_params parameters;
    parameters.iteration_count = std::atol(arguments[2]);
    // Streams that allocate nothing: while a test runs the checker takes all memory for the test's.
    std::ostream nowhere(nullptr);
    parameters.progress_stream = &nowhere;
    parameters.output_stream = &std::cerr;
    parameters.search_type = rl::sched_random;
    bool holds = litmus.runs(parameters);
    std::cout << rl::test_result_str(parameters.test_result) << " after "
              << parameters.stop_iteration << " runs\n";
    return holds ? 0 : 1;
  }
  return 64;
}

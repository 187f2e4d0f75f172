// One run: a storm of all actors over all keys, then faults stop and everything must come to an end.
#pragma once

#include "tests/integration/history/recording.h"

namespace onceover::test::history {

struct RunOptions {
  std::uint64_t seed = 1;
  int keys = 300;
};

struct RunResult {
  Recording recording;
  std::map<std::string, int> faults;   // injected, by kind
  std::vector<std::string> accidents;  // an actor that threw: the run itself is broken
  int rounds = 0;                      // sweeps until nothing was open any more
  std::int64_t storm_ms = 0, whole_ms = 0;
};

RunResult run(const RunOptions& options);

}  // namespace onceover::test::history

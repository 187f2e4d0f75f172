// SPDX-License-Identifier: Apache-2.0
// One run: a storm of all actors over all keys, then faults stop and everything must come to an end.
#pragma once

#include "tests/integration/history/stage.h"

namespace onceover::test::history {

struct RunOptions {
  std::uint64_t seed = 1;
  int keys = 300;
};

struct RunResult {
  Recording recording;
  std::map<std::string, int> faults;   // injected, by kind
  std::vector<std::string> accidents;  // an actor that threw: the run itself is broken
  Scene scene = Scene::restarts;
  std::int64_t seals = 0;
  int rounds = 0;  // sweeps until nothing was open any more
  std::int64_t set_up_ms = 0, storm_ms = 0, whole_ms = 0;
};

RunResult run(const RunOptions& options);

}  // namespace onceover::test::history

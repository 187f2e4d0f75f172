// SPDX-License-Identifier: Apache-2.0
// Judges a recording. Knows nothing of how it was made: a hand-made one will do, and each rule is shown to be
// able to fail by one (checker_test.cpp). The rules are named after what they hold up.
#pragma once

#include <string>
#include <vector>

#include "tests/integration/history/recording.h"

namespace onceover::test::history {

struct Violation {
  std::string rule;  // "one effect", "truth", …
  int key = no_key;
  std::string what;
};

// Every rule over every key. Empty: the promises were kept. The bank must have landed everything it had
// accepted.
std::vector<Violation> check(const Recording& recording);

// What sweepers, persons and plans did, against the trail they left; part of check().
std::vector<Violation> check_acts(const Recording& recording);

// "seed 7 breaks 2 rules", each violation, and the traces of the first keys concerned.
std::string report(const Recording& recording, const std::vector<Violation>& violations);

}  // namespace onceover::test::history

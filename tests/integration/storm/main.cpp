// SPDX-License-Identifier: Apache-2.0
// The storm starts this program again for its executors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/storm/executor.h"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "executor") {
    try {
      return onceover::test::storm::run_executor(
          onceover::test::storm::executor_options({words.begin() + 1, words.end()}));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 125;
    }
  }
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}

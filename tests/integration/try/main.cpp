// SPDX-License-Identifier: Apache-2.0
// The store under test starts this program again for its processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/try/child_main.h"

int main(int argc, char** argv) {
  if (auto code = onceover::try_it::try_child_main(argc, argv)) return *code;
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}

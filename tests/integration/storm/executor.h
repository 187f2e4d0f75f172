// SPDX-License-Identifier: Apache-2.0
// A process of a service, with its clients: it claims keys, performs effects, and asks again under the same
// key until it is answered. It may be killed or stopped at any instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/integration/storm/scene.h"

namespace onceover::test::storm {

struct ExecutorOptions {
  int slot = 0;
  std::uint64_t seed = 0;  // of this process: another one for its successor
  std::string conninfo;
  int gateway_port = 0;
  std::string gateway_config;
  std::string folder;    // of the ledgers
  int rest_us = 10'000;  // between two requests, on average
};

std::string ledger_path(const std::string& folder, int slot);
std::string numbers_path(const std::string& folder, StoreKind store);

// Words of a command line, and back.
std::vector<std::string> words_of(const ExecutorOptions& options);
ExecutorOptions executor_options(const std::vector<std::string>& words);

// On its standard output, once it heeds SIGTERM.
inline constexpr const char* ready_word = "ready";
// Until SIGTERM; then until every key of this slot's ledger is answered, or needs a person. The exit code.
int run_executor(const ExecutorOptions& options);

}  // namespace onceover::test::storm

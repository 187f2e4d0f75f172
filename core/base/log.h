// SPDX-License-Identifier: Apache-2.0
// The log port: core reports, the executables decide where it goes. Never bodies, never credentials.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

enum class LogLevel { debug, info, warning, error };

struct LogRecord {
  LogLevel level = LogLevel::info;
  std::string message;
  std::vector<std::pair<std::string, std::string>> fields;  // key, operation, attempt, …
};

// May be called from any thread that core runs on; must not throw. An empty function discards.
using LogSink = std::function<void(const LogRecord&)>;

}  // namespace onceover

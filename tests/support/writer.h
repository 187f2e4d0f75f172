// SPDX-License-Identifier: Apache-2.0
// Programs of other makers that keep keys and messages in PostgreSQL: npm packages, each driven by a script
// of tests/integration/writers.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/database.h"
#include "tests/support/process.h"

namespace onceover::test {

// A running script, connected to the database by its unix socket; talk.mjs tells how it is spoken with. It
// ends with this object. Failures throw, with what it has said. One thread at a time; like Process, it lives
// no longer than the thread that made it.
class Writer {
 public:
  using Json = nlohmann::json;
  static constexpr std::chrono::seconds patience{60};

  // Why none can run here, for GTEST_SKIP; empty: they can. The packages are installed by the CTest test
  // `writers_setup`, never from here.
  static std::string unavailable();
  // The folder with their node_modules.
  static std::string packages();

  // Returns when it obeys commands.
  Writer(const std::string& script, const TestDatabase& database,
         const std::map<std::string, std::string>& environment = {});

  // Only says it; the answer comes by expect().
  void say(const Json& command);
  // The oldest thing that it said and that was not asked for yet, with at least these members. Waits for it.
  Json expect(const Json& members, std::chrono::milliseconds within = patience);
  // Says it and waits until it is done.
  Json order(const Json& command);

  // As a crash would: SIGKILL, and waits until it is gone.
  void kill();
  // What it has said about itself and nobody has asked for.
  std::vector<Json> unasked();

 private:
  void read_lines(const std::string& out);
  std::optional<Json> take(const std::function<bool(const Json&)>& is_wanted,
                           std::chrono::milliseconds within);
  [[noreturn]] void fail(const std::string& what);

  std::string script_;
  Process process_;
  std::size_t read_ = 0;     // of its output
  std::vector<Json> heard_;  // not asked for yet
};

// An engine's runs are not proposed: a person who reads its documentation writes this. What is pending waits
// for any worker, until a time that is no lease.
inline constexpr const char* openworkflow_profile = R"(format = 1
[[profile]]
name = "runs"
kind = "idempotency"
table = { schema = "openworkflow", name = "workflow_runs" }
identity = ["namespace_id", "id"]
key = "idempotency_key"
tenant = "namespace_id"
operation = "workflow_name"
never_null = ["namespace_id", "id", "created_at", "status"]
attempts = "attempts"
owner = "worker_id"
response_body = { column = "output", form = "json" }
error = { column = "error", path = "/message" }
amount = { column = "input", path = "/amount" }
[profile.state]
column = "status"
words = { pending = "released", running = "in_progress", completed = "succeeded", failed = "failed", canceled = "failed" }
[profile.lease]
form = "deadline"
at = "available_at"
[profile.times]
created_at = "created_at"
updated_at = "updated_at"
completed_at = "finished_at"
)";

}  // namespace onceover::test

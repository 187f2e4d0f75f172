// SPDX-License-Identifier: Apache-2.0
// The built program as a child process against a database with our schema, and a gateway that answers as a
// test wants.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/integration/oncectl/fake_gateway.h"
#include "tests/support/database.h"
#include "tests/support/process.h"
#include "tests/support/schema_template.h"

namespace onceover::oncectl {

using Json = nlohmann::ordered_json;

// What one run left behind.
struct Ran {
  int code = -1;
  std::string out, err;
  Json json() const { return Json::parse(out); }  // throws where it is no JSON
  Json error() const { return Json::parse(err)["error"]; }
};

// argv behind the program's name; PG* variables of ours do not reach it.
Ran run(const std::vector<std::string>& words, std::map<std::string, std::string> environment = {});
test::Process start(const std::vector<std::string>& words,
                    std::map<std::string, std::string> environment = {});

// What the program itself lists: commands, and the words before them. "plan run", "plan".
struct ProgramCommands {
  std::set<std::string> leaves, groups;
};
ProgramCommands program_commands();
// Commands that read no table of a store, with the reason: what tests of rows and of rights leave out.
const std::map<std::string, std::string>& commands_without_tables();

// A row of refund 12.50 EUR in the store behind raw. state, locked_until: as SQL.
void insert_key(test::RawConnection& raw, const std::string& key, const std::string& tenant,
                const std::string& operation, const std::string& state, const std::string& locked_until);
inline const std::string expired = "clock_timestamp() - interval '10 minutes'";

// A table of another make, and its description.
inline constexpr const char* jobs_table =
    "CREATE TABLE public.jobs (id text PRIMARY KEY, status text NOT NULL, until timestamptz, made "
    "timestamptz DEFAULT now())";
inline constexpr const char* jobs_profile = R"(format = 1
[[profile]]
name = "jobs"
kind = "idempotency"
table = { schema = "public", name = "jobs" }
identity = ["id"]
key = "id"
operation_name = "refund"
gateway_key = "{key}"
[profile.state]
column = "status"
words = { run = "in_progress", ok = "succeeded", new = "released" }
[profile.lease]
form = "deadline"
at = "until"
[profile.times]
created_at = "made"
[profile.writes.succeed]
declared = true
set = { status = "ok", until = { value = "null" } }
[profile.writes.release]
declared = true
set = { status = "new", until = { value = "null" } }
)";

class OncectlTest : public testing::Test {
 protected:
  // With --dsn of the test's database, after the command.
  Ran ctl(std::vector<std::string> words) { return run(with_store(std::move(words))); }
  Ran ctl_json(std::vector<std::string> words) {
    words.insert(words.begin(), "--json");
    return ctl(std::move(words));
  }
  std::vector<std::string> with_store(std::vector<std::string> words) const {
    const std::vector<std::string> store{"--dsn", database_.conninfo(), "--gateway", gateway_.config_path()};
    words.insert(words.begin(), store.begin(), store.end());
    return words;
  }

  // An expired lease of a dead executor; the row knows 12.50 EUR.
  void stuck(const std::string& key, const std::string& tenant = "acme",
             const std::string& operation = "refund") {
    insert_key(raw_, key, tenant, operation, "'in_progress'", expired);
  }
  void live(const std::string& key) {
    insert_key(raw_, key, "acme", "refund", "'in_progress'", "clock_timestamp() + interval '10 minutes'");
  }
  void finished(const std::string& key, const std::string& body = "done",
                const std::string& expires = "now() + interval '3 days'");

  // Every row of every table of ours that an act could touch, and the fence's sequence: one word that changes
  // with any of it.
  std::string checksum();
  std::string state_of(const std::string& key) {
    return raw_.scalar("SELECT state FROM onceover.keys WHERE key = $1", {key});
  }

  test::TestDatabase database_{test::installed_schema()};
  test::RawConnection raw_ = database_.connect();
  FakeGateway gateway_;
};

}  // namespace onceover::oncectl

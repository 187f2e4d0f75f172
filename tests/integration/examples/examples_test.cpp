// SPDX-License-Identifier: Apache-2.0
// The programs of resources/examples, as a reader would start them.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "core/inbox/inbox.h"
#include "core/schema/schema.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/schema_template.h"
#include "tests/support/writer.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;
const fs::path examples = fs::path(ONCEOVER_SOURCE_DIR) / "resources/examples";

struct Language {
  const char* name;
  std::vector<std::string> program;
};
void PrintTo(const Language& language, std::ostream* out) { *out << language.name; }

class ExampleTest : public testing::TestWithParam<Language> {
 protected:
  void SetUp() override {
    if (std::string(GetParam().name) == "JavaScript") {
      if (const std::string why = Writer::unavailable(); !why.empty()) GTEST_SKIP() << why;
      // Where node looks for pg: beside the program.
      fs::create_directories(folder_);
      fs::copy_file(examples / "inbox_worker.mjs", folder_ / "inbox_worker.mjs",
                    fs::copy_options::overwrite_existing);
      fs::create_directory_symlink(fs::path(Writer::packages()) / "node_modules", folder_ / "node_modules");
    } else {
      auto look = Process::spawn({"/usr/bin/python3", "-c", "import psycopg2"});
      ASSERT_EQ(look.wait(), (Exit{0, 0})) << "install python3-psycopg2, which packaging/packages.txt names";
    }
    raw.exec("CREATE TABLE ledger (event_id text PRIMARY KEY, body text)");
    auto opened = pg::Connection::open({.conninfo = database.conninfo()});
    ASSERT_TRUE(opened);
    connection.emplace(std::move(*opened));
  }
  ~ExampleTest() override { fs::remove_all(folder_); }

  void store(const std::string& id, const std::string& body) {
    inbox::Event event;
    event.source = "orders", event.id = id, event.payload = body;
    ASSERT_TRUE(inbox::Inbox(*connection, "billing").store(std::span(&event, 1)));
  }
  Process start(const std::vector<std::string>& more) {
    std::vector<std::string> argv = GetParam().program;
    if (argv.back().ends_with(".mjs")) argv.back() = folder_ / "inbox_worker.mjs";
    argv.emplace_back("billing");
    argv.insert(argv.end(), more.begin(), more.end());
    return Process::spawn(argv, {{"PGHOST", shared_server().socket_dir()},
                                 {"PGPORT", "5432"},
                                 {"PGUSER", "postgres"},
                                 {"PGDATABASE", database.name()},
                                 {"NODE_OPTIONS", ""}});
  }
  std::string states() {
    return raw.scalar(
        "SELECT string_agg(event_id || ' ' || state || ' ' || attempts, ', ' ORDER BY event_id) FROM "
        "onceover.inbox");
  }

  fs::path folder_ = fs::temp_directory_path() / ("onceover-example-" + std::to_string(::getpid()));
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  std::optional<pg::Connection> connection;
};

TEST_P(ExampleTest, BooksEachEventOnceAndFailsWhatItCannotBook) {
  store("e1", "12.50");
  store("e2", "fail");
  store("e3", "7.00");
  auto worker = start({"--until-idle"});
  EXPECT_EQ(worker.wait(), (Exit{0, 0})) << worker.err();
  EXPECT_EQ(raw.scalar("SELECT string_agg(event_id || ' ' || body, ', ' ORDER BY event_id) FROM ledger"),
            "e1 12.50, e3 7.00");
  EXPECT_EQ(raw.scalar("SELECT last_error FROM onceover.inbox WHERE event_id = 'e2'"),
            "this event cannot be booked");
  // At once, again and again.
  for (int n = 0; n < 5; ++n) {
    raw.exec("UPDATE onceover.inbox SET next_try_at = now() WHERE state = 'in_progress'");
    EXPECT_EQ(start({"--until-idle"}).wait(), (Exit{0, 0}));
  }
  EXPECT_EQ(states(), "e1 succeeded 1, e2 dead 5, e3 succeeded 1");
}

TEST_P(ExampleTest, EndsWhenItIsAskedToAndLeavesNothingReserved) {
  auto worker = start({});
  store("e1", "1.00");
  EXPECT_TRUE(eventually([&] { return states() == "e1 succeeded 1"; })) << worker.err();
  worker.kill(SIGTERM);
  EXPECT_EQ(worker.wait(), (Exit{0, 0})) << worker.err();
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE locked_until IS NOT NULL"), "0");
}

INSTANTIATE_TEST_SUITE_P(
    Languages, ExampleTest,
    testing::Values(Language{"Python", {"/usr/bin/python3", (examples / "inbox_worker.py").string()}},
                    Language{"JavaScript",
                             {"/usr/bin/env", "node", (examples / "inbox_worker.mjs").string()}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace onceover::test

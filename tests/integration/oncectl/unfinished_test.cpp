// SPDX-License-Identifier: Apache-2.0
// The three answers to "what is stuck", as commands give them, on a store that is too large to be read
// unasked.
#include <filesystem>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/large_store.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class UnfinishedTest : public testing::Test {
 protected:
  test::TestDatabase database_{test::large_store()};
  test::RawConnection raw_ = database_.connect();
  std::string viewer_ = "viewer_" + database_.name();
  std::string home_ = (std::filesystem::temp_directory_path() / ("onceover-" + viewer_)).string();

  void SetUp() override {
    const Ran script =
        run({"roles", "print", "--role", "viewer", "--name", viewer_, "--dsn", database_.conninfo()});
    ASSERT_EQ(script.code, 0) << script.err;
    raw_.exec(script.out);
    raw_.exec("ALTER ROLE " + viewer_ + " LOGIN");
    std::filesystem::create_directory(home_);
  }
  void TearDown() override {
    raw_.exec("DROP OWNED BY " + viewer_ + "; DROP ROLE " + viewer_);
    std::filesystem::remove_all(home_);
  }
  // It may read, and may not move the frontier.
  Ran as_viewer(std::vector<std::string> words) {
    words.insert(words.begin(), {"--dsn", database_.conninfo() + " user=" + viewer_});
    return run(words, {{"XDG_STATE_HOME", home_}, {"HOME", ""}});
  }
  Ran as_owner(std::vector<std::string> words) {
    words.insert(words.begin(), {"--dsn", database_.conninfo()});
    return run(words, {{"XDG_STATE_HOME", home_}, {"HOME", ""}});
  }
  // Whether one of them is stuck decides; that not all is known must not hide it, nor pass for an all-clear.
  void end_the_stuck_one() {
    raw_.tamper("UPDATE onceover.keys SET locked_until = now() + interval '1 hour' WHERE key = 'k300000'");
  }
};

TEST_F(UnfinishedTest, ARoleThatOnlyReadsWalksAndNeverSaysOk) {
  Ran ran = as_viewer({"check"});
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER CRITICAL: at least 1 stuck, the oldest for 1 d"));
  ASSERT_FALSE(std::filesystem::is_empty(home_)) << "its place is kept";
  ran = as_viewer({"stuck"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("pay-1"));
  EXPECT_THAT(ran.err, HasSubstr("At least 1 key is stuck."));
  const Json stats = as_viewer({"stats", "--json"}).json();
  EXPECT_EQ(stats["unfinished"]["known"], "at_least");
  EXPECT_EQ(stats["states"]["stuck"], 1);
  EXPECT_TRUE(stats["states"]["released"].is_null()) << "none was found, which is not none";

  end_the_stuck_one();
  ran = as_viewer({"check"});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_THAT(ran.out,
              StartsWith("ONCEOVER UNKNOWN: how many are stuck is unknown. The table was read until "));
  EXPECT_THAT(ran.out, Not(HasSubstr("nothing is stuck")));
  ran = as_viewer({"stuck"});
  EXPECT_EQ(ran.code, 13);
  EXPECT_THAT(ran.out, StartsWith("Whether any key is stuck is unknown."));
  EXPECT_EQ(as_viewer({"stuck", "--list"}).code, 13);
  EXPECT_EQ(as_viewer({"stuck", "--json"}).json()["unfinished"]["known"], "at_least");
}

TEST_F(UnfinishedTest, ARoleThatMayMoveTheFrontierKnowsExactly) {
  Ran ran = as_owner({"check"});
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.out, StartsWith("ONCEOVER CRITICAL: 1 stuck, the oldest for 1 d"));
  EXPECT_TRUE(std::filesystem::is_empty(home_)) << "its place is the database's";
  // From now on a role that only reads knows it, too.
  EXPECT_THAT(as_viewer({"check"}).out, StartsWith("ONCEOVER CRITICAL: 1 stuck"));
  const Json stuck = as_viewer({"stuck", "--json"}).json();
  EXPECT_EQ(stuck["unfinished"]["known"], "exact");
  EXPECT_EQ(stuck["groups"].size(), 1U);
  EXPECT_EQ(as_viewer({"keys", "list", "--stuck", "--json"}).json()["keys"].size(), 1U);
  EXPECT_EQ(as_owner({"sweep", "--dry-run", "--json"}).json()["due"], 1);
  end_the_stuck_one();
  EXPECT_EQ(as_viewer({"check"}).code, 0);
  EXPECT_EQ(as_viewer({"stuck"}).code, 3);
  EXPECT_THAT(as_viewer({"stuck"}).out, StartsWith("Nothing is stuck"));
}

TEST_F(UnfinishedTest, WhatTheListDoesNotKnowIsToldByDoctor) {
  const auto ids = [](const Json& report) {
    std::vector<std::string> out;
    for (const Json& finding : report["findings"]) out.push_back(finding["check"]);
    return out;
  };
  EXPECT_THAT(ids(as_viewer({"doctor", "--json"}).json()), testing::Contains("frontier-behind"));
  ASSERT_EQ(as_owner({"check"}).code, 2);
  EXPECT_THAT(ids(as_viewer({"doctor", "--json"}).json()), Not(testing::Contains("frontier-behind")));
  raw_.exec("UPDATE onceover.frontier SET found_behind = 3");
  raw_.exec("GRANT INSERT (created_at) ON onceover.keys TO " + viewer_);
  raw_.exec(
      "CREATE INDEX unfinished_by_state ON onceover.keys (created_at) WHERE state IN ('in_progress', "
      "'released')");
  EXPECT_THAT(ids(as_viewer({"doctor", "--json"}).json()),
              testing::IsSupersetOf({"frontier-missed-keys", "created-at-writable", "index-names-state"}));
}

}  // namespace
}  // namespace onceover::oncectl

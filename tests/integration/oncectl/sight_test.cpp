// SPDX-License-Identifier: Apache-2.0
// What a session is not shown is never an all-clear: not of check, not of stuck, not of stats.
#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class SightTest : public OncectlTest {
 protected:
  SightTest() {
    raw_.exec(test::shop_table);
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-sight.toml");
    std::ofstream(file_) << test::shop_profile("");
    reader_ = "reader_" + database_.name();
    raw_.exec("CREATE ROLE " + reader_ + " LOGIN; GRANT USAGE ON SCHEMA onceover, shop TO " + reader_ +
              "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover, shop TO " + reader_ +
              "; GRANT EXECUTE ON FUNCTION onceover.writers_of_keys() TO " + reader_);
  }
  ~SightTest() override {
    raw_.exec("DROP OWNED BY " + reader_ + "; DROP ROLE " + reader_);
    std::filesystem::remove(file_);
  }
  Ran as_reader(std::vector<std::string> words, bool own) {
    words.insert(words.end(), {"--dsn", database_.conninfo() + " user=" + reader_});
    if (!own) words.insert(words.end(), {"--profile", file_.string()});
    return run(words);
  }
  void expect_no_all_clear(bool own, const std::string& why) {
    const Ran check = as_reader({"check"}, own), stuck = as_reader({"stuck"}, own),
              listed = as_reader({"keys", "list", "--stuck"}, own);
    EXPECT_EQ(check.code, 3) << check.out << check.err;
    EXPECT_THAT(check.out, HasSubstr(why));
    EXPECT_EQ(stuck.code, 13) << stuck.out << stuck.err;
    EXPECT_THAT(stuck.out + stuck.err, HasSubstr(why));
    EXPECT_EQ(listed.code, 13) << listed.out << listed.err;
  }
  void expect_all_clear(bool own) {
    EXPECT_EQ(as_reader({"check"}, own).code, 0) << as_reader({"check"}, own).out;
    EXPECT_EQ(as_reader({"stuck"}, own).code, 3);
  }
  void shop_row(const std::string& request, const std::string& phase,
                const std::string& until = "now() - interval '1 hour'") {
    raw_.exec("INSERT INTO shop.requests (merchant, request, phase, until) VALUES (1, $1, $2, " + until + ")",
              {request, phase});
  }
  void describe(const std::string& from, const std::string& to) {
    std::string text = test::shop_profile("");
    text.replace(text.find(from), from.size(), to);
    std::ofstream(file_) << text;
  }
  std::filesystem::path file_;
  std::string reader_;
};

TEST_F(SightTest, RowLevelSecurityHidesStuckKeysAndCases) {
  expect_all_clear(true);
  stuck("k");
  raw_.exec(
      "ALTER TABLE onceover.keys ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON onceover.keys FOR SELECT "
      "USING (tenant = 'other')");
  expect_no_all_clear(true, "Row-level security hides rows from the user " + reader_);
  EXPECT_THAT(as_reader({"check"}, true).out, HasSubstr("how many need a person is unknown"));
  EXPECT_THAT(as_reader({"stats"}, true).out, testing::ContainsRegex("Need a person: +unknown"));
  EXPECT_THAT(as_reader({"doctor"}, true).out,
              testing::Not(testing::ContainsRegex("holds +A dead executor")));
  raw_.exec(
      "ALTER TABLE onceover.keys DISABLE ROW LEVEL SECURITY; ALTER TABLE onceover.cases ENABLE ROW LEVEL "
      "SECURITY");
  raw_.tamper("UPDATE onceover.keys SET locked_until = now() + interval '1 hour'");
  EXPECT_EQ(as_reader({"check"}, true).code, 3);
}

TEST_F(SightTest, RowLevelSecurityHidesStuckRows) {
  shop_row("r", "RUNNING");
  raw_.exec("ALTER TABLE shop.requests ENABLE ROW LEVEL SECURITY");
  expect_no_all_clear(false, "Row-level security hides rows from the user " + reader_);
}

TEST_F(SightTest, RowsInAStateThatNobodyHasNamedMayBeStuck) {
  shop_row("r", "DONE", "NULL");
  expect_all_clear(false);
  shop_row("odd", "PARKED");
  expect_no_all_clear(false, "1 row is in a state that the profile does not name (\"PARKED\")");
}

// As it is proposed on a day on which nothing is at work.
TEST_F(SightTest, AProfileWithoutAWordForWorkingCannotSeeWhatIsStuck) {
  describe("RUNNING = \"in_progress\", ", "");
  shop_row("r", "DONE", "NULL");
  expect_no_all_clear(false, "names no state for rows in progress");
}

// "There is no such key", "it was never seen here" and "no key matches" are said only where every row can be
// seen.
TEST_F(SightTest, AHiddenRowIsNotAbsent) {
  shop_row("r", "RUNNING");
  stuck("k");
  const auto each = [&](bool own, const std::function<void(const std::string&, const Ran&)>& expect) {
    const std::string key = own ? "gone" : "nothing";
    const std::vector<std::vector<std::string>> commands{{"keys", "show", key},
                                                         {"keys", "why", key},
                                                         {"keys", "list"},
                                                         {"keys", "list", "--key", key},
                                                         {"keys", "life", key},
                                                         {"keys", "list", "--contains", key},
                                                         {"bundle", "--key", key, "-o", "-"},
                                                         {"keys", "export", "-", "--key", key},
                                                         {"keys", "list", "--state", "failed"},
                                                         {"cases", "show", key}};
    for (const auto& words : commands) {
      std::string named;
      for (const std::string& word : words) named += word + ' ';
      expect(named + (own ? "(own)" : "(external)"), as_reader(words, own));
    }
  };
  for (const bool own : {true, false}) {
    each(own, [&](const std::string& command, const Ran& ran) {
      EXPECT_NE(ran.code, 13) << command << ": " << ran.out << ran.err;
      if (command.starts_with("keys show")) {
        EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
      }
    });
    raw_.exec(own ? "ALTER TABLE onceover.keys ENABLE ROW LEVEL SECURITY"
                  : "ALTER TABLE shop.requests ENABLE ROW LEVEL SECURITY");
    each(own, [&](const std::string& command, const Ran& ran) {
      EXPECT_THAT(ran.out + ran.err,
                  testing::Not(testing::AnyOf(HasSubstr("There is no key"), HasSubstr("never seen"),
                                              HasSubstr("No key matches"))))
          << command;
      EXPECT_EQ(ran.code, 13) << command << ": " << ran.out << ran.err;
      EXPECT_THAT(ran.out + ran.err, HasSubstr("Row-level security hides rows")) << command;
    });
    raw_.exec("ALTER TABLE onceover.keys DISABLE ROW LEVEL SECURITY");
  }
}

// A queue or an inbox of which no word is known, or whose times have no zone.
class EventSightTest : public SightTest {
 protected:
  EventSightTest() {
    raw_.exec(
        "CREATE TABLE shop.jobs (id text PRIMARY KEY, status text NOT NULL, made timestamp NOT NULL DEFAULT "
        "localtimestamp); GRANT SELECT ON shop.jobs TO " +
        reader_);
  }
  Ran check(const std::string& kind, const std::string& words, const std::string& zone = "UTC") {
    std::ofstream(file_)
        << "format = 1\n[[profile]]\nname = \"jobs\"\nkind = \"" << kind
        << "\"\ntable = { schema = \"shop\", name = \"jobs\" }\nidentity = [\"id\"]\nkey = "
           "\"id\"\noperation_name = \"j\"\n"
           "[profile.state]\ncolumn = \"status\"\nwords = { "
        << words << " }\n[profile.times]\ncreated_at = { column = \"made\", form = \"timestamp\", zone = \""
        << zone << "\" }\n";
    return as_reader({"check"}, false);
  }
};

TEST_F(EventSightTest, WithoutTheNameOfAnyStateNothingIsKnownToBeDone) {
  raw_.exec("INSERT INTO shop.jobs VALUES ('a', '2'), ('b', '3')");
  for (const std::string kind : {"queue", "inbox", "outbox"}) {
    const Ran ran = check(kind, "");
    EXPECT_EQ(ran.code, 3) << kind << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("names no state")) << kind;
    const Ran some = check(kind, "\"3\" = \"succeeded\"");
    EXPECT_EQ(some.code, 3) << kind << some.out << some.err;
    EXPECT_THAT(some.out, HasSubstr("1 row is in a state that the profile does not name (\"2\")")) << kind;
    EXPECT_EQ(check(kind, "\"3\" = \"succeeded\", \"2\" = \"succeeded\"").code, 0) << kind;
  }
}

TEST_F(EventSightTest, ATimeOfAnUnknownZoneGivesNoLag) {
  raw_.exec("INSERT INTO shop.jobs VALUES ('a', 'new')");
  const std::string words = "new = \"released\", done = \"succeeded\"";
  EXPECT_EQ(check("inbox", words, "UTC").code, 0);
  const Ran ran = check("inbox", words, "unknown");
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("The time zone of \"made\" is unknown"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("lag=")));
}

TEST_F(SightTest, OfAStateWithoutANameNoAnswerIsForetold) {
  shop_row("odd", "PARKED");
  const Ran ran = as_reader({"keys", "why", "odd"}, false);
  EXPECT_EQ(ran.code, 13) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::AllOf(HasSubstr("unknown"), testing::Not(HasSubstr("would be executed"))));
}

}  // namespace
}  // namespace onceover::oncectl

// SPDX-License-Identifier: Apache-2.0
// Values that cannot be: refused as the command line's mistake, before any store is asked, with an example of
// a right one.
#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

struct Case {
  std::vector<std::string> words;
  std::string wrong, example;  // parts of what is said
};

const std::string uuid = "7f3c0e1a-5b7d-4c6e-9a41-0d2f6b8c9e10";

const std::vector<Case> cases{
    {{"outbox", "export", "-", "--key", "6"}, "--key", uuid},
    {{"outbox", "events", "--key", "6"}, "--key", uuid},
    {{"outbox", "events", "--key", uuid + "0"}, "--key", uuid},
    {{"keys", "list", "--profile", "onceover.outbox", "--key", "order-7"}, "--key", uuid},
    {{"keys", "export", "-", "--profile", "onceover.outbox", "--key", "order-7"}, "--key", uuid},
    {{"outbox", "erase", "4711", "--id", "7f3c", "--reason", "r"}, "--id", uuid},
    {{"outbox", "erase", "six", "--id", uuid, "--reason", "r"}, "SEQ", "4711"},
    {{"outbox", "erase", "0", "--id", uuid, "--reason", "r"}, "SEQ", "4711"},
    {{"outbox", "show", uuid}, "SEQ", "4711"},
    {{"outbox", "show", "--", "-4"}, "SEQ", "4711"},
    {{"outbox", "retry", "r", uuid, "--reason", "r"}, "SEQ", "4711"},
    {{"outbox", "skip", "r", "99999999999999999999", "--reason", "r"}, "SEQ", "4711"},
    {{"approvals", "show", "six"}, "NUMBER", "4711"},
    {{"gateway", "approve", "six", "--reason", "r"}, "NUMBER", "4711"},
    {{"audit", "undo", "six", "--reason", "r"}, "NUMBER", "4711"},
    {{"audit", "--before", "six"}, "--before", "such as 7"},
    {{"plan", "list", "--before", "six"}, "--before", "such as 7"},
    {{"plan", "items", "p", "--after", "six"}, "--after", "such as 7"},
    {{"keys", "list", "--after", "six"}, "--after", "an earlier listing printed"},
    {{"cases", "list", "--after", "six"}, "--after", "the page before printed"},
    {{"cases", "list", "--after", "736978"}, "--after", "the page before printed"},
    {{"cases", "list", "--after", "73697800736978"}, "--after", "the page before printed"},
    {{"keys", "list", "--from", "yesterday"}, "--from", "2026-11-21T02:00:00Z"},
};

class Values : public OncectlTest {};

TEST_F(Values, ThatCannotBeAreRefusedBeforeAStoreIsAsked) {
  for (const Case& each : cases) {
    SCOPED_TRACE(testing::PrintToString(each.words));
    for (const std::string& dsn : {database_.conninfo(), "host=" + testing::TempDir() + "/no-server"}) {
      auto words = each.words;
      words.insert(words.begin(), {"--json", "--dsn", dsn});
      const Ran ran = run(words);
      EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
      EXPECT_EQ(ran.out, "");
      EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("invalid input syntax")));
      EXPECT_THAT(ran.err, testing::HasSubstr(each.wrong));
      EXPECT_THAT(ran.err, testing::HasSubstr(each.example));
    }
  }
}

// What another listing printed, and a value that only the table's columns can tell.
TEST_F(Values, ThatNoRowCanHaveAreRefusedWithoutTheServersWords) {
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 't', i::text FROM generate_series(1, 3) i");
  raw_.exec(
      "SELECT * FROM onceover.inbox_set_aside('c', '{s,s}', '{a,b}', ARRAY[''::bytea,''], '{1,1}', "
      "ARRAY['p'::bytea,'p'], '{\"\",\"\"}', '{\"\",\"\"}', '{bad,bad}')");
  for (const char* key : {"a", "b"}) stuck(key);
  std::vector<std::string> places;
  for (const char* table : {"onceover.outbox", "onceover.inbox", ""}) {
    std::vector<std::string> words{"keys", "list", "--limit", "1"};
    if (*table != '\0') words.insert(words.end(), {"--profile", table});
    places.push_back(ctl_json(words).json()["next"]);
  }
  ASSERT_EQ(places.size(), 3U);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (const char* table : {"onceover.outbox", "onceover.inbox"}) {
      const Ran ran = ctl({"keys", "list", "--profile", table, "--after", places[i]});
      SCOPED_TRACE(std::string(table) + " " + places[i]);
      EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("SQLSTATE")));
      EXPECT_THAT(ran.code, testing::AnyOf(0, 2, 3)) << ran.out << ran.err;
    }
  }
}

TEST_F(Values, ThatCanBeAreTaken) {
  for (const std::string& key : {uuid, std::string("7F3C0E1A-5B7D-4C6E-9A41-0D2F6B8C9E10"),
                                 std::string("7f3c0e1a5b7d4c6e9a410d2f6b8c9e10"), "{" + uuid + "}"}) {
    EXPECT_EQ(ctl({"outbox", "events", "--key", key}).code, 3) << key;
    EXPECT_EQ(ctl({"outbox", "erase", "4711", "--id", key, "--reason", "r"}).code, 3) << key;
  }
  for (const char* table : {"outbox", "inbox"}) {
    const Ran ran =
        ctl({table, std::string(table) == "outbox" ? "events" : "list", "--prefix", "7f", "--operation", "t",
             "--tenant", "6", "--owner", "6", "--error-code", "6", "--contains", "6"});
    EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("SQLSTATE"))) << table;
  }
}

}  // namespace
}  // namespace onceover::oncectl

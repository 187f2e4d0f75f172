// SPDX-License-Identifier: Apache-2.0
// A time of unknown zone is shown as such, and compared with nothing.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ZoneTest : public OncectlTest {
 protected:
  ZoneTest() {
    raw_.exec(
        "CREATE SCHEMA shop; CREATE TABLE shop.jobs (id text PRIMARY KEY, status text NOT NULL, made "
        "timestamp NOT NULL, done timestamp, keep timestamp); INSERT INTO shop.jobs VALUES ('a', 'done', "
        "'2026-01-02 03:04:05', '2026-01-02 03:05:00', '2026-02-02 03:05:00'), ('b', 'new', '2026-01-02 "
        "04:04:05.5', NULL, NULL)");
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-zone.toml");
    describe("queue", "unknown");
  }
  ~ZoneTest() override { std::filesystem::remove(file_); }
  void describe(const std::string& kind, const std::string& zone) {
    const auto at = [&](const std::string& column) {
      return "{ column = \"" + column + "\", form = \"timestamp\", zone = \"" + zone + "\" }\n";
    };
    std::ofstream(file_) << "format = 1\n[[profile]]\nname = \"jobs\"\nkind = \"" << kind
                         << "\"\ntable = { schema = \"shop\", name = \"jobs\" }\nidentity = [\"id\"]\nkey = "
                            "\"id\"\noperation_name = \"j\"\n"
                            "never_null = [\"id\", \"status\", \"made\"]\n[profile.state]\ncolumn = "
                            "\"status\"\nwords = { new = "
                            "\"in_progress\", done = \"succeeded\" }\n[profile.times]\ncreated_at = "
                         << at("made") << "completed_at = " << at("done") << "expires_at = " << at("keep");
  }
  Ran on_table(std::vector<std::string> words) {
    words.insert(words.end(), {"--dsn", database_.conninfo(), "--profile", file_.string()});
    return run(words);
  }
  std::filesystem::path file_;
};

const std::string stored = "2026-01-02 03:04:05, zone unknown";

TEST_F(ZoneTest, ListsAndRowsShowTheStoredText) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"keys", "list"},
                                                {"keys", "show", "a"},
                                                {"keys", "life", "a"},
                                                {"bundle", "--key", "a", "-o", "-"}}) {
    const Ran ran = on_table(words);
    EXPECT_THAT(ran.out, HasSubstr(stored)) << words[1] << ran.err;
    EXPECT_THAT(ran.out, Not(HasSubstr("2026-01-02T03:04:05"))) << words[1];
  }
  EXPECT_THAT(on_table({"keys", "list"}).out,
              AllOf(HasSubstr("2026-02-02 03:05:00, zone unknown"), Not(HasSubstr("newest first"))));
}

TEST_F(ZoneTest, InJsonAndCsvItIsTextAndNoInstant) {
  const auto row = on_table({"keys", "list", "--key", "a", "--json"}).json()["keys"][0];
  EXPECT_EQ(row["created_at"], stored);
  EXPECT_EQ(row["completed_at"], "2026-01-02 03:05:00, zone unknown");
  EXPECT_EQ(row["updated_at"], nullptr);
  EXPECT_THAT(on_table({"keys", "export", "-"}).out,
              AllOf(HasSubstr(stored), Not(HasSubstr("2026-01-02T03:04:05"))));
  EXPECT_THAT(on_table({"keys", "export", "-", "--format", "jsonl"}).out, HasSubstr("\"" + stored + "\""));
  describe("queue", "UTC");
  EXPECT_EQ(on_table({"keys", "list", "--key", "a", "--json"}).json()["keys"][0]["created_at"],
            "2026-01-02T03:04:05.000000Z");
}

TEST_F(ZoneTest, NothingIsComparedWithIt) {
  const std::vector<std::vector<std::string>> commands{
      {"keys", "list", "--from", "2026-01-01T00:00:00Z"},
      {"keys", "list", "--to", "1h"},
      {"keys", "export", "-", "--from", "2026-01-01T00:00:00Z"},
      {"metrics", "--source", "rows", "--metric", "created", "--from", "2026-01-01T00:00:00Z"},
      {"stuck", "--older-than", "15m"},
      {"roles", "print", "--role", "reaper"}};
  for (const std::string kind : {"queue", "idempotency"}) {
    for (const auto& words : commands) {
      describe(kind, "unknown");
      const Ran ran = on_table(words);
      EXPECT_NE(ran.code, 0) << kind << ' ' << words[0] << ' ' << words[1] << ": " << ran.out;
      EXPECT_THAT(ran.out + ran.err, AllOf(HasSubstr("zone"), HasSubstr("unknown")))
          << kind << ' ' << words[0] << ' ' << words[1];
      EXPECT_THAT(ran.out + ran.err, HasSubstr("Give its zone in the profile"))
          << kind << ' ' << words[0] << ' ' << words[1];
    }
  }
}

}  // namespace
}  // namespace onceover::oncectl

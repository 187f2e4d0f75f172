// SPDX-License-Identifier: Apache-2.0
// What is not settled, from the command line.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class CasesTest : public OncectlTest {
 protected:
  void filed(const std::string& key, const std::string& status, const std::string& age,
             const std::string& evidence = "{}") {
    stuck(key);
    raw_.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, opened_at, "
        "fence, verdict, reason, evidence) VALUES ('acme', 'refund', $1, $2, 8, now() + interval '1 hour', "
        "now() - $3::interval, 1, 'needs_human', 'asked 8 times', $4)",
        {key, status, age, evidence});
  }
};

TEST_F(CasesTest, AreListedTheMostUrgentFirstWithAgeAndReason) {
  EXPECT_EQ(ctl({"cases", "list"}).code, 3);
  filed("waits", "needs_human", "3 hours");
  filed("again", "open", "1 day");
  filed("twice", "needs_human", "1 minute", R"({"duplicate_effects": true})");
  const Ran text = ctl({"cases", "list"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_LT(text.out.find("TWO EFFECTS"), text.out.find("key waits"));
  EXPECT_LT(text.out.find("key waits"), text.out.find("key again"));
  for (const char* words : {"needs a person", "12.50 EUR", "3 h", "asked 8 times", "onceover.keys", "as of"})
    EXPECT_THAT(text.out, HasSubstr(words));
  const Json all = ctl_json({"cases", "list"}).json();
  ASSERT_EQ(all["cases"].size(), 3U);
  EXPECT_EQ(all["cases"][0]["shout"], "two_effects");
  EXPECT_EQ(all["cases"][1]["attempts"], 8);
  EXPECT_EQ(all["cases"][1]["amount"], "12.50");
  EXPECT_EQ(all["cases"][2]["status"], "open");
  EXPECT_FALSE(all["cases"][2]["next_try_at"].is_null());
  EXPECT_EQ(ctl_json({"cases", "list", "--needs-human"}).json()["cases"].size(), 2U);
}

TEST_F(CasesTest, ArePaged) {
  for (const char* key : {"a", "b", "c"}) filed(key, "needs_human", "1 hour");
  const Json first = ctl_json({"cases", "list", "--limit", "2"}).json();
  ASSERT_EQ(first["cases"].size(), 2U);
  const Json rest =
      ctl_json({"cases", "list", "--limit", "2", "--after", first["next"].get<std::string>()}).json();
  ASSERT_EQ(rest["cases"].size(), 1U);
  EXPECT_EQ(rest["cases"][0]["id"]["key"], "c");
  EXPECT_TRUE(rest["next"].is_null());
  EXPECT_EQ(ctl({"cases", "list", "--after", "nowhere"}).code, 2);
}

TEST_F(CasesTest, CarryNotesThatAnybodyReads) {
  filed("r-1", "needs_human", "1 hour");
  filed("r-2", "needs_human", "2 hours");
  const Ran first = ctl({"cases", "note", "r-1", "--note", " called the bank:\nthey look "});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("  called the bank:\n  they look\n"));
  const std::string file = std::string(testing::TempDir()) + "/onceover-note-" + std::to_string(::getpid());
  std::ofstream(file) << "it went through\r\n";
  const Ran second = ctl_json({"cases", "note", "--note-file", file, "--tenant", "acme", "r-1"});
  std::filesystem::remove(file);
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.json()["added"]["note"], "it went through");
  EXPECT_EQ(second.json()["added"]["db_user"], raw_.scalar("SELECT session_user"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit"), "0") << "it is no act";

  const Json shown = ctl_json({"cases", "show", "r-1"}).json();
  EXPECT_EQ(shown["case"]["status"], "needs_human");
  EXPECT_EQ(shown["notes_total"], 2);
  EXPECT_EQ(shown["notes"][0]["note"], "it went through");
  EXPECT_EQ(shown["notes"][1]["note"], "called the bank:\nthey look");
  const Ran text = ctl({"cases", "show", "r-1"});
  for (const char* words : {"asked 8 times", "2 notes", "it went through", "  they look"})
    EXPECT_THAT(text.out, HasSubstr(words));

  const Json listed = ctl_json({"cases", "list"}).json()["cases"];
  EXPECT_EQ(listed[0]["notes"], 0);
  EXPECT_TRUE(listed[0]["last_note"].is_null());
  EXPECT_EQ(listed[1]["notes"], 2);
  EXPECT_EQ(listed[1]["last_note"]["note"], "it went through");
  EXPECT_THAT(ctl({"cases", "list"}).out, HasSubstr("NOTES"));
  EXPECT_EQ(ctl_json({"keys", "life", "r-1"}).json()["rows"][0]["notes"], 2);

  // The key goes; what was written of it stays.
  raw_.tamper("DELETE FROM onceover.cases WHERE key = 'r-1'; DELETE FROM onceover.keys WHERE key = 'r-1'");
  EXPECT_EQ(ctl({"cases", "show", "r-1"}).code, 3);
  const Json gone = ctl_json({"cases", "show", "r-1", "--tenant", "acme", "--operation", "refund"}).json();
  EXPECT_TRUE(gone["row"].is_null());
  EXPECT_EQ(gone["notes_total"], 2);
}

TEST_F(CasesTest, ANoteIsRefusedBeforeAnythingIsWritten) {
  stuck("r-1");
  const std::string notes = "SELECT count(*) FROM onceover.notes";
  EXPECT_EQ(ctl({"cases", "note", "r-1"}).code, 2);
  EXPECT_EQ(ctl({"cases", "note", "r-1", "--note", "a", "--note-file", "-"}).code, 2);
  EXPECT_EQ(ctl({"cases", "note", "--note", "a"}).code, 2);
  EXPECT_EQ(ctl({"cases", "note", "r-1", "--note", " \n"}).code, 2);
  EXPECT_EQ(ctl({"cases", "note", "r-1", "--note", std::string(4001, 'x')}).code, 2);
  const Ran red = ctl({"cases", "note", "r-1", "--note", "a\x1b[31mred"});
  EXPECT_EQ(red.code, 2);
  EXPECT_THAT(red.err, HasSubstr("U+001B"));
  EXPECT_EQ(ctl({"cases", "note", "nobody", "--note", "a"}).code, 3);
  EXPECT_NE(ctl({"cases", "note", "nobody", "--note", "a", "--tenant", "acme", "--operation", "refund"}).code,
            0)
      << "nor does the trail know it";
  const Ran dry = ctl({"cases", "note", "r-1", "--note", "a", "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.out, HasSubstr("nothing was written"));
  EXPECT_EQ(raw_.scalar(notes), "0");
  // People write while all is stopped.
  ASSERT_EQ(ctl({"stop", "--reason", "drill"}).code, 0);
  EXPECT_EQ(ctl({"cases", "note", "r-1", "--note", "a"}).code, 0);
  EXPECT_EQ(raw_.scalar(notes), "1");
}

}  // namespace
}  // namespace onceover::oncectl

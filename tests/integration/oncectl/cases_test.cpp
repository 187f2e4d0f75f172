// What is not settled, from the command line.
#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class CasesTest : public OncectlTest {
 protected:
  void filed(const std::string& key, const std::string& status, const std::string& age, const std::string& evidence = "{}") {
    stuck(key);
    raw_.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, opened_at, fence, verdict, reason, evidence) "
        "VALUES ('acme', 'refund', $1, $2, 8, now() + interval '1 hour', now() - $3::interval, 1, 'needs_human', 'asked 8 times', $4)",
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
  const Json rest = ctl_json({"cases", "list", "--limit", "2", "--after", first["next"].get<std::string>()}).json();
  ASSERT_EQ(rest["cases"].size(), 1U);
  EXPECT_EQ(rest["cases"][0]["id"]["key"], "c");
  EXPECT_TRUE(rest["next"].is_null());
  EXPECT_EQ(ctl({"cases", "list", "--after", "nowhere"}).code, 2);
}

}  // namespace
}  // namespace onceover::oncectl

// SPDX-License-Identifier: Apache-2.0
// An event of onceover.inbox that waits for its next try is due then: before, it is not late, and afterwards
// it is late since then.
#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class InboxDueTest : public OncectlTest {
 protected:
  // Received three hours ago; a worker has failed at it.
  void event(const std::string& next_try_at) {
    raw_.exec("DELETE FROM onceover.inbox");
    raw_.exec(
        "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, received_at, next_try_at, "
        "attempts, fingerprint, last_error) VALUES ('billing', 'orders', 'e', 'in_progress', true, now() - "
        "interval '3 h', " +
        next_try_at + ", 3, 'f', 'timeout')");
  }
  Ran inbox(std::vector<std::string> words) {
    words.insert(words.end(), {"--profile", "onceover.inbox"});
    return ctl(words);
  }
  std::string not_taken() {
    const Ran ran = ctl({"doctor"});
    const auto at = ran.out.find("stored and due");
    return at == std::string::npos ? "" : ran.out.substr(at, 40);
  }
};

TEST_F(InboxDueTest, BeforeItsNextTryItWaitsAndIsNotLate) {
  event("now() + interval '1 h'");
  const Ran check = inbox({"check"});
  EXPECT_EQ(check.code, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("OK lag: nothing waits"));
  const Ran nothing = inbox({"stuck"});
  EXPECT_EQ(nothing.code, 3);
  // no lease, however long they wait
  EXPECT_THAT(nothing.out, HasSubstr("How long rows have waited: oncectl check"));
  EXPECT_EQ(inbox({"stuck", "--older-than", "15m"}).code, 3) << inbox({"stuck", "--older-than", "15m"}).out;
  EXPECT_EQ(inbox({"keys", "list", "--stuck"}).code, 3);
  EXPECT_EQ(not_taken(), "");
  const Ran listed = inbox({"inbox", "list"}), why = inbox({"keys", "why", "e"});
  EXPECT_THAT(listed.out, testing::ContainsRegex("due in (1 h|59 min|60 min)")) << listed.out;
  EXPECT_THAT(why.out, HasSubstr("is not due before")) << why.out;
}

TEST_F(InboxDueTest, AfterItsNextTryItIsLateSinceThen) {
  event("now() - interval '1 h'");
  const Ran check = inbox({"check"});
  EXPECT_EQ(check.code, 2) << check.out;
  EXPECT_THAT(check.out, HasSubstr("CRITICAL lag: 1 not sent or consumed, the oldest for 1 h\n"));
  EXPECT_THAT(not_taken(), HasSubstr("the oldest for 1 h"));
  const Ran stuck = inbox({"stuck", "--older-than", "15m"});
  EXPECT_EQ(stuck.code, 0) << stuck.out << stuck.err;
  EXPECT_THAT(stuck.out, HasSubstr(" 45 min")) << "late since its next try";
}

TEST_F(InboxDueTest, WithoutANextTryItIsLateSinceItWasReceived) {
  event("NULL");
  EXPECT_THAT(inbox({"check"}).out, HasSubstr("CRITICAL lag: 1 not sent or consumed, the oldest for 3 h\n"));
}

}  // namespace
}  // namespace onceover::oncectl

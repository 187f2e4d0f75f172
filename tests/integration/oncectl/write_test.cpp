// SPDX-License-Identifier: Apache-2.0
// A person's verdict on one external row, from the command line.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/schema_template.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class WriteTest : public OncectlTest {
 protected:
  WriteTest() {
    make_shop(raw_);
    describe("{tenant}/{key}");
  }
  ~WriteTest() override { std::filesystem::remove(file_); }

  static void make_shop(test::RawConnection& raw) {
    raw.exec(test::shop_table);
    raw.exec(
        "INSERT INTO shop.requests (merchant, request, phase, until, amount, currency) VALUES (1, 'r-1', "
        "'RUNNING', now() - interval '10 minutes', 12.50, 'EUR'), (2, 'r-2', 'DONE', NULL, 1, 'EUR'), (3, "
        "'r-3', 'ERROR', NULL, 1, 'EUR'), (4, 'r-4', 'RUNNING', now() + interval '1 hour', 12.50, 'EUR'), "
        "(5, 'r-1', 'ERROR', NULL, 1, 'EUR')");
  }
  void describe(const std::string& gateway_key) {
    file_ = std::filesystem::path(testing::TempDir()) /
            ("onceover-write-" + std::to_string(::getpid()) + ".toml");
    std::ofstream(file_) << test::shop_profile(gateway_key);
  }
  // `write VERB KEY --tenant TENANT` behind --dsn, with or without the gateway.
  std::vector<std::string> words(std::vector<std::string> rest) const {
    rest.insert(rest.begin(), "write");
    rest.insert(rest.end(), {"--profile", file_.string()});
    return rest;
  }
  Ran write(std::vector<std::string> rest) { return ctl_json(words(std::move(rest))); }
  Ran write_alone(std::vector<std::string> rest) {
    auto all = words(std::move(rest));
    all.insert(all.end(), {"--dsn", database_.conninfo(), "--json"});
    return run(all);
  }
  // By a second database user, gone again.
  int approved_by_another(const std::string& number) {
    const std::string name = "second_" + database_.name();
    raw_.exec("CREATE ROLE " + name + " LOGIN SUPERUSER");
    const Ran approved = run({"approvals", "approve", number, "--reason", "seen", "--dsn",
                              database_.conninfo() + " user=" + name});
    raw_.exec("DROP ROLE " + name);
    return approved.code;
  }
  std::string rows(test::RawConnection& raw) {
    return raw.scalar("SELECT string_agg(r::text, ' ' ORDER BY merchant) FROM shop.requests r");
  }
  std::string rows() { return rows(raw_) + raw_.scalar("SELECT count(*) FROM onceover.audit"); }
  std::string row_1() {
    return raw_.scalar("SELECT phase || coalesce(until::text, '') FROM shop.requests WHERE merchant = 1");
  }
  std::string audited(const std::string& what) {
    return raw_.scalar("SELECT " + what + " FROM onceover.audit ORDER BY id DESC LIMIT 1");
  }

  const std::vector<std::string> r1_{"r-1", "--tenant", "1", "--reason", "INC-1: killed"};
  std::vector<std::string> r1(const std::string& verb, std::vector<std::string> more = {}) const {
    std::vector<std::string> all{verb};
    all.insert(all.end(), r1_.begin(), r1_.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::filesystem::path file_;
};

TEST_F(WriteTest, ReleasesWhatTheGatewayDoesNotKnowAndShowsItBefore) {
  gateway_.knows_nothing();
  const std::string before = rows();
  const Ran shown = write(r1("release", {"--dry-run"}));
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(rows(), before);
  EXPECT_EQ(shown.json()["dry_run"], true);
  EXPECT_EQ(shown.json()["row_key"], Json({{"request", "r-1"}, {"merchant", "1"}}));
  EXPECT_EQ(shown.json()["writes"][0], Json({{"column", "phase"}, {"from", "RUNNING"}, {"to", "NEW"}}));
  EXPECT_THAT(shown.json()["evidence"]["request"].get<std::string>(), HasSubstr("/effects/1%2Fr-1"))
      << "asked by the profile's key";
  EXPECT_THAT(shown.json()["sql"].get<std::string>(),
              AllOf(HasSubstr("\"phase\" = 'NEW'"), HasSubstr("xmin")));

  const Ran done = write(r1("release", {"--ticket", "INC-1"}));
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.json()["written"], true);
  EXPECT_EQ(done.json()["after"]["state"], "released");
  EXPECT_EQ(row_1(), "NEW");
  EXPECT_EQ(audited("id"), std::to_string(done.json()["audit_id"].get<int>()));
  EXPECT_EQ(audited("concat_ws(' ', action, verdict, reason, ticket, relation, row_key, "
                    "evidence->>'finding', to_state)"),
            "write release INC-1: killed INC-1 \"shop\".\"requests\" {\"request\": \"r-1\", \"merchant\": "
            "\"1\"} no_such_key released");
  EXPECT_THAT(done.err, HasSubstr("may act a second time"));

  const Ran trail = ctl_json({"audit", "--profile", file_, "--row", "merchant=1", "--row", "request=r-1"});
  ASSERT_EQ(trail.code, 0) << trail.err;
  EXPECT_EQ(trail.json()["records"][0]["number"], done.json()["audit_id"]);
  EXPECT_EQ(
      ctl_json({"audit", "--relation", "shop.requests", "--row", "merchant=2", "--row", "request=r-2"}).code,
      3);
  EXPECT_EQ(ctl_json({"audit", "--row", "merchant=2"}).code, 2);
}

TEST_F(WriteTest, ARowThatIsAsTheVerbWouldLeaveItIsNotWritten) {
  std::ofstream(file_) << R"(format = 1
[[profile]]
name = "requests"
kind = "idempotency"
table = { schema = "shop", name = "requests" }
identity = ["merchant", "request"]
key = "request"
tenant = "merchant"
[profile.state]
column = "phase"
words = { RUNNING = "in_progress" }
[profile.lease]
form = "deadline"
at = "until"
[profile.times]
created_at = "created_at"
[profile.writes.release]
declared = true
set = { until = { value = "null" } }
)";
  const std::vector<std::string> word = r1("release", {"--ticket", "INC-1", "--evidence", "seen by eye"});
  test::register_gateway(raw_);
  ASSERT_EQ(write_alone(word).code, 0);
  const std::string before = rows();
  const Ran again = write_alone(word);
  EXPECT_EQ(again.code, 4) << again.err;
  EXPECT_EQ(again.error()["kind"], "nothing_to_write");
  EXPECT_EQ(rows(), before) << "and the trail tells of one act";
}

TEST_F(WriteTest, ARowIsShownInOurWordsBesideItsOwnAndWithoutWhatItsTableDoesNotTell) {
  const Ran listed = ctl({"keys", "list", "--profile", file_.string(), "--tenant", "2"});
  EXPECT_THAT(listed.out, HasSubstr("succeeded (DONE)"));
  EXPECT_THAT(ctl({"keys", "list", "--profile", file_.string(), "--tenant", "1"}).out,
              HasSubstr("in_progress (RUNNING, stuck)"));
  const std::vector<std::string> show{"keys", "show", "r-2", "--profile", file_.string()};
  EXPECT_THAT(ctl(show).out, Not(HasSubstr("Attempts")));
  const Json shown = ctl_json(show).json();
  EXPECT_TRUE(shown["attempts"].is_null());
  EXPECT_TRUE(shown["fence"].is_null());
  EXPECT_TRUE(shown["columns"]["until"].is_null()) << "and not the text NULL";
  EXPECT_EQ(shown["columns"]["tries"], "0");
}

TEST_F(WriteTest, WhereNoLeaseIsSeenNobodyIsToldThatNothingIsStuck) {
  std::ifstream in(file_);
  std::string text(std::istreambuf_iterator<char>(in), {});
  for (const char* part :
       {"[profile.lease]\nform = \"deadline\"\nat = \"until\"\n",
        "[profile.writes.extend]\ndeclared = true\nset = { until = { value = \"lease_end\" } }\n"}) {
    const std::size_t at = text.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    text.erase(at, std::string(part).size());
  }
  std::ofstream(file_) << text;
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"stuck"}, {"stuck", "--list"}, {"keys", "list", "--stuck"}}) {
    std::vector<std::string> all = asked;
    all.insert(all.end(), {"--profile", file_.string()});
    const Ran ran = ctl(all);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("does not show leases"));
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(WriteTest, WhatTheGatewayShowsDecides) {
  gateway_.knows_done();
  const std::string before = rows();
  for (const char* other : {"release", "fail"}) {
    const Ran refused = write(r1(other, {"--ticket", "INC-1", "--evidence", "I think so"}));
    EXPECT_EQ(refused.code, 5) << refused.err;
    EXPECT_EQ(refused.error()["verdict"]["kind"], "settle_succeeded");
    EXPECT_THAT(refused.err, HasSubstr("not what the gateway shows"));
  }
  EXPECT_EQ(rows(), before);
  const Ran masked = ctl(words(r1("succeed", {"--dry-run"})));
  EXPECT_THAT(masked.out, AllOf(HasSubstr("bytes, masked"), Not(HasSubstr("e-1")),
                                HasSubstr("Dry run: nothing was written.")));
  EXPECT_THAT(ctl(words(r1("succeed", {"--dry-run", "--reveal"}))).out, HasSubstr("\"id\":\"e-1\""));
  const Ran done = write(r1("succeed"));
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(raw_.scalar("SELECT phase || code || body FROM shop.requests WHERE merchant = 1"),
            R"(DONE201{"id":"e-1","amount":"12.50"})");
  EXPECT_EQ(audited("verdict"), "settle_succeeded");
  EXPECT_EQ(audited("evidence->>'finding'"), "done");
  EXPECT_THAT(audited("coalesce(before::text, '') || after::text || evidence::text"),
              Not(HasSubstr("\"id\"")))
      << "a body is in the trail";
}

TEST_F(WriteTest, AnEffectOfAnotherAmountIsForAPersonWhoShowsMore) {
  gateway_.knows_done("99.00");
  const Ran refused = write(r1("fail", {"--ticket", "INC-1"}));
  EXPECT_EQ(refused.code, 5);
  EXPECT_EQ(refused.error()["verdict"]["loud"], true);
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.row_cases"), "needs_human");
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "RUNNING");
  const Ran waits =
      write(r1("fail", {"--ticket", "INC-1", "--evidence", "the provider reversed it: case 81"}));
  EXPECT_EQ(waits.code, 10) << waits.err;
  EXPECT_EQ(waits.error()["kind"], "waits");
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "RUNNING");
  // The approver sees what would be written, column by column.
  const Json writes = ctl_json({"approvals", "show", "1"}).json()["writes"];
  EXPECT_THAT(writes, testing::Contains(Json({{"column", "phase"}, {"from", "RUNNING"}, {"to", "ERROR"}})));
  EXPECT_THAT(run({"approvals", "show", "1", "--dsn", database_.conninfo()}).out,
              testing::ContainsRegex("phase +RUNNING +ERROR"));
  EXPECT_EQ(approved_by_another("1"), 0);
  EXPECT_EQ(audited("concat_ws(' ', verdict, evidence->>'finding', evidence->>'said')"),
            "needs_human done the provider reversed it: case 81");
  gateway_.answer(503, "{}");
  EXPECT_EQ(write({"extend", "r-4", "--reason", "x", "--lease", "3h"}).code, 0)
      << "nothing is said of the effect";
}

TEST_F(WriteTest, WhatSettlesNothingIsPutOnFileAndTheWriteThatSettlesClosesIt) {
  const auto case_of_row = [&] {
    return raw_.scalar(
        "SELECT concat_ws(' ', status, attempts, verdict, relation, row_key, evidence->>'finding') FROM "
        "onceover.row_cases");
  };
  gateway_.answer(
      200,
      R"({"id":"e-1","idempotency_key":"{key}","status":"processing","amount":"12.50","currency":"EUR"})");
  EXPECT_EQ(write(r1("succeed", {"--dry-run"})).code, 5);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.row_cases"), "0") << "a dry run writes nothing";
  const Ran first = write(r1("succeed"));
  EXPECT_EQ(first.code, 5) << first.err;
  EXPECT_EQ(first.error()["case"]["attempts"], 1);
  (void)write(r1("succeed"));
  EXPECT_EQ(case_of_row(),
            R"(open 2 unresolved "shop"."requests" {"request": "r-1", "merchant": "1"} pending)");
  EXPECT_EQ(raw_.scalar("SELECT string_agg(action, ' ') FROM onceover.audit WHERE relation IS NOT NULL"),
            "unresolved unresolved");
  raw_.exec("UPDATE onceover.row_cases SET attempts = 7");
  EXPECT_EQ(write(r1("succeed")).error()["case"]["status"], "needs_human") << "asked often enough";
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "RUNNING");
  gateway_.knows_done();
  EXPECT_EQ(write(r1("succeed")).code, 0);
  EXPECT_EQ(case_of_row(),
            R"(settled 9 settle_succeeded "shop"."requests" {"request": "r-1", "merchant": "1"} done)");
}

// As for our own keys: no answer is no evidence.
TEST_F(WriteTest, WhereTheGatewayIsSilentThePersonsWordDecides) {
  gateway_.answer(503, "{}");
  EXPECT_EQ(write(r1("release")).code, 5) << "without a word it stays open, and on file";
  const std::vector<std::string> word = r1("release", {"--ticket", "INC-7", "--evidence", "its statement"});
  EXPECT_EQ(write(word).code, 10) << "a second approver is asked: it may be a second effect";
  EXPECT_EQ(row_1().substr(0, 7), "RUNNING");
  test::register_gateway(raw_);
  const Ran ran = write(word);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "NEW");
}

TEST_F(WriteTest, FailTellsAGatewayThatKnowsNothingOfItNeverToPerformIt) {
  gateway_.takes_cancels();
  gateway_.knows_nothing();
  EXPECT_EQ(write(r1("succeed")).code, 5);
  EXPECT_EQ(write(r1("fail", {"--dry-run"})).code, 5);
  EXPECT_EQ(gateway_.cancelled(), 0) << "only fail cancels, and no dry run";
  const Ran ran = write(r1("fail"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(gateway_.cancelled(), 1);
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "ERROR");
  EXPECT_EQ(audited("concat_ws(' ', verdict, evidence->>'finding')"), "settle_failed no_such_key");
}

TEST_F(WriteTest, WithoutAGatewayThatCanBeAskedAPersonsWordNeedsTicketAndEvidence) {
  const std::string before = rows();
  for (const char* verb : {"succeed", "fail", "release"}) {
    EXPECT_EQ(write_alone(r1(verb)).code, 2);
    const Ran half = write_alone(r1(verb, {"--ticket", "INC-1"}));
    EXPECT_EQ(half.code, 2);
    EXPECT_THAT(half.err, HasSubstr("needs what shows it"));
  }
  // What our own keys are called at the gateway says nothing about this service's: nobody is asked by it.
  describe("");
  const Ran unnamed = write(r1("release"));
  EXPECT_EQ(unnamed.code, 2) << unnamed.err;
  EXPECT_THAT(unnamed.err, HasSubstr("gateway_key"));
  EXPECT_EQ(gateway_.asked(), 0);
  EXPECT_EQ(ctl_json({"ask", "r-1", "--tenant", "1", "--profile", file_}).json()["verdict"]["kind"],
            "needs_human");
  EXPECT_EQ(gateway_.asked(), 0);
  EXPECT_EQ(rows(), before);
  EXPECT_EQ(write_alone(r1("fail", {"--ticket", "INC-1", "--evidence", "no transfer in the ledger"})).code,
            10);
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "RUNNING");
  EXPECT_EQ(approved_by_another("1"), 0);
  EXPECT_EQ(raw_.scalar("SELECT phase || error FROM shop.requests WHERE merchant = 1"), "ERRORINC-1: killed");
  EXPECT_EQ(audited("evidence->>'said'"), "no transfer in the ledger");
}

TEST_F(WriteTest, ARowThatChangedMeanwhileIsLeftAndBothVersionsAreShown) {
  gateway_.knows_nothing();
  gateway_.hold();
  auto all = words(r1("release"));
  all.insert(all.begin(), "--json");
  test::Process child = start(with_store(all));
  ASSERT_TRUE(gateway_.wait_asked());
  raw_.exec("UPDATE shop.requests SET phase = 'DONE', code = 200 WHERE merchant = 1");
  const std::string theirs = rows();
  gateway_.release();
  const auto exit = child.wait();
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 4);
  child.wait_for_out("\x01 until the streams end");
  const Json error = Json::parse(child.err())["error"];
  EXPECT_EQ(error["seen"]["state"], "in_progress");
  EXPECT_EQ(error["now"]["state"], "succeeded");
  EXPECT_EQ(rows(), theirs);
}

TEST_F(WriteTest, EachRefusalHasItsReasonAndItsCode) {
  const std::string before = rows();
  struct Case {
    std::vector<std::string> words;
    int code;
    std::string says;
  };
  const std::vector<std::string> shown{"--reason", "x", "--ticket", "t", "--evidence", "e"};
  for (const Case& one :
       std::vector<Case>{{{"discard", "r-3"}, 1, "does not say what \"discard\" writes"},
                         {{"fail", "r-2"}, 4, "is for rows that are in_progress; this one is succeeded"},
                         {{"fail", "r-4"}, 4, "holds the lease until"},
                         {{"fail", "nothing"}, 3, "no key nothing"},
                         {{"fail", "r-1"}, 9, "2 keys are called r-1"},
                         {{"fail", "--row", "merchant=9", "--row", "request=r-1"}, 3, "no such row"},
                         {{"fail", "--row", "merchant=nine", "--row", "request=r-1"}, 3, "no such row"},
                         {{"fail", "--row", "merchant=1"}, 2, "merchant, request"},
                         {{"fail"}, 2, "Which row?"},
                         {{"fail", "r-1", "--tenant", "1", "--response-code", "200"},
                          2,
                          "does not write a response status"},
                         {{"succeed", "r-1", "--tenant", "1"}, 2, "a response status, but none was given"},
                         {{"settle", "r-1"}, 2, "settle not in"}}) {
    SCOPED_TRACE(testing::PrintToString(one.words));
    auto words = one.words;
    words.insert(words.end(), shown.begin(), shown.end());
    const Ran ran = write_alone(words);
    EXPECT_EQ(ran.code, one.code) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.error()["what"].get<std::string>() + ran.error()["next"].get<std::string>(),
                HasSubstr(one.says));
  }
  EXPECT_EQ(write_alone({"fail", "r-1", "--tenant", "1"}).code, 2) << "no reason";
  EXPECT_EQ(ctl({"write", "fail", "r-1", "--reason", "x"}).code, 2) << "no profile";
  raw_.exec("UPDATE onceover.control SET stopped = true, reason = 'incident'");
  EXPECT_EQ(write_alone({"requeue", "r-3", "--reason", "x"}).code, 8);
  EXPECT_EQ(rows(), before);
  raw_.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(write_alone({"requeue", "r-3", "--reason", "x"}).code, 0) << "a dead letter needs a reason alone";
  EXPECT_EQ(
      write_alone({"fail", "r-4", "--although-held", "--reason", "x", "--ticket", "t", "--evidence", "e"})
          .code,
      10);
  EXPECT_EQ(approved_by_another("1"), 0);
  EXPECT_EQ(audited("from_state || to_state"), "in_progressfailed");
}

TEST_F(WriteTest, WhereOurSchemaIsNotThereAScriptDoesTheSameOnce) {
  test::TestDatabase plain;
  auto raw = plain.connect();
  make_shop(raw);
  const auto on = [&](std::vector<std::string> rest, const std::string& user = {}) {
    auto all = words(std::move(rest));
    all.insert(all.end(), {"--dsn", plain.conninfo() + user});
    return run(all);
  };
  const std::vector<std::string> word{"--ticket", "INC-1", "--evidence", "no transfer"};
  const Ran refused = on(r1("release", word));
  EXPECT_EQ(refused.code, 7) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("--script"));
  // Somebody who may only read makes it, somebody else runs it.
  const std::string reader = "reader_" + plain.name();
  raw.exec("CREATE ROLE " + reader + " LOGIN; GRANT USAGE ON SCHEMA shop TO " + reader +
           "; GRANT SELECT ON shop.requests TO " + reader);
  EXPECT_THAT(on(r1("release", word), " user=" + reader).err,
              AllOf(HasSubstr("no UPDATE"), HasSubstr("--script")));
  const std::string before = rows(raw);
  auto with_script = word;
  with_script.emplace_back("--script");
  const Ran script = on(r1("release", with_script), " user=" + reader);
  ASSERT_EQ(script.code, 0) << script.err;
  EXPECT_THAT(script.err, HasSubstr("Keep what psql prints"));
  EXPECT_EQ(rows(raw), before);
  plain.connect().exec(script.out);
  EXPECT_EQ(raw.scalar("SELECT phase FROM shop.requests WHERE merchant = 1"), "NEW");
  EXPECT_EQ(plain.connect().sqlstate_of(script.out), "OC004");
  raw.exec("DROP OWNED BY " + reader + "; DROP ROLE " + reader);
}

}  // namespace
}  // namespace onceover::oncectl

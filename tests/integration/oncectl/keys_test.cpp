// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {

using testing::HasSubstr;
using testing::Not;

class KeysTest : public OncectlTest {};

TEST_F(KeysTest, ALeaseThatEndedBeforeAllTimesHasAnUnknownAge) {
  insert_key(raw_, "r-1", "acme", "refund", "'in_progress'", "'-infinity'");
  const Ran stuck = ctl({"stuck"});
  EXPECT_EQ(stuck.code, 0) << stuck.err;
  EXPECT_THAT(stuck.out, testing::AllOf(testing::HasSubstr("time unknown"),
                                        testing::Not(testing::HasSubstr("infinity"))));
  raw_.tamper("UPDATE onceover.keys SET created_at = '-infinity'");
  EXPECT_THAT(ctl({"stats"}).out, testing::Not(testing::HasSubstr("infinity")));
}

TEST_F(KeysTest, ListSaysWhereTheNextPageBegins) {
  for (int i = 0; i < 5; ++i) finished("r-" + std::to_string(i));
  std::vector<std::string> seen;
  std::string after;
  for (int page = 0; page < 3; ++page) {
    std::vector<std::string> words{"keys", "list", "--limit", "2", "--oldest-first"};
    if (!after.empty()) words.insert(words.end(), {"--after", after});
    const Ran ran = ctl_json(words);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json json = ran.json();
    for (const Json& row : json["keys"]) seen.push_back(row["key"]);
    if (page == 1) {
      const Ran back =
          ctl_json({"keys", "list", "--limit", "2", "--oldest-first", "--before", json["previous"]});
      EXPECT_EQ(back.json()["keys"][0]["key"], "r-0");
    }
    after = json["next"].is_null() ? "" : json["next"].get<std::string>();
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"r-0", "r-1", "r-2", "r-3", "r-4"}));
  EXPECT_TRUE(after.empty());
}

TEST_F(KeysTest, ListFilters) {
  stuck("s-1");
  live("l-1");
  finished("f-1");
  const auto keys = [this](std::vector<std::string> filter) {
    filter.insert(filter.begin(), {"keys", "list", "--oldest-first"});
    std::vector<std::string> found;
    const Ran ran = ctl_json(filter);
    const Json json = ran.json();
    for (const Json& row : json["keys"]) found.push_back(row["key"]);
    return found;
  };
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keys({"--stuck"}), Keys{"s-1"});
  EXPECT_EQ(keys({"--state", "succeeded"}), Keys{"f-1"});
  EXPECT_EQ(keys({"--state", "succeeded", "--state", "in_progress"}).size(), 3U);
  EXPECT_EQ(keys({"--key", "l-1"}), Keys{"l-1"});
  for (const char* pasted : {" l-1\n", "'l-1'", "09:12 ERROR idempotency_key=l-1 status=409"})
    EXPECT_EQ(keys({"--key", pasted}), Keys{"l-1"}) << pasted;
  EXPECT_EQ(keys({"--prefix", "l-"}), Keys{"l-1"});
  EXPECT_EQ(keys({"--contains", "-1"}).size(), 3U);
  EXPECT_EQ(keys({"--from", "10m"}), Keys{"f-1"});
  EXPECT_EQ(keys({"--to", "10m"}), (Keys{"s-1", "l-1"}));
  EXPECT_EQ(keys({"--tenant", "acme", "--operation", "refund"}).size(), 3U);
  EXPECT_EQ(keys({"--tenant", ""}).size(), 0U);
  EXPECT_EQ(ctl({"keys", "list", "--key", "none"}).code, 3);
}

TEST_F(KeysTest, ListRefusesWhatIsNoPlaceAndNoState) {
  const Ran place = ctl_json({"keys", "list", "--after", "zz"});
  EXPECT_EQ(place.code, 2);
  EXPECT_EQ(place.out, "");
  EXPECT_EQ(place.error()["kind"], "invalid_input");
  EXPECT_EQ(ctl({"keys", "list", "--state", "done"}).code, 2);
  EXPECT_EQ(ctl({"keys", "list", "--from", "yesterday"}).code, 2);
  EXPECT_EQ(ctl({"keys", "list", "--limit", "0"}).code, 2);
}

TEST_F(KeysTest, ShowMasksTheBodyUntilRevealed) {
  finished("f-1", "the-secret-body");
  const Ran masked = ctl({"keys", "show", "f-1"});
  ASSERT_EQ(masked.code, 0) << masked.err;
  EXPECT_THAT(masked.out, Not(HasSubstr("the-secret-body")));
  EXPECT_THAT(masked.out, HasSubstr("15 bytes"));
  EXPECT_THAT(ctl_json({"keys", "show", "f-1"}).out, Not(HasSubstr("the-secret-body")));
  EXPECT_THAT(ctl({"keys", "show", "f-1", "--reveal"}).out, HasSubstr("the-secret-body"));
  EXPECT_EQ(ctl_json({"keys", "show", "f-1", "--reveal"}).json()["response"]["body"], "the-secret-body");
}

TEST_F(KeysTest, ABodyThatIsNoTextIsShownAsHex) {
  finished("f-1");
  raw_.tamper("UPDATE onceover.keys SET response_body = '\\x00ff1b'");
  EXPECT_EQ(ctl_json({"keys", "show", "f-1", "--reveal"}).json()["response"]["body"],
            (Json{{"hex", "00ff1b"}}));
  EXPECT_THAT(ctl({"keys", "show", "f-1", "--reveal"}).out, HasSubstr("\\x00ff1b"));
}

TEST_F(KeysTest, ShowNamesWhoLocksTheRow) {
  stuck("s-1");
  test::RawConnection other = database_.connect();
  other.exec("SET application_name = 'payments-7'");
  other.exec("BEGIN");
  other.exec("SELECT FROM onceover.keys FOR UPDATE");
  const Json lock = ctl_json({"keys", "show", "s-1"}).json()["row_lock"];
  EXPECT_EQ(lock["answer"], "held");
  EXPECT_EQ(lock["application"], "payments-7");
  EXPECT_EQ(lock["pid"], other.backend_pid());
  EXPECT_EQ(ctl_json({"stuck", "--list"}).json()["keys"][0]["row_lock"]["pid"], other.backend_pid());
}

TEST_F(KeysTest, WhyNamesTheRuleAndComparesTheBody) {
  live("l-1");
  const Json why = ctl_json({"keys", "why", "l-1"}).json();
  EXPECT_EQ(why["status"], 409);
  EXPECT_EQ(why["error_code"], "CONFLICT.idempotency.in_progress");
  EXPECT_TRUE(why["payload_matches"].is_null());
  const std::string file = gateway_.config_path();  // any file that is not the body
  const Json other = ctl_json({"keys", "why", "l-1", "--body", file}).json();
  EXPECT_EQ(other["payload_matches"], false);
  EXPECT_EQ(other["status"], 422);
  EXPECT_EQ(ctl({"keys", "why", "l-1", "--body", "/nonexistent"}).code, 2);
}

TEST_F(KeysTest, WhyAnswersForAKeyThatIsNotThereWhereItIsNamedInFull) {
  EXPECT_EQ(ctl({"keys", "why", "none"}).code, 3);
  const Ran named = ctl_json({"keys", "why", "none", "--tenant", "acme", "--operation", "refund"});
  EXPECT_EQ(named.code, 0);
  EXPECT_TRUE(named.json()["row"].is_null());
}

TEST_F(KeysTest, AnAnswerWithoutAStatusHasNone) {
  raw_.exec(
      "CREATE TABLE processed_requests (request_key text PRIMARY KEY, response_body jsonb NOT NULL, "
      "created_at timestamptz NOT NULL DEFAULT now()); INSERT INTO processed_requests (request_key, "
      "response_body) VALUES ('k-1', '{\"balance\": \"5\"}'); ANALYZE processed_requests");
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / (database_.name() + "-keys.toml");
  const Ran proposed = run({"profile", "propose", "--table", "processed_requests", "--as", "idempotency",
                            "--dsn", database_.conninfo()});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  std::ofstream(file) << proposed.out;
  const std::vector<std::string> words{"keys",      "show",       "k-1", "--dsn", database_.conninfo(),
                                       "--profile", file.string()};
  EXPECT_THAT(run(words).out,
              testing::AllOf(HasSubstr("Stored answer"), HasSubstr("body of "), Not(HasSubstr("HTTP"))));
  std::vector<std::string> json = words;
  json.insert(json.begin(), "--json");
  EXPECT_TRUE(run(json).json()["response"]["code"].is_null());
  std::filesystem::remove(file);
}

TEST_F(KeysTest, AnAmbiguousKeyListsItsCandidates) {
  stuck("r-1", "acme");
  stuck("r-1", "zeta");
  stuck("r-1", "zeta", "payout");
  const Ran ran = ctl_json({"keys", "show", "r-1"});
  EXPECT_EQ(ran.code, 9);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.error()["candidates"].size(), 3U);
  EXPECT_EQ(ctl({"keys", "show", "r-1", "--tenant", "zeta"}).code, 9);
  EXPECT_EQ(ctl({"keys", "show", "r-1", "--tenant", "acme"}).code, 0);
  EXPECT_EQ(
      ctl_json({"keys", "show", "r-1", "--tenant", "zeta", "--operation", "payout"}).json()["operation"],
      "payout");
}

TEST_F(KeysTest, AKeyMayBePastedAsAHeader) {
  stuck("r-1");
  EXPECT_EQ(ctl({"keys", "show", "Idempotency-Key: \"r-1\""}).code, 0);
}

// A bidirectional override, a newline, an escape sequence, markup, quotes: in any output there is the text's
// visible form, or JSON.
TEST_F(KeysTest, HostileKeysComeThroughEveryCommand) {
  const std::vector<std::string> hostile{"<img src=x>",
                                         "'; DROP TABLE onceover.keys; --",
                                         "\"double\" 'single'",
                                         "\xF0\x9F\x92\xB8\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
                                         "a\xE2\x80\xAE"
                                         "b",
                                         "line\nbreak",
                                         "\x1b[31mred",
                                         "stuck",
                                         "{}",
                                         "%%",
                                         "-x",
                                         "--json",
                                         "[a,b]",
                                         "key=value",
                                         std::string(255, 'k')};
  gateway_.knows_done();
  for (const std::string& key : hostile) {
    SCOPED_TRACE(key);
    for (const bool json : {false, true}) {
      stuck(key);
      EXPECT_EQ(ctl_json({"keys", "list", "--key=" + key}).json()["keys"][0]["key"], key);
      for (std::vector<std::string> words :
           std::vector<std::vector<std::string>>{{"keys", "show"},
                                                 {"keys", "why"},
                                                 {"ask"},
                                                 {"settle", "--reason", "because", "--dry-run"},
                                                 {"settle", "--reason", "because"}}) {
        if (json) words.insert(words.begin(), "--json");
        words.insert(words.end(), {"--", key});
        const Ran ran = ctl(words);
        EXPECT_EQ(ran.code, 0) << ran.err;
        for (const char* acts : {"\x1b", "\xE2\x80\xAE"})
          EXPECT_THAT(ran.out + ran.err, Not(HasSubstr(acts)));
      }
      EXPECT_EQ(state_of(key), "succeeded");
      raw_.tamper("DELETE FROM onceover.keys");
    }
  }
}

}  // namespace onceover::oncectl

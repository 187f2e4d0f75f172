// SPDX-License-Identifier: Apache-2.0
// One stuck row, each evidence, and each way to settle it: the console's calls, oncectl, a plan, a sweeper.
// Own keys and rows of another maker's table end alike: verdict, case, audit row and what the row says.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/gateway/open.h"
#include "core/reconcile/settle_one.h"
#include "core/reconcile/weigh.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/toml.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {
namespace {

using reconcile::VerdictKind;

enum class Way { console, oncectl, plan, sweeper };
constexpr Way all_ways[] = {Way::console, Way::oncectl, Way::plan, Way::sweeper};
const char* name_of(Way way) {
  switch (way) {
    case Way::console: return "console";
    case Way::oncectl: return "oncectl";
    case Way::plan: return "plan";
    case Way::sweeper: return "sweeper";
  }
  return "";
}

// What a way leaves behind.
struct Left {
  std::string action, verdict, from, to, finding;  // the newest audit row but for taking the key over
  std::string status, filed;                       // the case, and its verdict
  int attempts = 0;
  std::string state;  // of the row
  std::string shown() const {
    return fmt::format("{} by {} ({}): {} -> {}; case {} {} after {} attempts; row {}", action, verdict,
                       finding, from, to, status, filed, attempts, state);
  }
};

// A way that does not end so, and why.
enum class Of { own, external, both };
struct Exception {
  Way way;
  Of of;
  const char* why;
};

struct Evidence {
  const char* name;
  int status;
  const char* body;
  const char* operation;
  const char* age;
  const char* left;  // Left::shown()
  std::vector<Exception> but;
};

#define EFFECT(state, amount)                                                          \
  R"({"id":"e-1","idempotency_key":"{key}","status":")" state R"(","amount":")" amount \
  R"(","currency":"EUR"})"

constexpr const char* asks_first =
    "the person is asked for the response before anything is asked or taken over";
constexpr const char* second_person = "the manual override waits for a second approver";
const std::vector<Evidence> evidences{
    {"Done",
     200,
     EFFECT("captured", "12.50"),
     "refund",
     "20 minutes",
     "settle by settle_succeeded (done): in_progress -> succeeded; case settled settle_succeeded after 1 "
     "attempts; row succeeded",
     {}},
    {"DoneAndNobodyHasTheResponse",
     200,
     EFFECT("captured", "12.50"),
     "payout",
     "20 minutes",
     "needs_human by done_needs_response (done): in_progress -> in_progress; case needs_human "
     "done_needs_response after 1 attempts; row in_progress",
     {{Way::console, Of::both, asks_first}, {Way::oncectl, Of::external, asks_first}}},
    {"Refused",
     200,
     EFFECT("declined", "12.50"),
     "refund",
     "20 minutes",
     "settle by settle_failed (refused): in_progress -> failed; case settled settle_failed after 1 attempts; "
     "row failed",
     {}},
    {"UnknownToTheGatewayWithinItsWindow",
     404,
     R"({"error":"no such key"})",
     "refund",
     "20 minutes",
     "settle by release (no_such_key): in_progress -> released; case settled release after 1 attempts; row "
     "released",
     {}},
    {"UnknownToTheGatewayBehindItsWindow",
     404,
     R"({"error":"no such key"})",
     "refund",
     "2 days",
     "unresolved by unresolved (no_such_key): in_progress -> in_progress; case open unresolved after 1 "
     "attempts; row in_progress",
     {}},
    {"Pending",
     200,
     EFFECT("processing", "12.50"),
     "refund",
     "20 minutes",
     "unresolved by unresolved (pending): in_progress -> in_progress; case open unresolved after 1 attempts; "
     "row in_progress",
     {}},
    {"AnotherEffect",
     200,
     EFFECT("captured", "13.00"),
     "refund",
     "20 minutes",
     "needs_human by needs_human (done): in_progress -> in_progress; case needs_human needs_human after 1 "
     "attempts; row in_progress",
     {{Way::console, Of::both, second_person}}},
    {"NoAnswer",
     503,
     "busy",
     "refund",
     "20 minutes",
     "unresolved by unresolved (unknown): in_progress -> in_progress; case open unresolved after 1 attempts; "
     "row in_progress",
     {{Way::console, Of::both, second_person},
      {Way::plan, Of::both, "an item is asked about up to three times"}}},
};

class WaysTest : public OncectlTest, public testing::WithParamInterface<std::tuple<bool, int>> {
 protected:
  WaysTest() {
    raw_.exec(test::shop_table);
    toml_ = test::shop_profile("{tenant}/{key}");
    const std::string operation = std::string("operation_name = \"") + evidence().operation;
    toml_.replace(toml_.find("operation_name = \"refund"), std::string("operation_name = \"refund").size(),
                  operation);
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-ways.toml");
    std::ofstream(file_) << toml_;
  }
  ~WaysTest() override { std::filesystem::remove(file_); }

  bool is_own() const { return std::get<0>(GetParam()); }
  const Evidence& evidence() const { return evidences[static_cast<std::size_t>(std::get<1>(GetParam()))]; }

  bool is_excepted(Way way) const {
    return std::ranges::any_of(evidence().but, [&](const Exception& but) {
      return but.way == way && (but.of == Of::both || (but.of == Of::own) == is_own());
    });
  }

  void make_stuck(const std::string& key) {
    const std::string times = fmt::format("clock_timestamp() - interval '{}'", evidence().age);
    if (is_own()) {
      stuck(key, "acme", evidence().operation);
      raw_.tamper("UPDATE onceover.keys SET created_at = " + times + " WHERE key = $1", {key});
    } else {
      raw_.exec(
          "INSERT INTO shop.requests (merchant, request, phase, until, amount, currency, created_at) VALUES "
          "(1, $1, 'RUNNING', now() - interval '10 minutes', 12.50, 'EUR', " +
              times + ")",
          {key});
    }
  }
  Left left(const std::string& key) {
    Left out;
    // The trail calls what settles a row of another maker's table a write of it.
    out.action = audit(is_own() ? "action" : "CASE action WHEN 'write' THEN 'settle' ELSE action END", key),
    out.verdict = audit("verdict", key), out.from = audit("from_state", key);
    out.to = audit("to_state", key), out.finding = audit("evidence ->> 'finding'", key);
    out.status = filed("status", key), out.filed = filed("verdict", key);
    const std::string attempts = filed("attempts", key);
    out.attempts = attempts.empty() ? 0 : std::stoi(attempts);
    out.state = is_own() ? state_of(key)
                         : raw_.scalar(
                               "SELECT CASE phase WHEN 'RUNNING' THEN 'in_progress' WHEN 'DONE' THEN "
                               "'succeeded' WHEN 'ERROR' THEN 'failed' ELSE 'released' END FROM "
                               "shop.requests WHERE request = $1",
                               {key});
    return out;
  }
  std::string audit(const std::string& what, const std::string& key) {
    return raw_.scalar(
        "SELECT COALESCE((SELECT " + what +
            " FROM onceover.audit WHERE key = $1 AND action <> 'own' ORDER BY id DESC LIMIT 1), '')",
        {key});
  }
  std::string filed(const std::string& what, const std::string& key) {
    return raw_.scalar("SELECT COALESCE((SELECT " + what + "::text FROM onceover." +
                           (is_own() ? "cases" : "row_cases") + " WHERE key = $1), '')",
                       {key});
  }

  Ran settled(std::vector<std::string> words) {
    if (!is_own()) words.insert(words.end(), {"--profile", file_.string()});
    Ran ran = ctl(std::move(words));
    told_ += ran.out + ran.err;
    return ran;
  }
  // The verb that a person presses, or says: what the evidence shows, or else that it happened.
  tables::Verb verb() const {
    const std::string left = evidence().left;
    if (left.find("by settle_failed") != std::string::npos) return tables::Verb::fail;
    return left.find("by release") != std::string::npos ? tables::Verb::release : tables::Verb::succeed;
  }
  bool is_open() const { return std::string(evidence().left).find("settle by") == std::string::npos; }

  void by(Way way, const std::string& key) {
    switch (way) {
      case Way::console: return by_console(key);
      case Way::oncectl: return by_oncectl(key);
      case Way::plan: {
        const Ran made = settled({"plan", "create", key, "--act", "settle", "--reason", "worker killed",
                                  "--ticket", "INC-1", "--stuck"});
        EXPECT_EQ(made.code, 0) << made.err;
        told_ += ctl({"plan", "run", key, "--without-dry-run"}).err;
        return;
      }
      case Way::sweeper: {
        return is_own() ? void(settled({"sweep"})) : by_row_sweeper();
      }
    }
  }
  // As the service of a configuration file runs it.
  void by_row_sweeper() {
    auto gateway = gateway::open_gateway(gateway_.config_path());
    auto connection = pg::Connection::open({.conninfo = database_.conninfo()});
    auto profiles = tables::profiles_from_toml(toml_, "test");
    ASSERT_TRUE(gateway && connection && profiles);
    sweeper::RowSweeper one(*connection, profiles->front(), **gateway, {}, {"sweeper", "host", "oncectl"},
                            nullptr, Random(1));
    auto counts = one.run_once();
    EXPECT_TRUE(counts) << counts.error().sentence();
  }
  void by_oncectl(const std::string& key) {
    std::vector<std::string> words;
    if (is_own()) {
      words = {"settle", key, "--tenant", "acme", "--operation", evidence().operation};
    } else {
      words = {"write", std::string(tables::word(verb())), key, "--tenant", "1"};
    }
    words.insert(words.end(), {"--reason", "worker killed", "--ticket", "INC-1"});
    settled(words);
  }
  // The functions that the Case page calls, on what was on its screen.
  void by_console(const std::string& key) {
    auto gateway = gateway::open_gateway(gateway_.config_path());
    ASSERT_TRUE(gateway);
    auto connection = pg::Connection::open({.conninfo = database_.conninfo()});
    ASSERT_TRUE(connection);
    const auto actor = audit::this_actor("onceover");
    if (is_own()) {
      auto row = reconcile::read(*connection, tables::own(), {"acme", evidence().operation, key});
      ASSERT_TRUE(row && *row);
      return by_person(*connection, tables::own(), {}, {.row = **row, .as_of = (*row)->updated_at}, **gateway,
                       actor);
    }
    auto profiles = tables::profiles_from_toml(toml_, "test");
    ASSERT_TRUE(profiles);
    const tables::Profile& p = profiles->front();
    auto access = tables::inspect(*connection, p);
    ASSERT_TRUE(access);
    key::Identity id{"1", evidence().operation, key};
    id.columns = {std::string("1"), key};
    auto seen = reconcile::read_row(*connection, p, *access, id);
    ASSERT_TRUE(seen && *seen);
    by_person(*connection, p, *access, **seen, **gateway, actor);
  }
  void by_person(pg::Connection& connection, const tables::Profile& p, const tables::Access& access,
                 const reconcile::SeenRow& seen, gateway::Gateway& gateway, const audit::Actor& actor) {
    const auto target = reconcile::target_of(connection, p, &access);
    const auto asked =
        reconcile::ask(gateway, {seen.row}, seen.as_of,
                       {.deadline = Steady::now() + std::chrono::seconds(10), .profile = target->asked_as()})
            .front();
    reconcile::Instruction instruction;
    instruction.request.reason = "worker killed";
    instruction.request.ticket = "INC-1";
    if (reconcile::is_offered(asked.verdict.kind)) {
      instruction.confirmed = asked.verdict;
      if (!is_own()) instruction.verb = verb();
    } else {
      instruction.verb = verb();
      instruction.request.evidence_json = reconcile::said_json("seen in the ledger");
      if (is_own() && instruction.verb != tables::Verb::release)
        instruction.response = key::StoredResponse{.code = 200};
    }
    auto done = reconcile::settle_one(connection, *target, {.seen = seen}, instruction, &gateway, actor);
    EXPECT_TRUE(done) << done.error().sentence();
  }

  std::string toml_, told_;  // what the commands said
  std::filesystem::path file_;
};

TEST_P(WaysTest, EndAlike) {
  gateway_.answer(evidence().status, evidence().body);
  for (const Way way : all_ways) {
    if (is_excepted(way)) continue;
    SCOPED_TRACE(name_of(way));
    const std::string key = std::string("by-") + name_of(way);
    make_stuck(key);
    by(way, key);
    EXPECT_EQ(left(key).shown(), evidence().left) << told_;
    told_.clear();
    // The next way begins with its own row alone.
    raw_.tamper("TRUNCATE onceover.keys, onceover.cases, onceover.row_cases, shop.requests");
  }
}

INSTANTIATE_TEST_SUITE_P(Each, WaysTest,
                         testing::Combine(testing::Bool(),
                                          testing::Range(0, static_cast<int>(evidences.size()))),
                         [](const auto& param) {
                           return std::string(std::get<0>(param.param) ? "OwnKey" : "ExternalRow") +
                                  evidences[static_cast<std::size_t>(std::get<1>(param.param))].name;
                         });

}  // namespace
}  // namespace onceover::oncectl

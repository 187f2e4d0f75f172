// SPDX-License-Identifier: Apache-2.0
// The store as the console and the tour use it.
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

#include "core/gateway/config.h"
#include "core/kafka/client.h"
#include "tests/integration/try/fixture.h"
#include "tests/support/patience.h"
#include "tests/support/process.h"

namespace onceover::try_it {
namespace {

class Stuckness : public StoreSuite<quiet> {
 protected:
  std::string standing(const StuckKey& stuck) {
    const auto reply =
        call(gateway().port(), {"GET", "/effects/" + stuck.downstream_key, {}, ""}, std::chrono::seconds(5));
    for (const std::string word : {"captured", "declined", "processing"}) {
      if (reply.body.find('"' + word + '"') != std::string::npos) return word;
    }
    return std::to_string(reply.status);
  }
  std::string swept(const StuckKey& stuck) {
    expire(stuck.id.operation, stuck.id.key);
    sweep();
    const auto rows =
        raw.exec("SELECT status || ':' || verdict FROM onceover.cases WHERE key = $1", {stuck.id.key});
    return state_of(stuck.id.key) + (rows.empty() ? "" : " " + rows[0][0].value_or(""));
  }
};

TEST_F(Stuckness, EachKindIsWhatItSays) {
  struct Row {
    Stuck kind;
    std::string standing, state_after_sweep;
  };
  const Row rows[] = {{Stuck::charged_answer_lost, "captured", "succeeded"},
                      {Stuck::never_sent, "404", "released"},
                      {Stuck::declined, "declined", "failed"},
                      {Stuck::arrives_late, "404", "released"},
                      {Stuck::wrong_amount, "captured", "in_progress"},
                      {Stuck::still_pending, "processing", "in_progress"}};
  for (const auto& row : rows) {
    const auto stuck = store().make_stuck(row.kind);
    ASSERT_TRUE(stuck) << word(row.kind) << stuck.error().sentence();
    EXPECT_EQ(state_of(stuck->id.key), "in_progress") << word(row.kind);
    EXPECT_TRUE(test::eventually([&] { return standing(*stuck) == row.standing; }))
        << word(row.kind) << " " << standing(*stuck);
    const std::string after = swept(*stuck);
    EXPECT_TRUE(after.starts_with(row.state_after_sweep)) << word(row.kind) << ": " << after;
    EXPECT_EQ(after.find("needs_human") != std::string::npos, row.kind == Stuck::wrong_amount)
        << word(row.kind) << ": " << after;
    EXPECT_LE(store().effects(stuck->downstream_key), 1) << word(row.kind);
  }
}

TEST_F(Stuckness, WhatArrivesLateIsStillOneEffectWhenTheClientRollsForward) {
  const auto stuck = store().make_stuck(Stuck::arrives_late);
  ASSERT_TRUE(stuck);
  EXPECT_TRUE(swept(*stuck).starts_with("released"));
  const auto forward = post("/refunds", stuck->id.key, stuck->request_body);
  EXPECT_EQ(forward.status, 503) << "the gateway is still working on it: " << forward.body;
  gateway().ledger().land_due(Steady::time_point::max());
  expire(stuck->id.operation, stuck->id.key);
  sweep();
  EXPECT_EQ(post("/refunds", stuck->id.key, stuck->request_body).status, 201);
  EXPECT_EQ(store().effects(stuck->downstream_key), 1);
}

TEST_F(Stuckness, EventsSayWhoDiedWhere) {
  const auto before = store().events();
  const std::uint64_t last = before.empty() ? 0 : before.back().number;
  ASSERT_TRUE(store().make_stuck(Stuck::charged_answer_lost));
  EXPECT_TRUE(test::eventually([&] {
    for (const auto& event : store().events(last)) {
      if (event.words.find("after it had sent the request to the gateway") != std::string::npos) return true;
    }
    return false;
  }));
}

TEST_F(Stuckness, TheConfigurationIsTheOwnersAlone) {
  struct stat info {};
  ASSERT_EQ(::stat(store().gateway_config_path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  const auto config = gateway::load_config(store().gateway_config_path());
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->base_url, "http://127.0.0.1:" + std::to_string(gateway().port()));
}

TEST_F(Stuckness, WithoutEventsPaymentsWorkAndTheReasonIsTold) {
  ASSERT_EQ(
      post("/payments", new_key("no-event"), R"({"customer":"c_1","amount":100,"reference":"r"})").status,
      201);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox"), "0") << "no relay would ever publish it";
  EXPECT_EQ(store().broker_address(), "");
  EXPECT_EQ(store().no_events(), "Events were not asked for.");
  const auto comparison = store().compare(std::chrono::seconds(0));
  ASSERT_TRUE(comparison) << comparison.error().sentence();
  EXPECT_FALSE(comparison->agrees());
  EXPECT_EQ(in_words(*comparison).front(), "No events were carried. Events were not asked for.");
  EXPECT_FALSE(store().make_poison());
}

TEST(History, IsPlausibleFinishedAndTheSameForASeed) {
  TryOptions options = quiet();
  options.history_rows = 5'000;
  options.requests_per_second = 100;  // would be seen among the history
  std::vector<std::string> progress;
  options.progress = [&](const std::string& words) { progress.push_back(words); };
  const auto store = started(options);
  test::RawConnection raw(store->conninfo());
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "5000") << raw.scalar(
      "SELECT string_agg(k::text, E'\\n') FROM (SELECT * FROM onceover.keys ORDER BY fence DESC NULLS LAST "
      "LIMIT 5) k");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state NOT IN ('succeeded', 'failed')"), "0");
  EXPECT_EQ(
      raw.scalar(
          "SELECT (count(*) FILTER (WHERE state = 'failed') BETWEEN 25 AND 300)::text FROM onceover.keys"),
      "true");
  EXPECT_EQ(raw.scalar("SELECT count(DISTINCT (tenant, operation)) FROM onceover.keys"), "12");
  EXPECT_EQ(raw.scalar("SELECT (min(created_at) BETWEEN now() - interval '73 hours' AND now() - interval '71 "
                       "hours' AND max(created_at) <= now() AND max(created_at) > now() - interval '5 "
                       "minutes')::text FROM onceover.keys"),
            "true");
  // JSON that is what it says, and headers as the engine writes them.
  EXPECT_EQ(raw.scalar("SELECT count(DISTINCT convert_from(response_body, 'UTF8')::jsonb ->> 'status') FROM "
                       "onceover.keys WHERE state = 'succeeded'"),
            "1");
  EXPECT_EQ(raw.scalar("SELECT count(DISTINCT response_headers) FROM onceover.keys"), "2");
  const std::string digest = raw.scalar(
      "SELECT md5(string_agg(reference || customer || amount, ',' ORDER BY reference)) FROM onceover.keys");
  EXPECT_GT(std::stoi(raw.scalar("SELECT count(*) FROM onceover.counter_minutes")), 1'000)
      << "rolled up: charts begin at once";
  EXPECT_GE(progress.size(), 4u);
  const auto other = started(options);
  EXPECT_EQ(test::RawConnection(other->conninfo())
                .scalar("SELECT md5(string_agg(reference || customer || amount, ',' ORDER BY reference)) "
                        "FROM onceover.keys"),
            digest);
}

TEST(History, ReplaysOverHttp) {
  TryOptions options = quiet();
  options.history_rows = 500;
  const auto store = started(options);
  test::RawConnection raw(store->conninfo());
  const auto row = raw.exec(
      "SELECT key, tenant, (amount * 100)::bigint, currency, customer, reference, "
      "convert_from(response_body, 'UTF8') FROM onceover.keys WHERE operation = 'POST /payments' AND state = "
      "'succeeded' LIMIT 1")[0];
  const std::string body = "{\"customer\":\"" + *row[4] + "\",\"amount\":" + *row[2] + ",\"currency\":\"" +
                           *row[3] + "\",\"reference\":\"" + *row[5] + "\"}";
  const auto answer = store->post("/payments", *row[0], body, *row[1]);
  EXPECT_EQ(answer.status, 201) << answer.body;
  EXPECT_EQ(answer.header("Idempotency-Status"), "replayed");
  EXPECT_EQ(answer.body, *row[6]);
  EXPECT_EQ(answer.header("Content-Type"), "application/json");
}

TEST(FirstMinute, ShowsTrafficAndStuckKeysOnTopOfThreeDaysOfHistory) {
  TryOptions options;
  std::string words;
  options.progress = [&](const std::string& progress) { words += progress + "\n"; };
  const auto begun = Steady::now();
  auto started = TryStore::start(options);
  ASSERT_TRUE(started) << started.error().sentence();
  const auto& store = *started;
  std::printf("%s", words.c_str());
  test::RawConnection raw(store->conninfo());
  EXPECT_EQ(raw.scalar("SELECT (count(*) >= 10000)::text FROM onceover.keys"), "true")
      << "pages have rows at once";
  ASSERT_TRUE(store->wait_for_history(test::patience));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE owner !~ '[#@]'"), "200000");
  std::printf("the history was complete after %.1f s\n",
              std::chrono::duration<double>(Steady::now() - begun).count());
  const auto seen = [&](const std::string& condition) {
    return test::eventually([&] {
      return raw.scalar(
                 "SELECT count(*) FROM onceover.keys WHERE created_at > now() - interval '1 minute' AND " +
                 condition) != "0";
    });
  };
  EXPECT_TRUE(seen("state = 'succeeded'"));
  EXPECT_TRUE(seen("state = 'in_progress' AND locked_until < clock_timestamp()")) << "nothing is stuck";
  std::printf("the first stuck key was there after %.1f s\n",
              std::chrono::duration<double>(Steady::now() - begun).count());
  const auto stopping = Steady::now();
  store->stop();
  EXPECT_LT(Steady::now() - stopping, test::well_before_half_a_minute) << "the window closes at once";
}

TEST(FirstMinute, AStoreThatIsClosedBeforeItsHistoryIsCompleteEndsAtOnce) {
  TryOptions options = quiet();
  options.history_rows = 1'000'000;
  auto started = TryStore::start(options);
  ASSERT_TRUE(started) << started.error().sentence();
  EXPECT_FALSE((*started)->wait_for_history(std::chrono::milliseconds(1)));
  const auto stopping = Steady::now();
  (*started)->stop();
  EXPECT_LT(Steady::now() - stopping, test::well_before_half_a_minute);
  EXPECT_FALSE((*started)->wait_for_history(test::patience)) << "it will never be complete";
}

// A store in a process of its own, which says what a test must know to look for leftovers.
test::Process store_in_child() {
  return test::Process::forked([]() -> int {
    TryOptions options = quiet();
    options.traffic = options.events = true;
    const auto store = started(options);
    std::cout << store->gateway_config_path() << ' ' << port_of(store->service_url()) << ' '
              << store->gateway().port() << " ready" << std::endl;
    for (;;) ::pause();
  });
}

// Of a process: pid, parent and state, as /proc tells them; nullopt: gone.
struct Standing {
  pid_t parent = 0;
  char state = 0;
};
std::optional<Standing> standing_of(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return std::nullopt;
  std::istringstream words(text.substr(text.rfind(')') + 2));
  Standing standing;
  words >> standing.state >> standing.parent;
  return standing;
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto standing = standing_of(name);
    if (standing && standing->parent == parent) found.push_back(std::stoi(name));
  }
  return found;
}

bool is_gone(pid_t pid) {
  const auto standing = standing_of(std::to_string(pid));
  return !standing || standing->state == 'Z';
}

TEST(Leftovers, NothingSurvivesASigkillNotEvenAWorkerThatIsStopped) {
  auto child = store_in_child();
  ASSERT_TRUE(child.wait_for_out("ready")) << child.err();
  std::istringstream words(child.out());
  std::string config;
  int service = 0, gateway = 0;
  words >> config >> service >> gateway;
  EXPECT_EQ(call(service, {"POST", "/refunds", {}, "{}"}, std::chrono::seconds(5)).status, 400);
  const auto processes = children_of(child.pid());
  ASSERT_GE(processes.size(), kafka::is_built_in() ? 6u : 3u)
      << "the supervisor of PostgreSQL, two workers, broker, relay, consumer";
  for (const pid_t pid : processes) {
    std::ifstream words_of("/proc/" + std::to_string(pid) + "/cmdline");
    const std::string line{std::istreambuf_iterator<char>(words_of), {}};
    if (line.find("--onceover-try-worker") != std::string::npos) ::kill(pid, SIGSTOP);
  }
  child.kill(SIGKILL);
  for (const pid_t pid : processes) EXPECT_TRUE(test::eventually([&] { return is_gone(pid); })) << pid;
  const auto silent = [](int port) {
    return call(port, {"GET", "/", {}, ""}, std::chrono::seconds(1)).status == 0;
  };
  EXPECT_TRUE(test::eventually([&] { return silent(service) && silent(gateway); }));
  EXPECT_TRUE(test::eventually(
      [&] { return !std::filesystem::exists(std::filesystem::path(config).parent_path()); }));
}

TEST(Leftovers, StoppingTwiceIsHarmlessAndAsksNothingOfDeadWorkers) {
  const auto store = started(quiet());
  const int service = port_of(store->service_url());
  store->stop();
  store->stop();
  EXPECT_EQ(call(service, {"GET", "/", {}, ""}, std::chrono::seconds(1)).status, 0);
}

}  // namespace
}  // namespace onceover::try_it

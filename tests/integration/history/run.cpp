// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/run.h"

#include <fmt/format.h>

#include <thread>

#include "core/audit/verify.h"
#include "tests/integration/history/attendants.h"
#include "tests/integration/history/bulk.h"
#include "tests/integration/history/client.h"
#include "tests/integration/history/disturber.h"
#include "tests/integration/history/people.h"
#include "tests/integration/history/store.h"
#include "tests/support/complete.h"
#include "tests/support/eventually.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

constexpr int clients = 12, sweepers = 8, runners = 3;
constexpr Duration patient = std::chrono::seconds(10);
// Through the proxy a silence costs the whole deadline. A busy machine may pass it too: the outcome is then
// in doubt, which is what a deadline is for.
constexpr Duration hasty = milliseconds(150);
// A key is asked about at most so often before it is somebody's; each round sweeps once.
constexpr int most_rounds = 40;

class Run {
 public:
  explicit Run(const RunOptions& options)
      : options_(options),
        scene_(scene_to_play(options.seed)),
        plan_(plan_for(options.seed, options.keys, clients, scene_ == Scene::failover)),
        bank_(plan_, log_, pacer_),
        stage_(scene_, options.keys),
        proxy_(stage_.socket_dir()) {}

  RunResult whole() {
    if (scene_ == Scene::full_disk) bank_.answer_with(12'000);
    const auto begun = Steady::now();
    storm();
    result_.storm_ms = since(begun);
    bank_.calm();
    bank_.land_all();
    quiet();
    bank_.land_all();
    Recording& recording = result_.recording;
    recording.seed = options_.seed;
    recording.entries = log_.entries();
    recording.landings = bank_.landings();
    RawConnection raw(stage_.conninfo()), decoy(stage_.conninfo("decoy"));
    read_tables(
        raw, plan_, [this](std::int64_t db_us) { return stage_.true_us(db_us); }, recording);
    tell_totals(stage_.conninfo(), recording.plans);
    recording.written_elsewhere = written_into(decoy);
    recording.unlisted = std::move(unlisted_);
    if (const std::string missing = missing_keys(raw); !missing.empty())
      recording.unlisted.push_back("in the end: " + missing);
    if (const std::string behind = raw.scalar("SELECT found_behind FROM onceover.frontier"); behind != "0")
      recording.unlisted.push_back(behind + " keys were found behind the frontier by the full pass");
    recording.lost = stage_.lost();
    recording.clock_steps = stage_.clock_steps();
    verify_trail();
    result_.faults = bank_.faults();
    result_.scene = scene_;
    result_.whole_ms = since(begun);
    return std::move(result_);
  }

 private:
  static Scene scene_to_play(std::uint64_t seed) {
    const Scene wanted = scene_of(seed);
    return unavailable(wanted).empty() ? wanted : Scene::restarts;
  }
  void verify_trail() {
    auto connection = pg::Connection::open({.conninfo = stage_.conninfo(), .application_name = "history"});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    const auto verified = audit::verify(*connection);
    if (!verified) throw std::runtime_error(verified.error().sentence() + " " + verified.error().detail);
    for (const auto& finding : verified->findings)
      result_.recording.trail_faults.push_back(audit::sentence(finding));
    result_.seals = verified->seals;
  }
  static std::int64_t since(Steady::time_point begun) {
    return std::chrono::duration_cast<milliseconds>(Steady::now() - begun).count();
  }

  template <class Body>
  std::jthread actor(std::string name, Body body) {
    return std::jthread([this, name = std::move(name), body = std::move(body)](std::stop_token stop) {
      try {
        body(std::move(stop));
      } catch (const std::exception& error) {
        const std::scoped_lock lock(accidents_mutex_);
        result_.accidents.push_back(name + ": " + error.what());
      }
    });
  }

  void storm() {
    const std::string direct = stage_.conninfo(), proxied = proxy_.conninfo("history");
    const std::uint64_t seed = options_.seed;
    std::vector<std::jthread> attendants;
    for (int i = 0; i < sweepers; ++i) {
      attendants.push_back(actor(fmt::format("sweeper-{}", i), [=, this](std::stop_token stop) {
        sweep_until(std::move(stop), fmt::format("sweeper-{}", i), i < 2 ? proxied : direct,
                    i < 2 ? hasty : patient, i < 5 ? 0.0 : 0.08, bank_, seed);
      }));
    }
    for (int i = 0; i < static_cast<int>(std::size(persons)); ++i) {
      attendants.push_back(actor(fmt::format("operator-{}", i), [=, this](std::stop_token stop) {
        operate_until(std::move(stop), fmt::format("operator-{}", i), as_person(i), bank_, seed);
      }));
    }
    attendants.push_back(actor("planner", [=, this](std::stop_token stop) {
      make_plans_until(std::move(stop), as_person(0), bank_, seed);
    }));
    for (int i = 0; i < runners; ++i) {
      attendants.push_back(actor(fmt::format("runner-{}", i), [=, this](std::stop_token stop) {
        run_plans_until(std::move(stop), fmt::format("runner-{}", i), stage_,
                        i == 0 ? proxied : as_person(i % 2), bank_, seed);
      }));
    }
    attendants.push_back(actor(
        "reaper", [=, this](std::stop_token stop) { reap_until(std::move(stop), direct, bank_, seed); }));
    attendants.push_back(actor("auditor", [=, this](std::stop_token stop) {
      auto found = audit_until(std::move(stop), direct, bank_);
      const std::scoped_lock lock(accidents_mutex_);
      unlisted_ = std::move(found);
    }));
    std::jthread disturber = actor("disturber", [=, this](std::stop_token stop) {
      disturb_until(std::move(stop), stage_, proxy_, bank_, seed);
    });

    std::vector<std::jthread> crowd;
    for (int i = 0; i < clients; ++i) {
      crowd.push_back(actor(fmt::format("client-{}", i), [=, this](std::stop_token) {
        const bool through_proxy = i % 2 == 1;
        // One of them is ended by the server where it stands idle in a transaction.
        const std::string ended = i == 2 ? " options='-c idle_in_transaction_session_timeout=15'" : "";
        Client(fmt::format("client-{}", i), (through_proxy ? proxied : direct) + ended,
               through_proxy ? hasty : patient, bank_, seed)
            .run(plan_.scripts[static_cast<std::size_t>(i)]);
      }));
    }
    // Who settles goes first: the last keys are left as they lie, for the quiet to end them.
    crowd.front().join();
    for (auto& thread : attendants) thread.request_stop();
    for (auto& thread : crowd) {
      if (thread.joinable()) thread.join();
    }
    disturber.request_stop();
    disturber.join();
    pacer_.end();
  }

  std::string as_person(int i) const { return stage_.conninfo() + " user=" + persons[i]; }

  // Faults have stopped: clients come back for every key, sweepers sweep, a person settles what evidence can
  // settle.
  void quiet() {
    const std::string direct = stage_.conninfo();
    auto opened = pg::Connection::open({.conninfo = direct, .application_name = "history"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    RawConnection raw(direct);
    // Whoever had items in hand is gone; the waits for another try pass.
    raw.exec(
        "UPDATE onceover.plan_items SET taken_until = clock_timestamp() WHERE taken_until > "
        "clock_timestamp(); UPDATE onceover.plan_items SET next_try_at = clock_timestamp() WHERE next_try_at "
        "> clock_timestamp()");
    finish_plans(as_person(1), bank_, options_.seed);
    BankLine line(bank_, "sweeper-last", stream(options_.seed, "last line"));
    sweeper::Sweeper sweeper(*opened, tables::own(), line, sweep_config(),
                             {"sweeper-last", "host", "history"}, nullptr,
                             stream(options_.seed, "sweeper-last"));
    Client client("client-last", direct, patient, bank_, options_.seed);
    come_back(client, raw, "true");
    while (result_.rounds < most_rounds && any_open(raw)) {
      ++result_.rounds;
      // A plan leaves what it could not settle alone for a minute, which passes.
      raw.exec(
          "UPDATE onceover.cases SET next_try_at = clock_timestamp() WHERE status = 'open' AND next_try_at > "
          "clock_timestamp() + interval '1 s'");
      eventually([&] { return raw.scalar(something_to_do) == "t"; }, std::chrono::seconds(5));
      sweep_once(sweeper, log_, "sweeper-last");
      come_back(client, raw, open_key);
    }
    BankLine hand(bank_, "operator-last", stream(options_.seed, "last hand"));
    for (const RawRow& row :
         raw.exec("SELECT tenant, operation, key FROM onceover.cases WHERE status = 'needs_human'")) {
      settle_by_hand(*opened, bank_, hand, bank_.key_of({*row[0], *row[1], *row[2]}), "operator-last",
                     Duration{0});
    }
    // What a person released is for its client again.
    come_back(client, raw, open_key);
  }

  // With the payload the key knows; with the right one where it knows none.
  void come_back(Client& client, RawConnection& raw, const std::string& which) {
    std::map<int, bool> other_payload;
    for (const RawRow& row :
         raw.exec("SELECT tenant, operation, key, left(encode(fingerprint, 'hex'), 8) FROM onceover.keys k "
                  "LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE " +
                  which)) {
      const int key = bank_.key_of({*row[0], *row[1], *row[2]});
      other_payload[key] =
          *row[3] != shortened(request_of(plan_.keys[static_cast<std::size_t>(key)], false, "").fingerprint);
    }
    if (which == "true") {
      for (std::size_t i = 0; i < plan_.keys.size(); ++i) other_payload.insert({static_cast<int>(i), false});
    }
    for (const auto& [key, other] : other_payload) {
      Step step;
      step.key = key;
      step.other_payload = other;
      client.visit(step);
    }
  }

  // A released key whose time to retry is over, and about which nothing more can be learned, waits.
  static constexpr const char* open_key =
      "state NOT IN ('succeeded', 'failed') AND c.status IS DISTINCT FROM 'needs_human' AND NOT (state = "
      "'released' AND retry_before <= clock_timestamp() AND c.status IS NOT DISTINCT FROM 'open' AND "
      "COALESCE(c.reason, '') LIKE 'Released,%It waits.')";
  bool any_open(RawConnection& raw) {
    return raw.scalar(std::string("SELECT EXISTS (SELECT FROM onceover.keys k LEFT JOIN onceover.cases c "
                                  "USING (tenant, operation, key) WHERE ") +
                      open_key + ")") == "t";
  }

  // A sweep would find something, or a client could go on.
  static constexpr const char* something_to_do =
      "SELECT EXISTS (SELECT FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key) "
      "WHERE state = 'released' OR (state = 'in_progress' AND locked_until <= clock_timestamp() AND "
      "(c.status IS NULL OR c.status = 'settled' OR (c.status = 'open' AND c.next_try_at <= "
      "clock_timestamp()))))";

  RunOptions options_;
  Scene scene_;
  RunResult result_;
  std::mutex accidents_mutex_;
  std::vector<std::string> unlisted_;
  Log log_;
  Pacer pacer_;
  Plan plan_;
  Bank bank_;
  Stage stage_;
  PgProxy proxy_;
};

}  // namespace

RunResult run(const RunOptions& options) {
  const auto begun = Steady::now();
  Run one(options);
  const auto set_up = std::chrono::duration_cast<milliseconds>(Steady::now() - begun);
  RunResult result = one.whole();
  result.set_up_ms = set_up.count();
  return result;
}

}  // namespace onceover::test::history

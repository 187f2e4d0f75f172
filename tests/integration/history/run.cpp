#include "tests/integration/history/run.h"

#include <fmt/format.h>

#include <thread>

#include "tests/integration/history/attendants.h"
#include "tests/integration/history/client.h"
#include "tests/integration/history/store.h"
#include "tests/support/eventually.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

constexpr int clients = 12, sweepers = 3, operators = 2;
constexpr Duration patient = std::chrono::seconds(10);
// Through the proxy a silence costs the whole deadline. A busy machine may pass it too: the outcome is then in doubt, which is what a
// deadline is for.
constexpr Duration hasty = milliseconds(150);
// A key is asked about at most so often before it is somebody's; each round sweeps once.
constexpr int most_rounds = 40;

class Run {
 public:
  explicit Run(const RunOptions& options)
      : options_(options),
        plan_(plan_for(options.seed, options.keys, clients)),
        bank_(plan_, log_, pacer_),
        database_(recorded_schema()),
        proxy_(shared_server().socket_dir()) {}

  RunResult whole() {
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
    auto raw = database_.connect();
    read_tables(raw, plan_, recording);
    result_.faults = bank_.faults();
    result_.whole_ms = since(begun);
    return std::move(result_);
  }

 private:
  static std::int64_t since(Steady::time_point begun) { return std::chrono::duration_cast<milliseconds>(Steady::now() - begun).count(); }

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
    const std::string direct = database_.conninfo(), proxied = proxy_.conninfo(database_.name());
    const std::uint64_t seed = options_.seed;
    std::vector<std::jthread> attendants;
    for (int i = 0; i < sweepers; ++i) {
      attendants.push_back(actor(fmt::format("sweeper-{}", i), [=, this](std::stop_token stop) {
        sweep_until(std::move(stop), fmt::format("sweeper-{}", i), i == 0 ? proxied : direct, i == 0 ? hasty : patient, bank_, seed);
      }));
    }
    for (int i = 0; i < operators; ++i) {
      attendants.push_back(actor(fmt::format("operator-{}", i), [=, this](std::stop_token stop) {
        operate_until(std::move(stop), fmt::format("operator-{}", i), direct, bank_, seed);
      }));
    }
    attendants.push_back(actor("reaper", [=, this](std::stop_token stop) { reap_until(std::move(stop), direct, bank_, seed); }));
    std::jthread disturber =
        actor("disturber", [=, this](std::stop_token stop) { disturb_until(std::move(stop), direct, proxy_, bank_, seed); });

    std::vector<std::jthread> crowd;
    for (int i = 0; i < clients; ++i) {
      crowd.push_back(actor(fmt::format("client-{}", i), [=, this](std::stop_token) {
        const bool through_proxy = i % 2 == 1;
        Client(fmt::format("client-{}", i), through_proxy ? proxied : direct, through_proxy ? hasty : patient, bank_, seed)
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
    pacer_.end();
  }

  // Faults have stopped: clients come back for every key, sweepers sweep, a person settles what evidence can settle.
  void quiet() {
    const std::string direct = database_.conninfo();
    auto opened = pg::Connection::open({.conninfo = direct, .application_name = "history"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    auto raw = database_.connect();
    BankLine line(bank_, "sweeper-last", stream(options_.seed, "last line"));
    sweeper::Sweeper sweeper(*opened, profile::own(), line, sweep_config(), {"sweeper-last", "host", "history"}, nullptr,
                             stream(options_.seed, "sweeper-last"));
    Client client("client-last", direct, patient, bank_, options_.seed);
    come_back(client, raw, "true");
    while (result_.rounds < most_rounds && any_open(raw)) {
      ++result_.rounds;
      eventually([&] { return raw.scalar(something_to_do) == "t"; }, std::chrono::seconds(5));
      sweep_once(sweeper, log_, "sweeper-last");
      come_back(client, raw, open_key);
    }
    BankLine hand(bank_, "operator-last", stream(options_.seed, "last hand"));
    for (const RawRow& row : raw.exec("SELECT tenant, operation, key FROM onceover.cases WHERE status = 'needs_human'")) {
      settle_by_hand(*opened, bank_, hand, bank_.key_of({*row[0], *row[1], *row[2]}), "operator-last", Duration{0});
    }
    // What a person released is for its client again.
    come_back(client, raw, open_key);
  }

  // With the payload the key knows; with the right one where it knows none.
  void come_back(Client& client, RawConnection& raw, const std::string& which) {
    std::map<int, bool> other_payload;
    for (const RawRow& row : raw.exec("SELECT tenant, operation, key, left(encode(fingerprint, 'hex'), 8) FROM onceover.keys k "
                                      "LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE " +
                                      which)) {
      const int key = bank_.key_of({*row[0], *row[1], *row[2]});
      other_payload[key] = *row[3] != shortened(request_of(plan_.keys[static_cast<std::size_t>(key)], false, "").fingerprint);
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

  static constexpr const char* open_key = "state NOT IN ('succeeded', 'failed') AND c.status IS DISTINCT FROM 'needs_human'";
  bool any_open(RawConnection& raw) {
    return raw.scalar(
               std::string("SELECT EXISTS (SELECT FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE ") +
               open_key + ")") == "t";
  }

  // A sweep would find something, or a client could go on.
  static constexpr const char* something_to_do =
      "SELECT EXISTS (SELECT FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key) "
      "WHERE state = 'released' OR (state = 'in_progress' AND locked_until <= clock_timestamp() "
      "AND (c.status IS NULL OR c.status = 'settled' OR (c.status = 'open' AND c.next_try_at <= clock_timestamp()))))";

  RunOptions options_;
  RunResult result_;
  std::mutex accidents_mutex_;
  Log log_;
  Pacer pacer_;
  Plan plan_;
  Bank bank_;
  TestDatabase database_;
  PgProxy proxy_;
};

}  // namespace

RunResult run(const RunOptions& options) { return Run(options).whole(); }

}  // namespace onceover::test::history

#include "tests/integration/history/attendants.h"

#include <fmt/format.h>

#include "core/reconcile/settle_flow.h"
#include "core/reconcile/stop_switch.h"
#include "core/sweeper/reaper.h"
#include "tests/support/raw.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

// nullopt where the run ended first.
std::optional<pg::Connection> connect_until(const std::stop_token& stop, const std::string& conninfo, Duration deadline, Bank& bank) {
  while (!stop.stop_requested()) {
    auto opened = pg::Connection::open(
        {.conninfo = conninfo, .application_name = "history", .connect_timeout = std::chrono::seconds(5), .deadline = deadline});
    if (opened) return std::move(*opened);
    bank.pacer().rest(milliseconds(5));
  }
  return std::nullopt;
}

// A person's answer for an effect whose response no template makes.
key::StoredResponse supplied_by(const std::string& name) {
  return {key::response_version, 201, {{"Content-Type", "application/json"}}, fmt::format(R"({{"by":"{}"}})", name)};
}

struct Trap {
  TrapAt at;
  TrapThen then;
  const char* text;
  const char* name;
};

constexpr Trap traps[] = {
    {TrapAt::sync, TrapThen::cut_before, "", "cut before a sync"},
    {TrapAt::sync, TrapThen::cut_after, "", "cut after a sync"},
    {TrapAt::sync, TrapThen::swallow, "", "silence after a sync"},
    {TrapAt::sync, TrapThen::silent_before, "", "silence before a sync"},
    {TrapAt::commit, TrapThen::cut_before, "", "cut before a COMMIT"},
    {TrapAt::commit, TrapThen::cut_after, "", "cut after a COMMIT"},
    {TrapAt::commit, TrapThen::swallow, "", "silence after a COMMIT"},
    {TrapAt::text, TrapThen::cut_after, "UPDATE onceover.keys", "cut after an update of a key"},
};

class Disturber {
 public:
  Disturber(std::stop_token stop, const std::string& conninfo, PgProxy& proxy, Bank& bank, std::uint64_t seed)
      : stop_(std::move(stop)), proxy_(proxy), bank_(bank), random_(stream(seed, "disturber")), raw_(conninfo), switch_(open(conninfo)) {}

  void run() {
    while (!stop_.stop_requested()) {
      const auto drawn = random_.below(100);
      if (drawn < 45) {
        spring();
      } else if (drawn < 62) {
        signal("pg_terminate_backend", "backend terminated");
      } else if (drawn < 74) {
        signal("pg_cancel_backend", "statement cancelled");
      } else if (drawn < 82) {
        note("every connection at the proxy cut");
        proxy_.cut_now();
      } else if (drawn < 90) {
        hold_a_row();
      } else {
        flick();
      }
      bank_.pacer().rest(milliseconds(5 + random_.below(25)));
    }
    proxy_.pass();
  }

 private:
  static pg::Connection open(const std::string& conninfo) {
    auto opened = pg::Connection::open({.conninfo = conninfo, .application_name = "history operator"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  void note(const std::string& fault) {
    bank_.count(fault);
    bank_.log().add({.actor = "disturber", .phase = Phase::ok, .act = Act::fault, .result = fault});
  }
  void spring() {
    const Trap& trap = traps[random_.below(std::size(traps))];
    proxy_.pass();  // what an earlier trap held back arrives now, late
    proxy_.trap(trap.at, trap.then, trap.text, static_cast<int>(random_.below(6)));
    note(trap.name);
  }
  void signal(const std::string& function, const std::string& name) {
    const auto hit = raw_.exec("SELECT " + function +
                                   "(pid) FROM pg_stat_activity WHERE application_name = 'history' AND datname = current_database() "
                                   "ORDER BY pid OFFSET $1::bigint LIMIT 1",
                               {std::to_string(random_.below(16))});
    if (!hit.empty()) note(name);
  }
  // Longer than a lease: who waits for the row must not get a stale one.
  void hold_a_row() {
    const key::Identity& id = bank_.keys()[random_.below(bank_.keys().size())].facts.id;
    raw_.exec("BEGIN");
    const auto held = raw_.exec("SELECT FROM onceover.keys WHERE tenant = $1 AND operation = $2 AND key = $3 FOR UPDATE SKIP LOCKED",
                                {id.tenant, id.operation, id.key});
    if (!held.empty()) {
      note("row held");
      bank_.pacer().rest(milliseconds(30 + random_.below(120)));
    }
    raw_.exec("COMMIT");
  }
  void flick() {
    note("stop switch");
    set(true);
    bank_.pacer().rest(milliseconds(20 + random_.below(100)));
    set(false);
  }
  void set(bool stopped) {
    const Act act = stopped ? Act::stop : Act::start;
    const int call = bank_.log().add({.actor = "disturber", .act = act});
    const auto done = reconcile::set_stop_switch(switch_, stopped, "history", {"disturber", "host", "history"});
    if (!done) throw std::runtime_error(done.error().sentence());
    bank_.log().add({.actor = "disturber", .call = call, .phase = Phase::ok, .act = act});
  }

  std::stop_token stop_;
  PgProxy& proxy_;
  Bank& bank_;
  Random random_;
  RawConnection raw_;
  pg::Connection switch_;
};

}  // namespace

sweeper::SweepConfig sweep_config() {
  sweeper::SweepConfig config;
  config.batch = 25;
  config.own_lease = milliseconds(60);
  config.ask_timeout = milliseconds(50);
  config.max_attempts = 6;
  config.backoff_base = milliseconds(10);
  config.backoff_cap = milliseconds(60);
  config.retry_budget = {.ratio = 1, .per_second = 10'000, .burst = 10'000};
  return config;
}

std::optional<sweeper::SweepCounts> sweep_once(sweeper::Sweeper& sweeper, Log& log, const std::string& actor) {
  const int call = log.add({.actor = actor, .act = Act::sweep});
  auto counts = sweeper.run_once();
  if (!counts) {
    log.add({.actor = actor, .call = call, .phase = phase_of(counts.error()), .act = Act::sweep, .result = words_of(counts.error())});
    return std::nullopt;
  }
  log.add({.actor = actor,
           .call = call,
           .phase = Phase::ok,
           .act = Act::sweep,
           .result = fmt::format("owned {}, lost {}{}", counts->owned, counts->lost, counts->stopped ? ", stopped" : "")});
  return *counts;
}

void sweep_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Duration deadline, Bank& bank,
                 std::uint64_t seed) {
  Random random = stream(seed, name);
  BankLine line(bank, name, stream(seed, name + "'s line"));
  auto connection = connect_until(stop, conninfo, deadline, bank);
  if (!connection) return;
  while (!stop.stop_requested()) {
    // Replaced now and then, as daemons are: its breaker and budget start anew.
    sweeper::Sweeper sweeper(*connection, profile::own(), line, sweep_config(), {name, "host", "history"}, nullptr, random);
    for (int pass = 0; pass < 20 && !stop.stop_requested(); ++pass) {
      if (connection->is_open() || connection->reopen()) sweep_once(sweeper, bank.log(), name);
      bank.pacer().rest(milliseconds(5 + random.below(30)));
    }
  }
}

void reap_until(std::stop_token stop, const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  Random random = stream(seed, "reaper");
  auto connection = connect_until(stop, conninfo, std::chrono::seconds(2), bank);
  if (!connection) return;
  while (!stop.stop_requested()) {
    sweeper::ReapConfig config;
    config.batch = static_cast<int>(1 + random.below(50));
    // An error is a fault of the run's own making; the next pass reaps what this one did not.
    if (connection->is_open() || connection->reopen()) (void)sweeper::reap(*connection, config, nullptr);
    bank.pacer().rest(milliseconds(10 + random.below(60)));
  }
}

bool settle_by_hand(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key, const std::string& name, Duration thinks) {
  const key::Identity& id = bank.keys()[static_cast<std::size_t>(key)].facts.id;
  auto row = reconcile::read(connection, profile::own(), id);
  if (!row || !*row || !(*row)->is_stuck(Timestamp{Log::now_us()})) return false;
  const auto options = reconcile::AskOptions{Steady::now() + milliseconds(50), 1000, false};
  const auto asked = reconcile::ask(line, {**row}, Timestamp{Log::now_us()}, options).front();
  if (!reconcile::is_offered(asked.verdict.kind)) return false;
  reconcile::Confirmed confirmed{reconcile::seen(**row), asked.verdict, {}, "history", ""};
  if (asked.verdict.kind == reconcile::VerdictKind::done_needs_response) confirmed.supplied = supplied_by(name);
  bank.pacer().rest(thinks);
  const int call = bank.log().add(
      {.actor = name, .act = Act::settle, .key = key, .fence = (*row)->fence, .result = std::string(word(asked.verdict.kind))});
  const auto outcome = reconcile::settle_confirmed(connection, profile::own(), line, confirmed, {name, "desk", "history"},
                                                   {.lease = milliseconds(80), .next_try_in = milliseconds(20), .max_attempts = 1000});
  Entry end{.actor = name, .call = call, .phase = Phase::ok, .act = Act::settle, .key = key};
  if (!outcome) {
    end.phase = phase_of(outcome.error());
    end.result = words_of(outcome.error());
  } else if (const auto* settled = std::get_if<reconcile::FlowSettled>(&*outcome)) {
    end.result = "settled " + settled->settled.after.state_word;
    end.fence = settled->settled.after.fence;
  } else {
    end.result = std::holds_alternative<reconcile::FlowChanged>(*outcome) ? "changed" : "evidence changed";
  }
  bank.log().add(std::move(end));
  return outcome.has_value();
}

void operate_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Bank& bank, std::uint64_t seed) {
  Random random = stream(seed, name);
  BankLine line(bank, name, stream(seed, name + "'s line"));
  auto connection = connect_until(stop, conninfo, std::chrono::seconds(2), bank);
  if (!connection) return;
  while (!stop.stop_requested()) {
    if (!connection->is_open() && !connection->reopen()) continue;
    auto stuck = connection->exec(
        "SELECT tenant, operation, key FROM onceover.keys WHERE state = 'in_progress' AND locked_until <= clock_timestamp() "
        "ORDER BY created_at DESC OFFSET $1::bigint LIMIT 1",
        pg::Params().integer(static_cast<std::int64_t>(random.below(20))));
    if (stuck && !stuck->empty()) {
      settle_by_hand(*connection, bank, line, bank.key_of({stuck->text(0, 0), stuck->text(0, 1), stuck->text(0, 2)}), name,
                     milliseconds(random.below(40)));
    }
    bank.pacer().rest(milliseconds(10 + random.below(30)));
  }
}

void disturb_until(std::stop_token stop, const std::string& conninfo, PgProxy& proxy, Bank& bank, std::uint64_t seed) {
  Disturber(std::move(stop), conninfo, proxy, bank, seed).run();
}

}  // namespace onceover::test::history

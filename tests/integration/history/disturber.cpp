// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/disturber.h"

#include <fmt/format.h>

#include "core/reconcile/stop_switch.h"
#include "tests/support/eventually.h"
#include "tests/support/raw.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

struct Trap {
  TrapAt at;
  TrapThen then;
  const char* text;
  const char* name;
};

constexpr Trap traps[] = {
    {TrapAt::sync, TrapThen::cut_before, "", "F4 cut before a sync"},
    {TrapAt::sync, TrapThen::cut_after, "", "F4 cut after a sync"},
    {TrapAt::sync, TrapThen::swallow, "", "F4 silence after a sync"},
    {TrapAt::sync, TrapThen::silent_before, "", "F4 silence before a sync"},
    {TrapAt::commit, TrapThen::cut_before, "", "F4 cut before a COMMIT"},
    {TrapAt::commit, TrapThen::cut_after, "", "F4 cut after a COMMIT"},
    {TrapAt::commit, TrapThen::swallow, "", "F4 silence after a COMMIT"},
    {TrapAt::text, TrapThen::cut_after, "UPDATE onceover.keys", "F4 cut after an update of a key"},
};

class Disturber {
 public:
  Disturber(std::stop_token stop, Stage& stage, PgProxy& proxy, Bank& bank, std::uint64_t seed)
      : stop_(std::move(stop)),
        stage_(stage),
        proxy_(proxy),
        bank_(bank),
        random_(stream(seed, "disturber")) {}

  void run() {
    int until_trouble = static_cast<int>(3 + random_.below(5));
    while (!stop_.stop_requested()) {
      if (--until_trouble == 0) {
        trouble();
        until_trouble = static_cast<int>(15 + random_.below(25));
      }
      try {
        small_thing();
      } catch (const std::exception&) {
        raw_.reset();  // its own connection broke: the server was away, or full
      }
      bank_.pacer().rest(milliseconds(5 + random_.below(25)));
    }
    if (troubles_ == 0) trouble();
    proxy_.pass();
    stage_.settle_down();
    if (!eventually([&] { return set(false); })) throw std::runtime_error("the stop switch cannot be lifted");
  }

 private:
  void trouble() {
    ++troubles_;
    stage_.trouble(random_, bank_);
  }
  void small_thing() {
    if (!raw_) raw_.emplace(stage_.conninfo());
    const auto drawn = random_.below(100);
    if (drawn < 45) {
      spring();
    } else if (drawn < 62) {
      signal("pg_terminate_backend", "F5 backend terminated");
    } else if (drawn < 74) {
      signal("pg_cancel_backend", "statement cancelled");
    } else if (drawn < 82) {
      note("F4 every connection at the proxy cut");
      proxy_.cut_now();
    } else if (drawn < 90) {
      hold_a_row();
    } else {
      flick();
    }
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
    // The one is chosen first: in one query the function would be called for those before it, too.
    const auto hit = raw_->exec(
        "SELECT " + function +
            "(pid) FROM (SELECT pid FROM pg_stat_activity WHERE application_name = 'history' AND datname = "
            "current_database() ORDER BY pid OFFSET $1::bigint LIMIT 1) AS one",
        {std::to_string(random_.below(30))});
    if (!hit.empty()) note(name);
  }
  // Longer than a lease: who waits for the row must not get a stale one.
  void hold_a_row() {
    const key::Identity& id = bank_.keys()[random_.below(bank_.keys().size())].facts.id;
    raw_->exec("BEGIN");
    const auto held = raw_->exec(
        "SELECT FROM onceover.keys WHERE tenant = $1 AND operation = $2 AND key = $3 FOR UPDATE SKIP LOCKED",
        {id.tenant, id.operation, id.key});
    if (!held.empty()) {
      note("row held");
      bank_.pacer().rest(milliseconds(30 + random_.below(120)));
    }
    raw_->exec("COMMIT");
  }
  void flick() {
    if (set(true)) note("stop switch");
    bank_.pacer().rest(milliseconds(20 + random_.below(100)));
    set(false);  // where that fails it stays on until the next one, or the end
  }
  // What was said, and so whether it stands for sure, is on the log.
  bool set(bool stopped) {
    if (!switch_) {
      auto opened =
          pg::Connection::open({.conninfo = stage_.conninfo(), .application_name = "history operator"});
      if (!opened) return false;
      switch_.emplace(std::move(*opened));
    }
    if (!switch_->is_open() && !switch_->reopen()) return false;
    const Act act = stopped ? Act::stop : Act::start;
    const int call = bank_.log().add({.actor = "disturber", .act = act});
    const auto done =
        reconcile::set_stop_switch(*switch_, stopped, "history", {"disturber", "host", "history"});
    bank_.log().add({.actor = "disturber",
                     .call = call,
                     .phase = done ? Phase::ok : phase_of(done.error()),
                     .act = act,
                     .result = done ? "" : words_of(done.error())});
    return done.has_value();
  }

  std::stop_token stop_;
  Stage& stage_;
  PgProxy& proxy_;
  Bank& bank_;
  Random random_;
  std::optional<RawConnection> raw_;
  std::optional<pg::Connection> switch_;
  int troubles_ = 0;
};

}  // namespace

void disturb_until(std::stop_token stop, Stage& stage, PgProxy& proxy, Bank& bank, std::uint64_t seed) {
  Disturber(std::move(stop), stage, proxy, bank, seed).run();
}

}  // namespace onceover::test::history

// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/people.h"

#include <fmt/format.h>

#include <thread>

#include "core/approval/approval.h"
#include "core/pg/transaction.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/undo.h"
#include "tests/integration/history/attendants.h"
#include "tests/support/settle_own.h"

namespace onceover::test::history {
namespace {

using std::chrono::milliseconds;

audit::Actor person(const std::string& name) { return {name, "desk", "history"}; }

// Each call bears its number into the trail, so that its row is known by no clock.
std::string reason_of(int call) { return fmt::format("history #{}", call); }

// A person's answer for an effect whose response no template makes.
key::StoredResponse supplied_by(const std::string& name, int code = 201) {
  return {key::response_version,
          code,
          {{"Content-Type", "application/json"}},
          fmt::format(R"({{"by":"{}"}})", name)};
}

struct Confirmed {
  browse::KeyRow seen;
  reconcile::Instruction instruction;
};

// What is on the screen of a person who is about to say yes.
std::optional<Confirmed> look(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key,
                              const std::string& name) {
  const key::Identity& id = bank.keys()[static_cast<std::size_t>(key)].facts.id;
  auto row = reconcile::read(connection, tables::own(), id);
  if (!row || !*row || key::is_final((*row)->state)) return std::nullopt;
  const auto now = pg::server_time(connection);
  if (!now || !(*row)->is_stuck(*now)) return std::nullopt;
  const auto options = reconcile::AskOptions{Steady::now() + milliseconds(50), 1000, false};
  const auto asked = reconcile::ask(line, {**row}, *now, options).front();
  if (!reconcile::is_offered(asked.verdict.kind)) return std::nullopt;
  Confirmed confirmed{**row, wish_for(asked.verdict, {})};
  confirmed.instruction.next_try_in = milliseconds(20);
  if (asked.verdict.kind == reconcile::VerdictKind::done_needs_response)
    confirmed.instruction.response = supplied_by(name);
  return confirmed;
}

bool confirm(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key, Confirmed confirmed,
             const std::string& name) {
  const int call = bank.log().add({.actor = name,
                                   .act = Act::settle,
                                   .key = key,
                                   .fence = confirmed.seen.fence,
                                   .result = std::string(word(confirmed.instruction.confirmed->kind))});
  confirmed.instruction.request.reason = reason_of(call);
  const auto outcome = settle_own(connection, &line, confirmed.seen, confirmed.instruction, person(name),
                                  {.lease = milliseconds(80), .max_attempts = 1000});
  Entry end{.actor = name, .call = call, .phase = Phase::ok, .act = Act::settle, .key = key};
  if (!outcome) {
    end.phase = phase_of(outcome.error());
    end.result = words_of(outcome.error());
  } else if (const auto* settled = std::get_if<reconcile::RowSettled>(&*outcome)) {
    end.result = "settled " + settled->after->state_word;
    end.fence = settled->after->fence;
  } else if (const auto* changed = std::get_if<reconcile::RowChanged>(&*outcome)) {
    end.result = "changed: " + reconcile::sentence(*changed, reconcile::fenced(confirmed.seen));
  } else {
    end.result = "evidence changed";
  }
  bank.log().add(std::move(end));
  return outcome.has_value();
}

class Person {
 public:
  Person(std::stop_token stop, std::string name, const std::string& conninfo, Bank& bank, std::uint64_t seed)
      : stop_(std::move(stop)),
        name_(std::move(name)),
        conninfo_(conninfo),
        bank_(bank),
        random_(stream(seed, name_)),
        line_(bank, name_, stream(seed, name_ + "'s line")),
        other_line_(bank, name_, stream(seed, name_ + "'s other line")) {}

  void run() {
    while (!stop_.stop_requested()) {
      if (connected(connection_) && connected(other_)) act();
      bank_.pacer().rest(milliseconds(1 + random_.below(10)));
    }
  }

 private:
  bool connected(std::optional<pg::Connection>& connection) {
    if (!connection) connection = connect_until(stop_, conninfo_, std::chrono::seconds(2), bank_);
    return connection && (connection->is_open() || connection->reopen());
  }
  void act() {
    const auto drawn = random_.below(100);
    if (drawn < 40) {
      settle();
    } else if (drawn < 60) {
      double_click();
    } else if (drawn < 70) {
      undo();
    } else if (drawn < 82) {
      ask_second();
    } else {
      decide();
    }
  }

  std::optional<int> one_stuck() {
    auto stuck = connection_->exec(
        "SELECT tenant, operation, key FROM onceover.keys WHERE state = 'in_progress' AND locked_until <= "
        "clock_timestamp() ORDER BY created_at DESC OFFSET $1::bigint LIMIT 1",
        pg::Params().integer(static_cast<std::int64_t>(random_.below(30))));
    if (!stuck || stuck->empty()) return std::nullopt;
    return bank_.key_of({stuck->text(0, 0), stuck->text(0, 1), stuck->text(0, 2)});
  }
  // Now and then for so long that the view is an old one.
  Duration thinks() { return milliseconds(random_.below(random_.chance(0.2) ? 250 : 30)); }

  void settle() {
    if (const auto key = one_stuck()) settle_by_hand(*connection_, bank_, line_, *key, name_, thinks());
  }

  void double_click() {
    const auto key = one_stuck();
    if (!key) return;
    const auto confirmed = look(*connection_, bank_, line_, *key, name_);
    if (!confirmed) return;
    bank_.pacer().rest(thinks());
    bank_.count("F23 double click");
    const std::jthread second([&] { confirm(*other_, bank_, other_line_, *key, *confirmed, name_); });
    confirm(*connection_, bank_, line_, *key, *confirmed, name_);
  }

  void undo() {
    auto released = connection_->exec(
        "SELECT id, tenant, operation, key FROM onceover.audit WHERE action = 'settle' AND to_state = "
        "'released' ORDER BY id DESC OFFSET $1::bigint LIMIT 1",
        pg::Params().integer(static_cast<std::int64_t>(random_.below(5))));
    if (!released || released->empty()) return;
    const std::int64_t act = released->integer(0, 0);
    const int key = bank_.key_of({released->text(0, 1), released->text(0, 2), released->text(0, 3)});
    const int call = bank_.log().add({.actor = name_, .act = Act::undo, .key = key, .about = act});
    const auto outcome =
        reconcile::undo(*connection_, tables::own(), {}, act, person(name_), reason_of(call), "INC-3");
    Entry end{.actor = name_, .call = call, .phase = Phase::ok, .act = Act::undo, .key = key, .about = act};
    if (!outcome) {
      end.phase = phase_of(outcome.error());
      end.result = words_of(outcome.error());
    } else {
      end.result = std::holds_alternative<reconcile::Undone>(*outcome) ? "undone" : "changed";
    }
    bank_.log().add(std::move(end));
  }

  // Where no evidence will ever do, a person asks the bank's clerk, who blocks what has not happened, and a
  // second one agrees.
  void ask_second() {
    const auto key = one_stuck();
    if (!key) return;
    const KeyFacts& facts = bank_.keys()[static_cast<std::size_t>(*key)].facts;
    if (is_local(facts.way) || facts.may_be_reaped) return;
    auto row = reconcile::read(*connection_, tables::own(), facts.id);
    if (!row || !*row || key::is_final((*row)->state)) return;
    auto owned = reconcile::own(*connection_, tables::own(), reconcile::fenced(**row), milliseconds(400),
                                person(name_), "the clerk is asked");
    if (!owned || !std::holds_alternative<reconcile::Owned>(*owned)) return;
    const int asking = bank_.log().add({.actor = name_, .act = Act::phone, .key = *key});
    const bool happened = bank_.by_phone(*key);
    bank_.log().add({.actor = name_,
                     .call = asking,
                     .phase = Phase::ok,
                     .act = Act::phone,
                     .key = *key,
                     .result = happened ? "it happened" : "it is blocked"});
    reconcile::Settlement settlement{.id = facts.id, .fence = std::get<reconcile::Owned>(*owned).row.fence};
    settlement.verb = happened ? tables::Verb::succeed : tables::Verb::fail;
    settlement.response = supplied_by(name_, happened ? 201 : 422);
    settlement.verdict = "needs_human";
    settlement.evidence_json = R"({"said": "by the bank's clerk"})";
    const int call =
        bank_.log().add({.actor = name_, .act = Act::ask_second, .key = *key, .fence = settlement.fence});
    settlement.reason = reason_of(call);
    const auto outcome =
        reconcile::ask_approval(*connection_, tables::own(), settlement, person(name_), "INC-2");
    Entry end{.actor = name_, .call = call, .phase = Phase::ok, .act = Act::ask_second, .key = *key};
    if (!outcome) {
      end.phase = phase_of(outcome.error());
      end.result = words_of(outcome.error());
    } else if (const auto* waiting = std::get_if<reconcile::Waiting>(&*outcome)) {
      end.result = "waits";
      end.about = waiting->approval;
    } else {
      end.result = "changed";
    }
    bank_.log().add(std::move(end));
  }

  void decide() {
    auto waiting = approval::list(*connection_, false, 50);
    if (!waiting || waiting->empty()) return;
    const approval::Approval& one = (*waiting)[random_.below(waiting->size())];
    if (random_.chance(0.05)) {
      (void)approval::refuse(*connection_, one.id, person(name_), "not shown");
      return;
    }
    // His own he may not approve, and is told so: tried all the same, now and then.
    if (one.is_mine && !random_.chance(0.2)) return;
    if (!one.is_mine && random_.chance(0.3)) {
      bank_.count("F23 double click");
      const std::jthread second([&] { approve(*other_, one); });
      return approve(*connection_, one);
    }
    approve(*connection_, one);
  }
  void approve(pg::Connection& connection, const approval::Approval& one) {
    const int key = bank_.key_of(one.known_as);
    const int call = bank_.log().add({.actor = name_, .act = Act::approve, .key = key, .about = one.id});
    const auto outcome = approval::approve(connection, one.id, person(name_), "seen");
    Entry end{
        .actor = name_, .call = call, .phase = Phase::ok, .act = Act::approve, .key = key, .about = one.id};
    if (!outcome) {
      end.phase = phase_of(outcome.error());
      end.result = words_of(outcome.error());
    } else {
      constexpr const char* said[] = {"approved", "outdated", "decided", "not now"};
      end.result = said[outcome->index()];
    }
    if (end.result == "approved" && one.is_mine) end.result = "approved, his own";
    bank_.log().add(std::move(end));
  }

  std::stop_token stop_;
  std::string name_, conninfo_;
  Bank& bank_;
  Random random_;
  BankLine line_, other_line_;
  std::optional<pg::Connection> connection_, other_;
};

}  // namespace

bool settle_by_hand(pg::Connection& connection, Bank& bank, gateway::Gateway& line, int key,
                    const std::string& name, Duration thinks) {
  const auto confirmed = look(connection, bank, line, key, name);
  if (!confirmed) return false;
  bank.pacer().rest(thinks);
  return confirm(connection, bank, line, key, *confirmed, name);
}

void operate_until(std::stop_token stop, const std::string& name, const std::string& conninfo, Bank& bank,
                   std::uint64_t seed) {
  Person(std::move(stop), name, conninfo, bank, seed).run();
}

}  // namespace onceover::test::history

// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/bank.h"

#include <fmt/format.h>

#include <algorithm>

namespace onceover::test::history {
namespace {

using gateway::Evidence;
using gateway::Finding;

Evidence finding(Finding what, std::string why) {
  Evidence evidence;
  evidence.finding = what;
  evidence.why = std::move(why);
  return evidence;
}

constexpr Duration lag = std::chrono::milliseconds(120);

gateway::Declaration declared_by(Way way) {
  gateway::Declaration declared;
  declared.name = std::string(word(way));
  declared.dedupe_window = declared_window(way);
  declared.final_refusals = {"declined", "cancelled"};
  declared.echoes_amount = declared.echoes_currency = true;
  if (way == Way::lagging) declared.lookup_lag = lag;
  if (way == Way::tombstone) declared.cancel = gateway::Cancel::with_tombstone;
  // A failure where something was performed after all would break "truth".
  if (way == Way::deduped || way == Way::short_window) {
    declared.if_not_retried =
        gateway::IfNotRetried{.error_code = "CONFLICT.idempotency.not_retried", .detail = "Use a new key."};
  }
  if (way != Way::untemplated)
    declared.response =
        gateway::ResponseTemplate{201, "application/json", R"({"id":"{{/id}}","by":"evidence"})"};
  return declared;
}

}  // namespace

void Pacer::rest(Duration span) {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, span, [this] { return is_ended_; });
}

void Pacer::end() {
  const std::scoped_lock lock(mutex_);
  is_ended_ = true;
  ended_.notify_all();
}

Bank::Bank(const Plan& plan, Log& log, Pacer& pacer)
    : keys_(plan.keys), log_(log), pacer_(pacer), accounts_(plan.keys.size()) {
  for (std::size_t i = 0; i < plan.keys.size(); ++i) {
    index_[plan.keys[i].facts.id] = static_cast<int>(i);
    // Refused for good, whoever asks and however often: a property of the card, so to speak.
    accounts_[i].declined = i % 13 == 5;
  }
  for (int i = 0; i < way_count; ++i) {
    if (const Way way = static_cast<Way>(i); !is_local(way)) declarations_[way] = declared_by(way);
  }
}

const gateway::Declaration* Bank::declaration(Way way) const {
  const auto found = declarations_.find(way);
  return found == declarations_.end() ? nullptr : &found->second;
}

void Bank::count(const std::string& fault) {
  const std::scoped_lock lock(mutex_);
  ++faults_[fault];
}

Bank::Reply Bank::land(int key, const std::string& amount, const std::string& from) {
  Account& account = accounts_[static_cast<std::size_t>(key)];
  const Way way = keys_[static_cast<std::size_t>(key)].facts.way;
  const std::string id = fmt::format("rf_{}", key);
  const auto note = [&](const char* outcome) {
    landings_.push_back({key, Log::now_us(), from, amount, outcome});
  };
  if (account.tombstone) return note("refused"), Reply{409, "cancelled", {}, id};
  if (account.declined) return note("declined"), Reply{402, "declined", {}, id};
  if (dedupes(way) && account.effects > 0) {
    note("repeated");
    if (account.amount != amount) return Reply{422, "", {}, id};
    return Reply{201, "captured", {}, id};
  }
  note("performed");
  ++account.effects;
  account.amount = amount;
  account.performed_at = Steady::now();
  // It becomes visible before the declared lag is over.
  account.visible_at = *account.performed_at + (way == Way::lagging ? lag * 3 / 4 : Duration{0});
  return Reply{201, "captured", {}, id};
}

void Bank::land_due() {
  const auto now = Steady::now();
  while (!under_way_.empty() && under_way_.begin()->first <= now) {
    const OnItsWay request = under_way_.begin()->second;
    under_way_.erase(under_way_.begin());
    land(request.key, request.amount, request.from + " (late)");
  }
}

void Bank::land_all() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [at, request] : under_way_) land(request.key, request.amount, request.from + " (late)");
  under_way_.clear();
}

std::optional<Bank::Reply> Bank::send(int key, const std::string& amount, SendFault fault, Duration delay,
                                      const std::string& from) {
  std::unique_lock lock(mutex_);
  if (calm_) fault = SendFault::none;
  if (fault != SendFault::none) ++faults_["F17 send: " + std::string(word(fault))];
  land_due();
  if (fault == SendFault::error_before_effect) return Reply{503, "", {}, ""};
  if (fault == SendFault::rate_limited) return Reply{429, "", {}, ""};
  if (fault == SendFault::arrives_late) {
    under_way_.insert({Steady::now() + delay, {key, amount, from}});
    return std::nullopt;
  }
  Reply reply = land(key, amount, from);
  reply.echoed_key = std::to_string(key);
  if (fault == SendFault::sent_twice)
    reply = land(key, amount, from + " (again)"), reply.echoed_key = std::to_string(key);
  lock.unlock();
  if (fault == SendFault::slow) pacer_.rest(delay);
  if (fault == SendFault::answer_lost) return std::nullopt;
  if (fault == SendFault::error_after_effect) return Reply{503, "", {}, ""};
  if (fault == SendFault::wrong_key_echoed) reply.echoed_key = std::to_string(key + 1);
  return reply;
}

Evidence Bank::known(int key) {
  land_due();
  const Account& account = accounts_[static_cast<std::size_t>(key)];
  const bool visible = account.visible_at && *account.visible_at <= Steady::now();
  const bool was_refused = account.declined && std::any_of(landings_.begin(), landings_.end(),
                                                           [&](const Landing& l) { return l.key == key; });
  if (!visible && account.tombstone) {
    Evidence evidence = finding(Finding::refused, "cancelled before");
    evidence.status = 200;
    evidence.refusal = "cancelled";
    return evidence;
  }
  if (was_refused) {
    Evidence evidence = finding(Finding::refused, "declined");
    evidence.status = 200;
    evidence.refusal = "declined";
    return evidence;
  }
  if (!visible) {
    Evidence evidence = finding(Finding::no_such_key, "HTTP 404");
    evidence.status = 404;
    return evidence;
  }
  Evidence evidence = finding(Finding::done, "captured");
  evidence.status = 200;
  evidence.echoed.amount = account.amount;
  evidence.echoed.currency = "EUR";
  evidence.body = fmt::format(R"({{"id":"rf_{}"}})", key);
  evidence.duplicate_effects = account.effects > 1;
  return evidence;
}

Evidence Bank::look_up(int key) {
  const std::scoped_lock lock(mutex_);
  if (keys_[static_cast<std::size_t>(key)].facts.way == Way::unanswered) {
    land_due();
    return finding(Finding::pending, "for ever working on it");
  }
  return known(key);
}

Evidence Bank::cancel(int key) {
  const std::scoped_lock lock(mutex_);
  land_due();
  Account& account = accounts_[static_cast<std::size_t>(key)];
  if (account.effects > 0) return known(key);
  account.tombstone = true;
  Evidence evidence = finding(Finding::no_such_key, "cancelled");
  evidence.status = 200;
  evidence.cancel_held = true;
  return evidence;
}

bool Bank::by_phone(int key) {
  const std::scoped_lock lock(mutex_);
  land_due();
  Account& account = accounts_[static_cast<std::size_t>(key)];
  if (account.effects == 0) account.tombstone = true;
  return account.effects > 0;
}

bool Bank::catch_a_sweeper(Duration within) {
  std::unique_lock lock(mutex_);
  gate_ = Gate::set;
  const bool caught = gate_moved_.wait_for(lock, within, [this] { return gate_ == Gate::holding; });
  if (!caught) gate_ = Gate::open;
  return caught;
}

void Bank::let_go() {
  const std::scoped_lock lock(mutex_);
  gate_ = Gate::open;
  gate_moved_.notify_all();
}

void Bank::pass_the_gate() {
  std::unique_lock lock(mutex_);
  if (gate_ != Gate::set) return;
  gate_ = Gate::holding;
  gate_moved_.notify_all();
  gate_moved_.wait(lock, [this] { return gate_ == Gate::open; });
}

void Bank::calm() {
  const std::scoped_lock lock(mutex_);
  calm_ = true;
}
bool Bank::is_calm() const {
  const std::scoped_lock lock(mutex_);
  return calm_;
}
std::vector<Landing> Bank::landings() const {
  const std::scoped_lock lock(mutex_);
  return landings_;
}
std::map<std::string, int> Bank::faults() const {
  const std::scoped_lock lock(mutex_);
  return faults_;
}

const gateway::Declaration* BankLine::declaration(const std::string& operation) const {
  for (int i = 0; i < way_count; ++i) {
    if (operation == fmt::format("POST /{}", word(static_cast<Way>(i))))
      return bank_.declaration(static_cast<Way>(i));
  }
  return nullptr;
}

// What stands in for the truth, now and then: none of it is evidence.
std::optional<Evidence> BankLine::disturbed() {
  if (bank_.is_calm() || !random_.chance(0.3)) return std::nullopt;
  const char* const faults[] = {
      "HTTP 503", "timeout", "HTTP 429", "another key was echoed", "truncated answer", "still working on it"};
  const auto drawn = random_.below(std::size(faults));
  bank_.count(std::string("F17 look-up: ") + faults[drawn]);
  Evidence evidence = finding(drawn == 5 ? Finding::pending : Finding::unknown, faults[drawn]);
  if (drawn == 2) evidence.retry_after = std::chrono::milliseconds(20);
  return evidence;
}

std::vector<Evidence> BankLine::ask(const std::vector<gateway::Question>& questions, Deadline) {
  if (actor_.starts_with("sweeper")) bank_.pass_the_gate();
  const bool dies = mortal_ > 0 && !bank_.is_calm() && random_.chance(mortal_);
  if (dies && random_.chance(0.5)) throw Killed{};
  auto answers = answers_to(questions);
  if (dies) throw Killed{};
  return answers;
}

std::vector<Evidence> BankLine::answers_to(const std::vector<gateway::Question>& questions) {
  std::vector<Evidence> answers;
  for (const auto& question : questions) {
    const int key = bank_.key_of(question.id);
    const int call = bank_.log().add({.actor = actor_, .act = Act::look_up, .key = key});
    auto answer = disturbed();
    if (!answer)
      answer = is_local(bank_.keys()[static_cast<std::size_t>(key)].facts.way)
                   ? finding(Finding::unknown, "not at the bank")
                   : bank_.look_up(key);
    bank_.log().add({.actor = actor_,
                     .call = call,
                     .phase = Phase::ok,
                     .act = Act::look_up,
                     .key = key,
                     .result = fmt::format("{} ({})", gateway::word(answer->finding), answer->why)});
    answers.push_back(std::move(*answer));
  }
  // Half a dozen is more than the smallest batch of a sweeper.
  if (answers.size() >= 5 && std::ranges::all_of(questions, [&](const gateway::Question& q) {
        return bank_.keys()[static_cast<std::size_t>(bank_.key_of(q.id))].facts.way == Way::unanswered;
      }))
    bank_.count("F22 a whole batch that cannot be settled");
  // Between evidence and settling: long enough, at times, for others to take the keys over.
  if (!bank_.is_calm() && random_.chance(0.15)) {
    bank_.count("F3 pause between evidence and settling");
    bank_.pacer().rest(std::chrono::milliseconds(20 + random_.below(150)));
  }
  return answers;
}

Evidence BankLine::cancel(const gateway::Question& question, Deadline) {
  const int key = bank_.key_of(question.id);
  const int call = bank_.log().add({.actor = actor_, .act = Act::cancel, .key = key});
  Evidence evidence = bank_.cancel(key);
  // The tombstone may stand and its confirmation be lost.
  if (!bank_.is_calm() && random_.chance(0.2)) {
    bank_.count("F17 cancel: answer lost");
    evidence = finding(Finding::unknown, "timeout");
  }
  bank_.log().add(
      {.actor = actor_,
       .call = call,
       .phase = Phase::ok,
       .act = Act::cancel,
       .key = key,
       .result = fmt::format("{} ({})", evidence.cancel_held ? "held" : gateway::word(evidence.finding),
                             evidence.why)});
  return evidence;
}

}  // namespace onceover::test::history

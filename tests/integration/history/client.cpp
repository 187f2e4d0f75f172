// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/client.h"

#include <fmt/format.h>

#include <array>

#include "core/reconcile/verdict.h"
#include "tests/integration/history/store.h"

namespace onceover::test::history {
namespace {

using engine::Claim;

key::StoredResponse answer_with(int status, const std::string& body) {
  return {key::response_version, status, {{"Content-Type", "application/json"}}, body};
}

// Each executor's answer is unlike any other's, so that nobody's can pass for it. Bytes that no compression
// takes away fill a disk.
key::StoredResponse captured(const Claim& claim, const std::string& id, std::size_t bytes) {
  Random random = stream(static_cast<std::uint64_t>(claim.fence), claim.owner);
  std::string padding(bytes, ' ');
  for (char& c : padding) c = static_cast<char>('A' + random.below(26) + 32 * random.below(2));
  return answer_with(201, fmt::format(R"({{"id":"{}","by":"{}","padding":"{}"}})", id, claim.owner, padding));
}

}  // namespace

Client::Client(std::string name, const std::string& conninfo, Duration deadline, Bank& bank,
               std::uint64_t seed)
    : name_(std::move(name)),
      conninfo_(conninfo),
      deadline_(deadline),
      bank_(bank),
      random_(stream(seed, name_)) {}

bool Client::connected() {
  if (connection_ && connection_->in_transaction()) connection_->roll_back();
  if (connection_ && connection_->is_open()) return true;
  for (int tries = 0; tries < 3; ++tries) {
    if (connection_) {
      if (connection_->reopen()) return true;
    } else if (auto opened = pg::Connection::open({.conninfo = conninfo_,
                                                   .application_name = "history",
                                                   .connect_timeout = std::chrono::seconds(5),
                                                   .deadline = deadline_})) {
      connection_.emplace(std::move(*opened));
      return true;
    }
  }
  return false;
}

int Client::begin(Act act, const Step& step, std::int64_t fence, const std::string& digest) {
  return bank_.log().add(
      {.actor = name_,
       .act = act,
       .key = step.key,
       .fence = fence,
       .fingerprint = shortened(request_of(plan(step), step.other_payload, name_).fingerprint),
       .digest = digest});
}

void Client::end(int call, Act act, const Step& step, Phase phase, const std::string& result,
                 std::int64_t fence, const std::string& digest) {
  bank_.log().add({.actor = name_,
                   .call = call,
                   .phase = phase,
                   .act = act,
                   .key = step.key,
                   .fence = fence,
                   .result = result,
                   .fingerprint = shortened(request_of(plan(step), step.other_payload, name_).fingerprint),
                   .digest = digest});
}

template <class Variant>
void Client::end_duplicate(int call, Act act, const Step& step, const Variant& outcome) {
  if (const auto* replay = std::get_if<engine::Replay>(&outcome))
    return end(call, act, step, Phase::ok, "replay", 0, digest_of(replay->response));
  if (std::holds_alternative<key::InFlight>(outcome)) return end(call, act, step, Phase::ok, "in_flight");
  if (std::holds_alternative<key::AwaitingReconciliation>(outcome))
    return end(call, act, step, Phase::ok, "awaiting");
  if (std::holds_alternative<key::Mismatch>(outcome)) return end(call, act, step, Phase::ok, "mismatch");
  end(call, act, step, Phase::ok, "unknown response");
}

void Client::note_write(int call, Act act, const Step& step, const Result<engine::WriteOutcome>& outcome,
                        std::int64_t fence, const std::string& digest) {
  if (!outcome)
    return end(call, act, step, phase_of(outcome.error()), words_of(outcome.error()), fence, digest);
  const bool done = std::holds_alternative<engine::Done>(*outcome);
  end(call, act, step, Phase::ok, done ? "done" : "lost", fence, digest);
}

void Client::run(const std::vector<Step>& script) {
  for (const Step& step : script) {
    bank_.pacer().rest(step.rest);
    wake(false);
    visit(step);
  }
  wake(true);
}

// Its process is gone: the connection with it, and whatever it knew.
void Client::die(const std::string& where) {
  bank_.count(where);
  if (connection_) connection_->close();
}

Steady::time_point Client::leased_until(const Step& step) const {
  return Steady::now() + plan(step).policy.lease;
}

void Client::visit(const Step& step) {
  if (!connected()) return;
  switch (plan(step).facts.way) {
    case Way::interactive: return in_transaction(step);
    case Way::known: return known_in_advance(step);
    default: return by_lease(step);
  }
}

void Client::by_lease(const Step& step) {
  engine::Engine engine(*connection_, nullptr);
  const engine::Request request = request_of(plan(step), step.other_payload, name_);
  const int call = begin(Act::claim, step);
  auto outcome = engine.claim(request, plan(step).policy);
  for (const auto until = Steady::now() + std::chrono::milliseconds(100);
       step.waits && outcome && std::holds_alternative<key::InFlight>(*outcome) && Steady::now() < until;) {
    bank_.pacer().rest(std::chrono::milliseconds(20));
    outcome = engine.claim(request, plan(step).policy, true);
  }
  if (!outcome) return end(call, Act::claim, step, phase_of(outcome.error()), words_of(outcome.error()));
  const auto* claim = std::get_if<Claim>(&*outcome);
  if (claim == nullptr) return end_duplicate(call, Act::claim, step, *outcome);
  end(call, Act::claim, step, Phase::ok, claim->taken_over ? "taken_over" : "claimed", claim->fence);
  if (step.fate == Fate::dies_after_claim)
    return die("F1 executor died after its claim's commit, before it had sent");
  if (step.renews) {
    const int renewal = begin(Act::renew, step, claim->fence);
    note_write(renewal, Act::renew, step, engine.renew(*claim, plan(step).policy.lease), claim->fence, {});
  }
  if (step.fate == Fate::pauses_before_send) {
    paused_.push_back({Steady::now() + step.delay, leased_until(step), *claim, step, {}, false});
    return;
  }
  go_on(*claim, step);
}

void Client::go_on(const Claim& claim, const Step& step) {
  if (plan(step).facts.way == Way::local_lease) {
    if (step.fate == Fate::dies_after_send) return die("F1 executor died before its completion's commit");
    finish_here(claim, step);
    if (step.fate == Fate::dies_after_finish) die("F1 executor died after its completion's commit");
    return;
  }
  send(claim, step);
}

void Client::send(const Claim& claim, const Step& step) {
  const int call = begin(Act::send, step, claim.fence);
  const auto reply =
      bank_.send(step.key, amount_of(plan(step), step.other_payload), step.send, step.delay, name_);
  end(call, Act::send, step, reply ? Phase::ok : Phase::in_doubt,
      reply ? fmt::format("{} {}", reply->status, reply->word) : "no answer", claim.fence);
  if (step.fate == Fate::dies_after_send)
    return die(reply ? "F1 executor died after the reply" : "F1 executor died after it had sent");
  if (step.fate == Fate::pauses_before_finish) {
    paused_.push_back({Steady::now() + step.delay, leased_until(step), claim, step, reply, true});
    return;
  }
  finish(claim, step, reply);
  if (step.fate == Fate::dies_after_finish) die("F1 executor died after its completion's commit");
}

// What this service can read: 201, 402 and 409 that speak of its own key are answers; 429 is known to be
// without effect; everything else is unknown, and the lease runs out.
void Client::finish(const Claim& claim, const Step& step, const std::optional<Bank::Reply>& reply) {
  if (!reply || !connected()) return;
  engine::Engine engine(*connection_, nullptr);
  const Way way = plan(step).facts.way;
  if (reply->status == 429) {
    std::optional<Timestamp> retry_before;
    if (const auto window = declared_window(way))
      retry_before = claim.created_at + *window - reconcile::AttemptPolicy{}.dedupe_margin;
    if (!retry_before && claim.taken_over) return;
    const int call = begin(Act::release, step, claim.fence);
    return note_write(call, Act::release, step, engine.release(claim, retry_before), claim.fence, {});
  }
  if (reply->echoed_key != std::to_string(step.key)) return;
  if (reply->word == "captured") {
    const auto response = captured(claim, reply->id, bank_.answer_bytes());
    const int call = begin(Act::complete, step, claim.fence, digest_of(response));
    note_write(call, Act::complete, step, engine.complete(claim, response), claim.fence, digest_of(response));
  } else if (reply->word == "declined" || reply->word == "cancelled") {
    const auto response =
        answer_with(reply->status, fmt::format(R"({{"error":"{}","by":"{}"}})", reply->word, claim.owner));
    const int call = begin(Act::fail, step, claim.fence, digest_of(response));
    note_write(call, Act::fail, step, engine.fail(claim, response, "PROVIDER.refused"), claim.fence,
               digest_of(response));
  }
}

// Business row, completion and COMMIT: in one flush, or one by one.
void Client::finish_here(const Claim& claim, const Step& step) {
  if (!claim.within && !connected()) return;
  engine::Engine engine(*connection_, nullptr);
  const auto response = captured(claim, "local", bank_.answer_bytes());
  const std::string digest = digest_of(response);
  const int call = begin(Act::finish_here, step, claim.fence, digest);
  std::vector<pg::Statement> business{business_row(step.key, call)};
  // A handler that fails halfway takes everything with it.
  if (step.rolls_back) business.push_back({"SELECT 1 / 0", {}});
  note_write(call, Act::finish_here, step,
             engine.finish_within(claim, key::State::succeeded, response, business), claim.fence, digest);
}

void Client::in_transaction(const Step& step) {
  engine::Engine engine(*connection_, nullptr);
  const engine::Request request = request_of(plan(step), step.other_payload, name_);
  const int call = begin(Act::claim, step);
  auto outcome = engine.claim_within(request, plan(step).policy);
  if (!outcome) {
    end(call, Act::claim, step, phase_of(outcome.error()), words_of(outcome.error()));
    return connection_->roll_back();
  }
  const auto* claim = std::get_if<Claim>(&*outcome);
  if (claim == nullptr) {
    end_duplicate(call, Act::claim, step, *outcome);
    return connection_->roll_back();
  }
  // Nobody else can see it before the commit, and a fence that is rolled back never was: it is told with the
  // end.
  end(call, Act::claim, step, Phase::ok, "within");
  switch (step.fate) {
    case Fate::dies_after_claim: return die("F1 executor died before its claim's commit");
    case Fate::dies_after_send: {
      const pg::Statement row = business_row(step.key, call);
      (void)connection_->exec(row.sql, row.params);
      return die("F1 executor died before its completion's commit");
    }
    case Fate::pauses_before_send: bank_.pacer().rest(step.delay / 8); break;
    case Fate::pauses_before_finish:
    case Fate::dies_after_finish:
    case Fate::finishes: break;
  }
  finish_here(*claim, step);
  if (step.fate == Fate::dies_after_finish) die("F1 executor died after its completion's commit");
  if (connection_->in_transaction()) connection_->roll_back();
}

void Client::known_in_advance(const Step& step) {
  engine::Engine engine(*connection_, nullptr);
  const auto response =
      answer_with(201, fmt::format(R"({{"by":"{}","ticket":{}}})", name_, random_.below(1'000'000'000)));
  const std::string digest = digest_of(response);
  const int call = begin(Act::known, step, 0, digest);
  std::vector<pg::Statement> business{business_row(step.key, call)};
  if (step.rolls_back) business.push_back({"SELECT 1 / 0", {}});
  auto outcome = engine.run_known(request_of(plan(step), step.other_payload, name_), plan(step).policy,
                                  key::State::succeeded, response, business);
  if (!outcome)
    return end(call, Act::known, step, phase_of(outcome.error()), words_of(outcome.error()), 0, digest);
  if (const auto* executed = std::get_if<engine::Engine::Executed>(&*outcome))
    return end(call, Act::known, step, Phase::ok, "executed", executed->fence, digest);
  end_duplicate(call, Act::known, step, *outcome);
}

void Client::wake(bool all) {
  for (std::size_t i = 0; i < paused_.size();) {
    if (all) bank_.pacer().rest(std::chrono::duration_cast<Duration>(paused_[i].until - Steady::now()));
    if (!all && paused_[i].until > Steady::now()) {
      ++i;
      continue;
    }
    const Paused one = std::move(paused_[i]);
    paused_.erase(paused_.begin() + static_cast<std::ptrdiff_t>(i));
    if (Steady::now() > one.leased_until) bank_.count("F2 executor went on past its lease");
    if (!one.has_sent) {
      go_on(one.claim, one.step);  // may pause nothing again: its pause was before the sending
    } else {
      finish(one.claim, one.step, one.reply);
    }
  }
}

}  // namespace onceover::test::history

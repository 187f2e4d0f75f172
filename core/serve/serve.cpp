// SPDX-License-Identifier: Apache-2.0
#include "core/serve/serve.h"

#include "core/engine/answer.h"
#include "core/http/headers.h"
#include "core/http/idempotency_key.h"
#include "core/key/fingerprint.h"

namespace onceover::serve {

constexpr auto outcome_words = enum_names<Outcome>();
std::string_view word(Outcome outcome) { return outcome_words.of(outcome); }

namespace {

constexpr Duration first_pause = std::chrono::milliseconds(5), longest_pause = std::chrono::milliseconds(250);
// An answer that is known is worth waiting for: a failover takes seconds.
constexpr std::array<Duration, 4> pauses_to_finish{std::chrono::milliseconds(20),
                                                   std::chrono::milliseconds(200),
                                                   std::chrono::milliseconds(800), std::chrono::seconds(2)};
constexpr Duration lend_to_finish = std::chrono::seconds(5);

// The first is stored, the others are recognised.
std::vector<key::Fingerprint> fingerprints_of(const Operation& operation, std::string_view body) {
  std::vector<std::string> salts = operation.salts;
  if (salts.empty()) salts.emplace_back();
  std::vector<key::Fingerprint> all;
  for (const bool is_raw : {operation.is_fingerprint_raw, !operation.is_fingerprint_raw}) {
    for (const std::string& salt : salts) {
      auto made = is_raw ? key::fingerprint_raw(body, salt) : key::fingerprint(body, salt);
      if (std::ranges::find(all, made) == all.end()) all.push_back(std::move(made));
    }
  }
  return all;
}

struct OutcomeOf {
  Outcome operator()(const engine::Claim&) const { return Outcome::stored; }
  Outcome operator()(const engine::Engine::Executed&) const { return Outcome::stored; }
  Outcome operator()(const engine::Replay&) const { return Outcome::replayed; }
  Outcome operator()(const engine::UnknownResponse&) const { return Outcome::replayed; }
  Outcome operator()(const key::InFlight&) const { return Outcome::in_progress; }
  Outcome operator()(const key::AwaitingReconciliation&) const { return Outcome::awaiting; }
  Outcome operator()(const key::Mismatch&) const { return Outcome::mismatch; }
};

key::StoredResponse stored(const Operation& operation, const http::Answer& answer) {
  return {key::response_version, answer.status, key::replayable(answer.headers, operation.headers),
          answer.body};
}

key::FinalOutcome final_of(const Operation& operation, const Answered& answered) {
  return answered.final.value_or(operation.final.of(answered.answer.status));
}

key::State state_of(key::FinalOutcome final) {
  return final == key::FinalOutcome::succeeded ? key::State::succeeded : key::State::failed;
}

std::string error_code_of(const Answered& answered, key::State state) {
  if (state == key::State::succeeded) return {};
  return answered.error_code.empty() ? http::error_code_of(answered.answer.body).value_or("")
                                     : answered.error_code;
}

}  // namespace

Handled from_call(const Work& work, const call::Called& called) {
  if (called.judged.final == key::FinalOutcome::not_final) {
    const Duration wait = called.reply.retry_after.value_or(http::unsettled_wait);
    // An earlier attempt may have reached it.
    if (called.is_no_effect && !work.claim.taken_over) return NoEffect{http::dependency_unavailable(wait)};
    return Unknown{called.sentence(), wait};
  }
  http::Answer answer{called.reply.status, {}, called.reply.body};
  for (const auto type : http::values_of(called.reply.headers, "Content-Type"))
    answer.headers.emplace_back("Content-Type", type);
  return Answered{std::move(answer), {}, called.judged.error_code, called.judged.final};
}

struct Server::Exchange {
  const Operation& operation;
  const Request& request;
  engine::Request as;
  call::Incoming incoming;
  Outcome outcome = Outcome::unavailable;
  std::int64_t fence = 0;
  std::optional<key::State> left;  // the state that it gave the key
  std::string error, unconfirmed;

  bool is_short() const { return incoming.deadline - Steady::now() < operation.needs; }
  http::Answer ends(Outcome how, http::Answer answer) {
    outcome = how;
    return answer;
  }
  http::Answer unavailable(const Error& why) {
    error = why.sentence();
    return ends(Outcome::unavailable, http::store_unavailable());
  }
  http::Answer unknown(std::string_view reason, Duration retry_after = http::unsettled_wait) {
    return ends(Outcome::unknown, http::outcome_unknown(reason, retry_after));
  }
};

// The claim, or what a duplicate or a refused request gets.
struct Server::Claimed {
  std::variant<engine::Claim, http::Answer> is;
  bool is_in_flight = false;
  Steady::time_point sent{};
};

Server::Server(Options options, Seams seams)
    : options_(std::move(options)),
      seams_(std::move(seams)),
      pool_(options_.store, options_.connections, seams_.counters),
      running_(options_.places,
               [this](const engine::Claim& claim, Duration lease) -> Result<engine::WriteOutcome> {
                 auto lent = pool_.lend(Steady::now() + std::min(options_.lend_within, lease / 6));
                 if (!lent) return fail(lent.error());
                 return (*lent)->engine.renew(claim, lease);
               }) {}

template <class Run>
http::Answer Server::exchange(const Operation& operation, const Request& request, Run run) {
  const auto report = [&](const Exchange* x, Outcome outcome, http::Answer answer) {
    if (!seams_.on_event) return answer;
    const auto took = std::chrono::duration_cast<Duration>(Steady::now() - request.arrived);
    metrics::Event event{.part = metrics::EventPart::serve,
                         .operation = operation.name,
                         .outcome = word(outcome),
                         .tenant = request.tenant};
    event.status = answer.status;
    event.took = took;
    if (const auto values = http::values_of(request.headers, http::traceparent_header); values.size() == 1)
      event.traceparent = values.front();
    const std::string code =
        answer.status < 400 ? std::string() : http::error_code_of(answer.body).value_or("");
    event.error_code = code;
    if (x != nullptr) {
      event.key = x->as.id.key;
      event.fingerprint = key::short_text(x->as.fingerprint);
      event.fence = x->fence;
      event.correlation_id = x->as.correlation_id;
      event.error = x->error;
      event.unconfirmed = x->unconfirmed;
      if (x->fence != 0) event.from = key::word(key::State::in_progress);
      if (outcome == Outcome::stored && x->left) event.to = key::word(*x->left);
      if (outcome == Outcome::no_effect) event.to = key::word(key::State::released);
    }
    seams_.on_event(event);
    return answer;
  };
  const auto header = http::parse_idempotency_key(request.headers);
  if (std::holds_alternative<http::KeyMissing>(header))
    return report(nullptr, Outcome::malformed, http::key_missing());
  if (const auto* bad = std::get_if<http::KeyMalformed>(&header))
    return report(nullptr, Outcome::malformed, http::key_malformed(bad->reason));
  auto id = key::make_identity(request.tenant, operation.name, std::get<http::KeyGiven>(header).key);
  if (!id) return report(nullptr, Outcome::malformed, http::key_malformed(id.error().what));
  std::vector<key::Fingerprint> fingerprints = fingerprints_of(operation, request.body);
  Exchange x{operation,
             request,
             {std::move(*id),
              fingerprints.front(),
              options_.owner,
              http::correlation_of(request.headers),
              request.subject,
              {fingerprints.begin() + 1, fingerprints.end()}},
             call::incoming_of(request.headers, request.arrived)};
  http::Answer answer = run(x);
  return report(&x, x.outcome, std::move(answer));
}

Result<Pool::Lent> Server::lend(const Exchange& x) {
  return pool_.lend(std::min(x.incoming.deadline, Steady::now() + options_.lend_within));
}

std::optional<http::Answer> Server::refuse(Exchange& x, engine::Engine& engine, bool looks_again) {
  const bool asks = x.operation.admit && !looks_again;
  if (!asks && !x.is_short()) return std::nullopt;
  const auto seen = engine.look(x.as, x.operation.policy);
  if (!seen) return x.unavailable(seen.error());
  if (*seen)
    return x.ends(std::visit(OutcomeOf{}, **seen), *engine::answer_for(**seen, x.operation.mismatch));
  if (x.is_short()) return x.ends(Outcome::too_late, http::deadline_too_short(x.operation.needs));
  auto refusal = x.operation.admit(x.request);
  if (refusal) return x.ends(Outcome::limited, std::move(*refusal));
  return std::nullopt;
}

Server::Claimed Server::claim_once(Exchange& x, bool looks_again) {
  const auto duplicate = [&](const engine::Outcome& outcome) -> Claimed {
    return {x.ends(std::visit(OutcomeOf{}, outcome), *engine::answer_for(outcome, x.operation.mismatch)),
            std::holds_alternative<key::InFlight>(outcome)};
  };
  if (!looks_again) {
    if (const auto here = running_.duplicate_of(x.as)) {
      const bool is_other = std::holds_alternative<key::Mismatch>(*here);
      if (seams_.counters != nullptr)
        seams_.counters->add(is_other ? metrics::Counter::mismatch : metrics::Counter::conflict,
                             x.as.id.tenant, x.as.id.operation);
      return duplicate(*here);
    }
  }
  auto lent = lend(x);
  if (!lent) return {x.unavailable(lent.error())};
  engine::Engine& engine = (*lent)->engine;
  if (auto refusal = refuse(x, engine, looks_again))
    return {std::move(*refusal), x.outcome == Outcome::in_progress};
  const auto sent = Steady::now();
  auto outcome = engine.claim(x.as, x.operation.policy, looks_again);
  if (!outcome) return {x.unavailable(outcome.error())};
  if (auto* claim = std::get_if<engine::Claim>(&*outcome)) return {std::move(*claim), false, sent};
  return duplicate(*outcome);
}

Server::Claimed Server::claim(Exchange& x) {
  Claimed claimed = claim_once(x, false);
  const auto until = std::min(x.incoming.deadline, x.request.arrived + x.operation.wait);
  const key::Identity& id = x.as.id;
  if (!claimed.is_in_flight || Steady::now() >= until || !running_.take_place(id)) return claimed;
  for (Duration pause = first_pause; claimed.is_in_flight; pause = std::min(2 * pause, longest_pause)) {
    const auto left = std::chrono::duration_cast<Duration>(until - Steady::now());
    if (left <= Duration{0}) break;
    running_.wait(id, pause, left);
    Claimed next = claim_once(x, true);
    if (x.outcome == Outcome::unavailable && std::holds_alternative<http::Answer>(next.is)) {
      x.outcome = Outcome::in_progress;  // as it was seen last: the first request may well be executed
      break;
    }
    claimed = std::move(next);
  }
  running_.leave(id);
  return claimed;
}

http::Answer Server::serve(const Operation& operation, const Request& request,
                           const std::function<Handled(const Work&)>& handler) {
  return exchange(operation, request, [&](Exchange& x) -> http::Answer {
    Claimed claimed = claim(x);
    if (auto* answer = std::get_if<http::Answer>(&claimed.is)) return std::move(*answer);
    const auto& claim = std::get<engine::Claim>(claimed.is);
    x.fence = claim.fence;
    x.unconfirmed = claim.unconfirmed;
    const auto handle = running_.begin(claim, operation.policy.lease, claimed.sent, operation.renew_for);
    http::Answer answer = execute(x, claim, handler, handle);
    running_.end(handle);
    return answer;
  });
}

http::Answer Server::execute(Exchange& x, const engine::Claim& claim,
                             const std::function<Handled(const Work&)>& handler,
                             const Running::Handle& handle) {
  Handled handled;
  try {
    handled = handler(Work(claim, x.request, x.as, x.incoming, running_, handle));
  } catch (const std::exception& thrown) {
    x.error = unexpected(thrown).sentence();
    handled = Unknown{};
  } catch (...) {
    x.error = "The handler threw something that is no std::exception.";
    handled = Unknown{};
  }
  running_.finishing(handle);
  if (const auto* unknown = std::get_if<Unknown>(&handled))
    return x.unknown(unknown->reason, unknown->retry_after);
  if (const auto* none = std::get_if<NoEffect>(&handled)) return release(x, claim, none->answer);
  const auto& answered = std::get<Answered>(handled);
  const auto final = final_of(x.operation, answered);
  if (final == key::FinalOutcome::not_final) return x.unknown({});
  return finish(x, claim, answered, state_of(final));
}

http::Answer Server::finish(Exchange& x, const engine::Claim& claim, const Answered& answered,
                            key::State state) {
  const auto response = stored(x.operation, answered.answer);
  const bool succeeded = state == key::State::succeeded;
  const std::string code = error_code_of(answered, state);
  const auto write = [&](engine::Engine& engine) {
    if (succeeded && !answered.rows.empty())
      return engine.finish_within(claim, state, response, answered.rows);
    return succeeded ? engine.complete(claim, response) : engine.fail(claim, response, code);
  };
  for (std::size_t attempt = 0;; ++attempt) {
    bool may_pass = true;
    if (auto lent = pool_.lend(Steady::now() + lend_to_finish)) {
      Pool::Slot& slot = **lent;
      auto written = write(slot.engine);
      // Its claim is on the disk: another connection finishes it as well.
      if (!written && written.error().is_connection_lost() && slot.connection.reopen())
        written = write(slot.engine);
      if (written && std::holds_alternative<engine::OwnershipLost>(*written))
        return as_stored(x, slot.engine);
      if (written) {
        if (auto& late = std::get<engine::Done>(*written).unconfirmed; !late.empty()) x.unconfirmed = late;
        x.left = state;
        return x.ends(Outcome::stored, http::first_answer(answered.answer, true));
      }
      x.error = written.error().sentence();
      may_pass = written.error().is_connection_lost() || written.error().is_retryable();
    } else {
      x.error = lent.error().sentence();
    }
    if (!may_pass || attempt >= pauses_to_finish.size()) return x.unknown("The answer could not be stored.");
    std::this_thread::sleep_for(pauses_to_finish[attempt]);
  }
}

// Others have finished the key, or are about to; or we have, and the answer to it was lost. What is stored is
// the answer.
http::Answer Server::as_stored(Exchange& x, engine::Engine& engine) {
  const auto seen = engine.look(x.as, x.operation.policy);
  if (!seen || !*seen) return x.unknown({});
  return x.ends(std::visit(OutcomeOf{}, **seen), *engine::answer_for(**seen, x.operation.mismatch));
}

http::Answer Server::release(Exchange& x, const engine::Claim& claim, const http::Answer& answer) {
  // Otherwise the lease runs out, and evidence says the same later.
  std::optional<Timestamp> retry_before;
  if (const auto window = x.operation.policy.rerunnable_for) retry_before = claim.created_at + *window;
  if (retry_before || !claim.taken_over) {
    if (auto lent = pool_.lend(Steady::now() + lend_to_finish)) {
      if (const auto released = (*lent)->engine.release(claim, retry_before); !released)
        x.error = released.error().sentence();
    }
  }
  return x.ends(Outcome::no_effect, http::first_answer(answer, false));
}

http::Answer Server::serve_within(
    const Operation& operation, const Request& request,
    const std::function<Result<Answered>(pg::Connection&, const engine::Claim&)>& handler) {
  return exchange(operation, request, [&](Exchange& x) -> http::Answer {
    auto lent = lend(x);
    if (!lent) return x.unavailable(lent.error());
    auto& [connection, engine] = **lent;
    if (auto refusal = refuse(x, engine, false)) return *refusal;
    auto outcome = engine.claim_within(x.as, operation.policy);
    if (!outcome || !std::holds_alternative<engine::Claim>(*outcome)) {
      connection.roll_back();
      if (!outcome) return x.unavailable(outcome.error());
      return x.ends(std::visit(OutcomeOf{}, *outcome), *engine::answer_for(*outcome, operation.mismatch));
    }
    const auto& claim = std::get<engine::Claim>(*outcome);
    const auto handled = contained([&] { return handler(connection, claim); });
    const auto final = handled ? final_of(operation, *handled) : key::FinalOutcome::not_final;
    if (final == key::FinalOutcome::not_final) {
      connection.roll_back();
      if (!handled) return x.unavailable(handled.error());
      return x.ends(Outcome::rolled_back, http::first_answer(handled->answer, false));
    }
    const auto state = state_of(final);
    const auto written = engine.finish_within(claim, state, stored(operation, handled->answer), handled->rows,
                                              error_code_of(*handled, state));
    if (written && std::holds_alternative<engine::Done>(*written)) {
      x.fence = claim.fence;
      x.unconfirmed = std::get<engine::Done>(*written).unconfirmed;
      x.left = state;
      return x.ends(Outcome::stored, http::first_answer(handled->answer, true));
    }
    connection.roll_back();
    if (!written && !written.error().is_in_doubt()) return x.unavailable(written.error());
    if (!written) x.error = written.error().sentence();
    return x.unknown({}, std::chrono::seconds(1));
  });
}

http::Answer Server::serve_known(const Operation& operation, const Request& request, const Answered& answer) {
  return exchange(operation, request, [&](Exchange& x) -> http::Answer {
    const auto final = final_of(operation, answer);
    if (final == key::FinalOutcome::not_final)
      return x.ends(Outcome::rolled_back, http::first_answer(answer.answer, false));
    auto lent = lend(x);
    if (!lent) return x.unavailable(lent.error());
    engine::Engine& engine = (*lent)->engine;
    if (auto refusal = refuse(x, engine, false)) return *refusal;
    const auto state = state_of(final);
    const auto outcome = engine.run_known(x.as, operation.policy, state, stored(operation, answer.answer),
                                          answer.rows, error_code_of(answer, state));
    if (!outcome && !outcome.error().is_in_doubt()) return x.unavailable(outcome.error());
    if (!outcome) {
      x.error = outcome.error().sentence();
      return x.unknown({}, std::chrono::seconds(1));
    }
    if (const auto* executed = std::get_if<engine::Engine::Executed>(&*outcome)) {
      x.fence = executed->fence;
      x.unconfirmed = executed->unconfirmed;
      x.left = state;
    }
    return x.ends(std::visit(OutcomeOf{}, *outcome),
                  engine::answer_for(*outcome, answer.answer, operation.mismatch));
  });
}

Pool::Pool(pg::ConnectOptions options, unsigned most, metrics::Counters* counters)
    : options_(std::move(options)), most_(std::max(1U, most)), counters_(counters) {}

Result<Pool::Lent> Pool::lend(Deadline until) {
  const auto back = [this](Slot* slot) { give_back(slot); };
  {
    std::unique_lock lock(mutex_);
    if (!freed_.wait_until(lock, until, [&] { return !idle_.empty() || made_ < most_; }))
      return fail(ErrorKind::timeout, "All connections to the store are in use.", "Nothing was sent.",
                  "Allow more of them.");
    if (!idle_.empty()) {
      Lent lent(idle_.back().release(), back);
      idle_.pop_back();
      return lent;
    }
    ++made_;
  }
  auto opened = pg::Connection::open(options_);
  if (opened) return Lent(new Slot(std::move(*opened), counters_, replays_), back);
  give_back(nullptr);
  return fail(opened.error());
}

void Pool::give_back(Slot* slot) {
  std::unique_ptr<Slot> owned(slot);
  if (owned && (!owned->connection.is_open() || owned->connection.in_transaction())) owned.reset();
  {
    const std::lock_guard lock(mutex_);
    if (owned) {
      idle_.push_back(std::move(owned));
    } else {
      --made_;
    }
  }
  freed_.notify_one();
}

}  // namespace onceover::serve

// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/executor.h"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <deque>
#include <map>

#include "app/try/local_http.h"
#include "core/base/text.h"
#include "core/gateway/config.h"
#include "core/http/contract.h"
#include "core/key/decide.h"
#include "core/key/replay_headers.h"
#include "core/metrics/flusher.h"
#include "tests/integration/storm/ledger.h"

namespace onceover::test::storm {
namespace {

using std::chrono::milliseconds;

std::atomic<bool> is_finishing = false;

// Interrupted by SIGTERM.
void rest(Duration span) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(span).count();
  const timespec wait{us / 1'000'000, us % 1'000'000 * 1'000};
  ::ppoll(nullptr, 0, &wait, nullptr);
}

constexpr std::size_t most_open = 48;  // keys that this process waits for, at once
constexpr std::int64_t recent = 30;    // so far back other clients repeat a request

class ExecutorProcess {
 public:
  explicit ExecutorProcess(const ExecutorOptions& options)
      : options_(options),
        store_(store_of(options.slot)),
        random_(options.seed),
        ledger_(ledger_path(options.folder, options.slot)),
        numbers_(numbers_path(options.folder, store_)),
        where_{.conninfo = options.conninfo,
               .application_name = "storm-executor",
               .deadline = std::chrono::seconds(5)},
        flusher_(counters_, where_) {
    auto config = gateway::load_config(options.gateway_config);
    if (!config) throw std::runtime_error(config.error().sentence());
    config_ = std::move(*config);
    read_ledger(ledger_path(options.folder, options.slot), [this](const Line& line) {
      if (line.said == Said::began) open_[line.number] = {};
      if (line.said == Said::done || line.said == Said::replayed || line.said == Said::handed_on)
        open_.erase(line.number);
    });
  }

  int run() {
    for (;;) {
      const bool finishing = is_finishing;
      if (finishing && open_.empty()) return 0;
      const auto now = Steady::now();
      const auto due = std::ranges::min_element(open_, {}, [](const auto& one) { return one.second; });
      if (due != open_.end() && (due->second <= now || finishing || open_.size() >= most_open)) {
        if (due->second > now)
          rest(
              std::min<Duration>(std::chrono::duration_cast<Duration>(due->second - now), milliseconds(200)));
        visit(due->first);
      } else if (!finishing) {
        visit(begin());
      }
      if (!finishing)
        rest(std::chrono::microseconds(random_.below(2 * static_cast<std::uint64_t>(options_.rest_us))));
    }
  }

 private:
  void say(Said said, const Work& work, std::int64_t fence = 0, std::string text = {}) {
    ledger_.write({said, work.number, fence, std::move(text)});
  }
  // A new request, or one that another client has made just before.
  std::int64_t begin() {
    const std::int64_t drawn = numbers_.drawn();
    const bool repeats = drawn > 5 && random_.chance(0.4);
    const std::int64_t number = repeats ? drawn - 1 -
                                              static_cast<std::int64_t>(random_.below(
                                                  static_cast<std::uint64_t>(std::min(recent, drawn))))
                                        : numbers_.draw();
    ledger_.write({Said::began, number, 0, {}});
    open_[number] = {};
    return number;
  }
  void again(const Work& work, Duration at_most) {
    open_[work.number] =
        Steady::now() + std::chrono::duration_cast<Duration>(at_most * random_.between(0.3, 1.0));
  }
  void answered(const Work& work) { open_.erase(work.number); }

  bool connect() {
    if (connection_ && connection_->is_open()) {
      if (!connection_->in_transaction()) return true;
      connection_->roll_back();
      if (connection_->is_open()) return true;
    }
    if (!connection_) {
      auto opened = pg::Connection::open(where_);
      if (!opened) return false;
      connection_.emplace(std::move(*opened));
      engine_.emplace(*connection_, &counters_);
      return true;
    }
    return connection_->reopen().has_value();
  }

  void trouble(const Work& work, const char* what, const Error& error) {
    say(Said::failed, work, 0, fmt::format("{} {} {}", what, word(error.kind), error.sqlstate));
    again(work, milliseconds(150));
  }

  void visit(std::int64_t number) {
    Work work = work_of(store_, number);
    work.request.owner = work.other.owner = fmt::format("executor-{}", options_.slot);
    if (!connect()) return again(work, milliseconds(200));
    switch (work.way) {
      case Way::lease:
      case Way::rerunnable: return by_lease(work);
      case Way::within: return by_transaction(work);
      case Way::known: return known(work);
    }
  }

  // What everybody gets who is not the executor. False: it is.
  template <class Outcome>
  bool is_told(const Work& work, const Outcome& outcome) {
    if (const auto* replay = std::get_if<engine::Replay>(&outcome)) {
      say(Said::replayed, work, 0, digest_of(replay->response));
      answered(work);
      if (random_.chance(0.05)) try_another_payload(work);
    } else if (std::holds_alternative<key::InFlight>(outcome)) {
      again(work, milliseconds(250));
    } else if (std::holds_alternative<key::AwaitingReconciliation>(outcome)) {
      if (is_finishing && needs_person(work)) return true;
      again(work, milliseconds(250));
    } else if (std::holds_alternative<key::Mismatch>(outcome)) {
      say(Said::broken, work, 0, "its own payload was refused as another one");
      answered(work);
    } else if (std::holds_alternative<engine::UnknownResponse>(outcome)) {
      say(Said::broken, work, 0, "its stored answer was not understood");
      answered(work);
    } else {
      return false;
    }
    return true;
  }

  void try_another_payload(const Work& work) {
    const auto outcome = engine_->claim(work.other, work.policy);
    if (outcome && !std::holds_alternative<key::Mismatch>(*outcome))
      say(Said::broken, work, 0, "another payload was not refused");
  }

  bool needs_person(const Work& work) {
    const auto& id = work.request.id;
    const auto found = connection_->exec(
        "SELECT FROM onceover.cases WHERE tenant = $1::text AND operation = $2::text AND key = $3::text AND "
        "status = 'needs_human'",
        pg::params(id.tenant, id.operation, id.key));
    if (!found || found->empty()) return false;
    say(Said::handed_on, work);
    answered(work);
    return true;
  }

  void by_lease(const Work& work) {
    const auto outcome = engine_->claim(work.request, work.policy);
    if (!outcome) return trouble(work, "claim", outcome.error());
    if (is_told(work, *outcome)) return;
    const engine::Claim& claim = std::get<engine::Claim>(*outcome);
    say(Said::claimed, work, claim.fence);
    // Where a key may be taken over, or stays with a sweeper for long, owners are slow more often: they wake
    // while another is at work.
    const bool meets_others = work.way == Way::rerunnable || store_ == StoreKind::bare;
    const double slowness = claim.taken_over ? 0.6 : meets_others ? 0.3 : 0.07;
    const bool is_slow = !is_finishing && random_.chance(slowness);
    if (is_slow && random_.chance(0.6)) {
      dawdle();
      // Who looks at its lease stops here; who does not goes on, and the fence must hold it up.
      if (random_.chance(0.4)) {
        const auto renewed = engine_->renew(claim, lease);
        if (!renewed || std::holds_alternative<engine::OwnershipLost>(*renewed))
          return again(work, milliseconds(100));
      }
    }
    say(Said::sent, work, claim.fence);
    const auto reply =
        try_it::call(options_.gateway_port,
                     {"POST",
                      work.path,
                      {{"Content-Type", "application/json"}, {"Idempotency-Key", work.downstream()}},
                      work.body},
                     gateway_patience);
    const auto shape =
        std::ranges::find(config_.operations, work.request.id.operation, &gateway::Operation::name);
    const auto handled =
        try_it::read_effect(reply, work.downstream(), claim.taken_over, &*shape->declaration.response);
    const auto* answered = std::get_if<serve::Answered>(&handled);
    say(Said::got, work, claim.fence,
        fmt::format("{} {}", reply.status, answered != nullptr ? answered->answer.status : 0));
    if (is_slow) dawdle();
    if (answered == nullptr) {
      // Without the word "no effect" the outcome is unknown: the lease runs out, and evidence decides.
      if (std::holds_alternative<serve::NoEffect>(handled)) release(work, claim);
      // A re-runnable key is taken over again and again, also while it waits for a person.
      if (is_finishing && needs_person(work)) return;
      return again(work, milliseconds(400));
    }
    const http::Answer& answer = answered->answer;
    const key::StoredResponse response{key::response_version, answer.status, key::replayable(answer.headers),
                                       answer.body};
    const bool is_done = key::FinalPolicy().of(answer.status) == key::FinalOutcome::succeeded;
    const bool has_rows = is_done && random_.chance(0.5);
    const pg::Statement row = business_row(work, claim.fence);
    auto written = has_rows  ? engine_->finish_within(claim, key::State::succeeded, response, {&row, 1})
                   : is_done ? engine_->complete(claim, response)
                             : engine_->fail(claim, response, http::error_code_of(answer.body).value_or(""));
    finished(work, claim.fence, is_done ? key::State::succeeded : key::State::failed, response, written);
  }

  void finished(const Work& work, std::int64_t fence, key::State state, const key::StoredResponse& response,
                const Result<engine::WriteOutcome>& written) {
    if (!written) return trouble(work, "finish", written.error());
    if (std::holds_alternative<engine::OwnershipLost>(*written)) {
      say(Said::lost, work, fence);
      return again(work, milliseconds(100));
    }
    say(Said::done, work, fence, fmt::format("{} {}", key::word(state), digest_of(response)));
    answered(work);
  }

  void release(const Work& work, const engine::Claim& claim) {
    const auto bound = store_ == StoreKind::dedupes
                           ? std::optional(claim.created_at + (dedupes_for - std::chrono::minutes(5)))
                           : std::nullopt;
    const auto written = engine_->release(claim, bound);
    if (!written) return trouble(work, "release", written.error());
    if (std::holds_alternative<engine::Done>(*written)) say(Said::released, work, claim.fence);
  }

  // A handler that takes longer than its lease.
  void dawdle() { rest(std::chrono::duration_cast<Duration>(lease * random_.between(0.7, 1.5))); }

  static pg::Statement business_row(const Work& work, std::int64_t fence) {
    return {"INSERT INTO storm.effects (number, fence) VALUES ($1::bigint, $2::bigint)",
            pg::params(work.number, fence)};
  }
  static key::StoredResponse local_answer(const Work& work) {
    return {key::response_version,
            201,
            {{"Content-Type", "application/json"}, {"Location", "/entries/" + work.request.id.key}},
            fmt::format(R"({{"amount":{},"entry":{}}})", work.amount, work.number)};
  }

  void by_transaction(const Work& work) {
    const auto outcome = engine_->claim_within(work.request, work.policy);
    if (!outcome) {
      connection_->roll_back();
      return trouble(work, "claim_within", outcome.error());
    }
    const auto* claim = std::get_if<engine::Claim>(&*outcome);
    if (claim == nullptr) {
      connection_->roll_back();
      is_told(work, *outcome);
      return;
    }
    const pg::Statement row = business_row(work, claim->fence);
    if (const auto inserted = connection_->exec_prepared(row.sql, row.params); !inserted) {
      connection_->roll_back();
      return trouble(work, "insert", inserted.error());
    }
    if (random_.chance(0.05)) rest(milliseconds(random_.below(300)));
    const auto response = local_answer(work);
    const auto written = engine_->finish_within(*claim, key::State::succeeded, response, {});
    if (!written) connection_->roll_back();
    finished(work, claim->fence, key::State::succeeded, response, written);
  }

  void known(const Work& work) {
    const auto response = local_answer(work);
    const pg::Statement row = business_row(work, 0);
    const auto outcome =
        engine_->run_known(work.request, work.policy, key::State::succeeded, response, {&row, 1});
    if (!outcome) return trouble(work, "run_known", outcome.error());
    if (const auto* executed = std::get_if<engine::Engine::Executed>(&*outcome)) {
      say(Said::done, work, executed->fence, fmt::format("succeeded {}", digest_of(response)));
      return answered(work);
    }
    is_told(work, *outcome);
  }

  ExecutorOptions options_;
  StoreKind store_;
  Random random_;
  LedgerFile ledger_;
  Dispenser numbers_;
  pg::ConnectOptions where_;
  metrics::Counters counters_;
  metrics::Flusher flusher_;
  gateway::Config config_;
  std::optional<pg::Connection> connection_;
  std::optional<engine::Engine> engine_;
  std::map<std::int64_t, Steady::time_point> open_;  // by number: when to ask again
};

}  // namespace

std::string ledger_path(const std::string& folder, int slot) {
  return fmt::format("{}/executor-{}", folder, slot);
}
std::string numbers_path(const std::string& folder, StoreKind store) {
  return fmt::format("{}/numbers-{}", folder, name_of(store));
}

std::vector<std::string> words_of(const ExecutorOptions& options) {
  return {std::to_string(options.slot),         std::to_string(options.seed), options.conninfo,
          std::to_string(options.gateway_port), options.gateway_config,       options.folder,
          std::to_string(options.rest_us)};
}

ExecutorOptions executor_options(const std::vector<std::string>& words) {
  return {std::stoi(words.at(0)),
          std::stoull(words.at(1)),
          words.at(2),
          std::stoi(words.at(3)),
          words.at(4),
          words.at(5),
          std::stoi(words.at(6))};
}

int run_executor(const ExecutorOptions& options) {
  struct sigaction action {};
  action.sa_handler = [](int) { is_finishing = true; };
  ::sigaction(SIGTERM, &action, nullptr);
  std::puts(ready_word);
  std::fflush(stdout);
  ExecutorProcess process(options);
  return process.run();
}

}  // namespace onceover::test::storm

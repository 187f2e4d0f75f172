// SPDX-License-Identifier: Apache-2.0
#include "app/try/tour.h"

#include <fmt/format.h>

#include "app/try/shop.h"
#include "core/browse/browser.h"
#include "core/gateway/open.h"
#include "core/key/identity.h"
#include "core/metrics/history.h"
#include "core/reconcile/settle_one.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/profile.h"

namespace onceover::try_it {
namespace {

// What is promised: the verdict, what the client gets when it comes back, and, where that is certain, how
// many effects there are.
struct Scene {
  Stuck kind;
  std::string_view story, verdict, client_gets;
  std::optional<int> effects = {};
};

constexpr Duration caught_up_within = std::chrono::seconds(30);
constexpr std::string_view still_stuck = "409 CONFLICT.idempotency.awaiting_reconciliation";
constexpr Scene scenes[] = {
    {Stuck::charged_answer_lost,
     "The gateway charged the card, and the service died before it read the answer.", "settle_succeeded",
     "201 replayed", 1},
    {Stuck::never_sent, "The service died before it sent anything to the gateway.", "release", "201 stored",
     1},
    {Stuck::declined, "The gateway refused for good, and the service died before it could write that down.",
     "settle_failed", "402 replayed", 0},
    {Stuck::arrives_late,
     "The request is still on its way: the gateway knows nothing of it yet, and will charge later.",
     "release", "201", 1},
    {Stuck::wrong_amount, "Under this key the gateway holds an effect of another amount.", "needs_human",
     still_stuck},
    {Stuck::still_pending, "The gateway has it, and is still working on it.", "unresolved", still_stuck},
};

std::string path_of(const std::string& operation) { return operation.substr(operation.find(' ') + 1); }

std::string answer_words(const HttpReply& answer) {
  if (answer.status == 0) return "no answer (" + answer.why + ")";
  const std::string status = answer.header("Idempotency-Status");
  const std::size_t at = answer.body.find("\"error_code\":\"");
  const std::string code =
      at == std::string::npos ? "" : answer.body.substr(at + 14, answer.body.find('"', at + 14) - at - 14);
  return fmt::format("{}{}{}", answer.status, status.empty() ? "" : " " + status,
                     code.empty() ? "" : " " + code);
}

[[noreturn]] void end_tour(ErrorKind kind, const char* why) {
  raise({kind, why, "The tour ended here.", "", "", ""});
}

class Guide {
 public:
  Guide(TryStore& store, pg::Connection& connection, gateway::Gateway& gateway,
        const std::function<void(const std::string&)>& say)
      : store_(store), connection_(connection), gateway_(gateway), say_(say) {}

  TourStep visit(const Scene& scene) {
    TourStep step;
    step.kind = std::string(word(scene.kind));
    say_("");
    say_(fmt::format("── {} ", scene.story));
    const StuckKey stuck = store_.make_stuck(scene.kind).value();
    step.key = stuck.id.key;
    require(store_.expire_lease(stuck.id));
    step.stuck_answer = client(stuck);
    say_(fmt::format("   {} {}: the client gets {}", stuck.id.operation, visible(step.key),
                     step.stuck_answer));

    const auto row = reconcile::read(connection_, tables::own(), stuck.id).value();
    if (!row) end_tour(ErrorKind::internal, "The stuck key has no row.");
    const auto target = reconcile::target_of(connection_, tables::own(), nullptr);
    const reconcile::Instruction instruction{.request = {.reason = "tour"},
                                             .next_try_in = std::chrono::seconds(5)};
    const auto outcome =
        reconcile::settle_one(
            connection_, *target, {.seen = {.row = *row}}, instruction, &gateway_, actor_,
            {.lease = std::chrono::seconds(30), .ask_within = std::chrono::seconds(10), .may_cancel = true})
            .value();
    if (const auto* settled = std::get_if<reconcile::RowSettled>(&outcome)) {
      describe(step, row->fence, settled->before, *settled->asked, *settled->after, settled->audit_id);
    } else if (const auto* filed = std::get_if<reconcile::RowFiled>(&outcome)) {
      describe(step, row->fence, filed->before, filed->asked, *filed->after, filed->audit_id);
    } else {
      end_tour(ErrorKind::internal, "Another executor took the key over.");
    }
    step.client_got = client(stuck);
    say_("   the client comes back and gets " + step.client_got);
    keys_.push_back(stuck);
    return step;
  }

  const std::vector<StuckKey>& keys() const { return keys_; }

  std::string client(const StuckKey& stuck) {
    // As any client: a connection that broke because a worker was just killed is tried again, under the same
    // key.
    HttpReply answer;
    for (unsigned attempt = 0; attempt < 8 && answer.status == 0; ++attempt) {
      if (attempt > 0)
        std::this_thread::sleep_for(retry::next_delay(retry::Strategy::equal_jitter, attempt,
                                                      std::chrono::milliseconds(100), std::chrono::seconds(1),
                                                      {}, random_));
      answer = store_.post(path_of(stuck.id.operation), stuck.id.key, stuck.request_body, stuck.id.tenant);
    }
    return answer_words(answer);
  }

 private:
  void describe(TourStep& step, std::int64_t fence_before, const browse::KeyRow& taken,
                const reconcile::JudgedEvidence& asked, const browse::KeyRow& after, std::int64_t audit_id) {
    say_(fmt::format("   taken over under fence {} (was {})", taken.fence, fence_before));
    step.gateway_answer = fmt::format("{} ({})", gateway::word(asked.evidence.finding),
                                      elided(visible(asked.evidence.why), 100));
    step.verdict = std::string(reconcile::word(asked.verdict.kind));
    say_("   the gateway reports: " + step.gateway_answer);
    say_(fmt::format("   verdict: {}. {}", step.verdict, asked.verdict.why));
    step.done = fmt::format("{}{}", key::word(after.state),
                            after.case_status == "settled" ? "" : ", case " + after.case_status);
    say_(fmt::format("   written: {} (fence {}, audit row {})", step.done, after.fence, audit_id));
  }

  TryStore& store_;
  pg::Connection& connection_;
  gateway::Gateway& gateway_;
  const std::function<void(const std::string&)>& say_;
  const audit::Actor actor_ = audit::this_actor("oncectl try");
  std::vector<StuckKey> keys_;
  Random random_{1};
};

// The client's answer is that of the contract, not that of this run.
bool as_promised(const TourStep& step, const Scene& scene) {
  return step.stuck_answer == still_stuck && step.effects <= 1 &&
         step.effects == scene.effects.value_or(step.effects) && step.verdict == scene.verdict &&
         step.client_got.starts_with(scene.client_gets);
}

// Live traffic for a moment: enough of it that something has been replayed and something got stuck.
void watch_traffic(TryStore& store, pg::Connection& connection,
                   const std::function<void(const std::string&)>& say) {
  say("── Live traffic: clients pay and refund, retry, and send duplicates; the gateway misbehaves; now and "
      "then a process is killed.");
  browse::Browser browser(connection, tables::own());
  const Deadline until = Steady::now() + std::chrono::seconds(15);
  std::uint64_t last_shown = 0;
  for (;;) {
    for (const TryEvent& event : store.events(last_shown)) {
      last_shown = event.number;
      say("   " + event.words);
    }
    const auto counts = browser.state_counts().value();
    const auto totals = metrics::totals(connection, std::chrono::minutes(1)).value();
    const auto total = [&totals](std::string_view name) {
      const auto found = std::ranges::find(totals, name, &metrics::Total::name);
      return found == totals.end() ? 0 : found->now;
    };
    if ((counts.unfinished.stuck > 0 && total("replayed") > 0) || Steady::now() >= until) {
      say(
          fmt::format("   in the last minute: {} keys created, {} replays, {} conflicts, {} mismatches; {} "
                      "leases are stuck now",
                      total("created"), total("replayed"), total("conflict"), total("mismatch"),
                      counts.unfinished.stuck));
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
}

// The request that was still on its way reaches the gateway.
void wait_for_effect(TryStore& store, const std::string& downstream_key) {
  for (const Deadline until = Steady::now() + std::chrono::seconds(20); Steady::now() < until;) {
    if (store.effects(downstream_key) > 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  end_tour(ErrorKind::timeout, "The late request never reached the gateway.");
}

// Every payment and refund that live traffic and the tour made: what the keys say against what the ledger
// holds.
void check_ledger(TryStore& store, pg::Connection& connection, TourReport& report) {
  browse::Browser browser(connection, tables::own());
  for (const char* operation : {"POST /payments", "POST /refunds"}) {
    browse::PageRequest request;
    request.filter.operation = operation;
    request.limit = 1000;
    for (int pages = 0; pages < 5; ++pages) {
      const auto page = browser.page(request).value();
      for (const browse::KeyRow& row : page.rows) {
        // History was never at this gateway: its owners carry neither an engine's word ("#…") nor a person's
        // or sweeper's ("@…").
        if (row.owner.find_first_of("#@") == std::string::npos) continue;
        const int effects = store.effects(key::downstream_key(row.id, effect_of(row.id.operation)));
        ++report.keys_checked;
        if (effects > 1) ++report.charged_twice;
        if (row.state == key::State::succeeded && effects == 0) ++report.succeeded_without_effect;
        if (row.state == key::State::failed && effects > 0) ++report.failed_with_effect;
      }
      if (!page.more || page.rows.empty()) break;
      request.after = browse::cursor_of(page.rows.back());
    }
  }
}

// Each payment as an event, through outbox, relay, broker and inbox into an account ledger.
void compare_bookings(TryStore& store, const std::function<void(const std::string&)>& say,
                      TourReport& report) {
  say("");
  say("── The same payments and refunds as events: each was announced in its own transaction, carried by a "
      "relay over a broker that loses");
  say("   acknowledgements, and booked by a consumer. The relay and the consumer were killed now and then.");
  report.comparison = store.compare(caught_up_within).value();
  for (const std::string& line : in_words(report.comparison)) say("   " + line);
  if (!report.comparison.no_events.empty()) return;
  say(report.comparison.agrees() ? "Each payment and refund is booked once, or is a dead letter with a name."
                                 : "Payments and bookings do not agree: see the lines above.");
}

TourReport tour(TryStore& store, const std::function<void(const std::string& line)>& say) {
  auto connection =
      pg::Connection::open({.conninfo = store.conninfo(), .application_name = "oncectl try"}).value();
  const auto gateway = gateway::open_gateway(store.gateway_config_path()).value();
  TourReport report;
  // One at least; it becomes a dead letter while the tour goes on.
  report.carries_events = store.no_events().empty();
  if (report.carries_events) (void)store.make_poison().value();
  watch_traffic(store, connection, say);
  Guide guide(store, connection, *gateway, say);
  for (const Scene& scene : scenes) report.steps.push_back(guide.visit(scene));

  say("");
  say("── What live traffic left behind, the sweeper settles by the same rules.");
  store.set_chaos(false);
  store.clients().pause();
  const auto late = std::ranges::find(report.steps, word(Stuck::arrives_late), &TourStep::kind);
  const StuckKey& late_key = guide.keys()[static_cast<std::size_t>(late - report.steps.begin())];
  wait_for_effect(store, late_key.downstream_key);
  say("   (the request that was still on its way has reached the gateway meanwhile)");
  // A worker that still works on a key has lost it: its late answer will change nothing.
  browse::Browser browser(connection, tables::own());
  browse::PageRequest unfinished;
  unfinished.filter.states = {key::State::in_progress};
  const auto open = browser.page(unfinished).value();
  for (const browse::KeyRow& row : open.rows) require(store.expire_lease(row.id));
  sweeper::SweepConfig config;
  config.backoff_base = config.backoff_cap = std::chrono::milliseconds(50);
  sweeper::Sweeper sweeper(connection, tables::own(), *gateway, config, audit::this_actor("oncectl try"),
                           nullptr, Random(1));
  sweeper::SweepCounts sum;
  for (int pass = 0; pass < 3; ++pass) sum += sweeper.run_once().value();
  say(fmt::format("   settled {} as succeeded, {} as failed, released {}, left {} for later, {} for a person",
                  sum.succeeded, sum.failed, sum.released, sum.unresolved, sum.needs_human));

  late->client_got = guide.client(late_key);
  for (std::size_t i = 0; i < report.steps.size(); ++i) {
    report.steps[i].effects = store.effects(guide.keys()[i].downstream_key);
    report.steps[i].as_promised = as_promised(report.steps[i], scenes[i]);
  }
  check_ledger(store, connection, report);
  say("");
  say(fmt::format(
      "The gateway's ledger against {} keys of this run: {} charged twice, {} succeeded without a charge, {} "
      "failed with one.",
      report.keys_checked, report.charged_twice, report.succeeded_without_effect, report.failed_with_effect));
  for (const TourStep& step : report.steps) {
    say(fmt::format("   {} {:20} {} effect{} in the ledger, client got {}", step.as_promised ? "✓" : "✗",
                    step.kind, step.effects, step.effects == 1 ? "" : "s", step.client_got));
  }
  say(report.charges_hold() ? "Each charge happened once, and every client got the right answer."
                            : "A promise was broken: see the lines marked ✗ above.");
  compare_bookings(store, say, report);
  return report;
}

}  // namespace

bool TourReport::holds() const { return charges_hold() && (!carries_events || comparison.agrees()); }

bool TourReport::charges_hold() const {
  return !steps.empty() && charged_twice == 0 && succeeded_without_effect == 0 && failed_with_effect == 0 &&
         std::ranges::all_of(steps, &TourStep::as_promised);
}

Result<TourReport> run_tour(TryStore& store, const std::function<void(const std::string& line)>& say) {
  return as_result([&] { return tour(store, say); });
}

}  // namespace onceover::try_it

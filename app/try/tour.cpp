#include "app/try/tour.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/gateway/http_gateway.h"
#include "core/key/identity.h"
#include "core/metrics/history.h"
#include "core/profile/profile.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"
#include "core/retry/backoff.h"
#include "core/sweeper/sweeper.h"

namespace onceover::try_it {
namespace {

struct Scene {
  Stuck kind;
  std::string_view story;
};

constexpr Scene scenes[] = {
    {Stuck::charged_answer_lost, "The gateway charged the card, and the service died before it read the answer."},
    {Stuck::never_sent, "The service died before it sent anything to the gateway."},
    {Stuck::declined, "The gateway refused for good, and the service died before it could write that down."},
    {Stuck::arrives_late, "The request is still on its way: the gateway knows nothing of it yet, and will charge later."},
    {Stuck::wrong_amount, "Under this key the gateway holds an effect of another amount."},
    {Stuck::still_pending, "The gateway has it, and is still working on it."},
};

std::string path_of(const std::string& operation) { return operation.substr(operation.find(' ') + 1); }

std::string told(const HttpReply& answer) {
  if (answer.status == 0) return "no answer (" + answer.error + ")";
  const std::string status = answer.header("Idempotency-Status");
  const std::size_t at = answer.body.find("\"error_code\":\"");
  const std::string code = at == std::string::npos ? "" : answer.body.substr(at + 14, answer.body.find('"', at + 14) - at - 14);
  return fmt::format("{}{}{}", answer.status, status.empty() ? "" : " " + status, code.empty() ? "" : " " + code);
}

class Guide {
 public:
  Guide(TryStore& store, pg::Connection& connection, gateway::Gateway& gateway, const std::function<void(const std::string&)>& say)
      : store_(store), connection_(connection), gateway_(gateway), say_(say) {}

  Result<TourStep> visit(const Scene& scene) {
    TourStep step;
    step.kind = std::string(word(scene.kind));
    say_("");
    say_(fmt::format("── {} ", scene.story));
    auto stuck = store_.make_stuck(scene.kind);
    if (!stuck) return fail(stuck.error());
    step.key = stuck->id.key;
    if (auto expired = store_.expire_lease(stuck->id); !expired) return fail(expired.error());
    step.stuck_answer = client(*stuck);
    say_(fmt::format("   {} {}: the client gets {}", stuck->id.operation, visible(step.key), step.stuck_answer));

    auto row = reconcile::read(connection_, profile::own(), stuck->id);
    if (!row) return fail(row.error());
    if (!*row) return fail(ErrorKind::internal, "The stuck key has no row.", "The tour ended here.");
    auto owned = reconcile::own(connection_, profile::own(), reconcile::seen(**row), std::chrono::seconds(30), actor_, "tour");
    if (!owned) return fail(owned.error());
    const auto* mine = std::get_if<reconcile::Owned>(&*owned);
    if (mine == nullptr) return fail(ErrorKind::internal, "Somebody else took the key over.", "The tour ended here.");
    say_(fmt::format("   taken over under fence {} (was {})", mine->row.fence, (*row)->fence));

    const auto asked =
        reconcile::ask(gateway_, {mine->row}, mine->row.updated_at, {Steady::now() + std::chrono::seconds(10), 8, true}).front();
    step.gateway_said = fmt::format("{} ({})", gateway::word(asked.evidence.finding), elided(visible(asked.evidence.why), 100));
    step.verdict = std::string(reconcile::word(asked.verdict.kind));
    say_("   the gateway says: " + step.gateway_said);
    say_(fmt::format("   verdict: {}. {}", step.verdict, asked.verdict.why));

    auto settled =
        reconcile::settle(connection_, profile::own(),
                          reconcile::settlement_for(mine->row, asked, "tour: " + asked.verdict.why, std::chrono::seconds(5)), actor_, {});
    if (!settled) return fail(settled.error());
    const auto* done = std::get_if<reconcile::Settled>(&*settled);
    if (done == nullptr) return fail(ErrorKind::internal, "The key changed while it was settled.", "The tour ended here.");
    step.done =
        fmt::format("{}{}", key::word(done->after.state), done->after.case_status == "settled" ? "" : ", case " + done->after.case_status);
    say_(fmt::format("   written: {} (fence {}, audit row {})", step.done, done->after.fence, done->audit_id));
    step.client_got = client(*stuck);
    say_("   the client comes back and gets " + step.client_got);
    keys_.push_back(*stuck);
    return step;
  }

  const std::vector<StuckKey>& keys() const { return keys_; }

  std::string client(const StuckKey& stuck) {
    // As any client: a connection that broke because a worker was just killed is tried again, under the same key.
    HttpReply answer;
    for (unsigned attempt = 0; attempt < 8 && answer.status == 0; ++attempt) {
      if (attempt > 0)
        std::this_thread::sleep_for(retry::next_delay(retry::Strategy::equal_jitter, attempt, std::chrono::milliseconds(100),
                                                      std::chrono::seconds(1), {}, random_));
      answer = store_.post(path_of(stuck.id.operation), stuck.id.key, stuck.request_body, stuck.id.tenant);
    }
    return told(answer);
  }

 private:
  TryStore& store_;
  pg::Connection& connection_;
  gateway::Gateway& gateway_;
  const std::function<void(const std::string&)>& say_;
  const audit::Actor actor_ = audit::this_actor("oncectl try");
  std::vector<StuckKey> keys_;
  Random random_{1};
};

// What each scene promises. The client's answer is that of the contract, not that of this run.
bool as_promised(const TourStep& step) {
  const auto got = [&step](std::string_view what) { return step.client_got.starts_with(what); };
  const bool stuck_first = step.stuck_answer == "409 CONFLICT.idempotency.awaiting_reconciliation";
  if (!stuck_first || step.effects > 1) return false;
  if (step.kind == word(Stuck::charged_answer_lost)) return step.verdict == "settle_succeeded" && got("201 replayed") && step.effects == 1;
  if (step.kind == word(Stuck::never_sent)) return step.verdict == "release" && got("201 stored") && step.effects == 1;
  if (step.kind == word(Stuck::declined)) return step.verdict == "settle_failed" && got("402 replayed") && step.effects == 0;
  if (step.kind == word(Stuck::arrives_late)) return step.verdict == "release" && got("201") && step.effects == 1;
  if (step.kind == word(Stuck::wrong_amount))
    return step.verdict == "needs_human" && got("409 CONFLICT.idempotency.awaiting_reconciliation");
  return step.verdict == "unresolved" && got("409 CONFLICT.idempotency.awaiting_reconciliation");
}

// Live traffic for a moment: enough of it that something has been replayed and something got stuck.
Result<void> watch_traffic(TryStore& store, pg::Connection& connection, const std::function<void(const std::string&)>& say) {
  say("── Live traffic: clients pay and refund, retry, and send duplicates; the gateway misbehaves; now and then a worker is killed.");
  browse::Browser browser(connection, profile::own());
  const Deadline until = Steady::now() + std::chrono::seconds(15);
  std::uint64_t told_of = 0;
  for (;;) {
    for (const TryEvent& event : store.events(told_of)) {
      told_of = event.number;
      say("   " + event.words);
    }
    auto counts = browser.state_counts();
    if (!counts) return fail(counts.error());
    auto totals = metrics::totals(connection, std::chrono::minutes(1));
    if (!totals) return fail(totals.error());
    const auto total = [&totals](std::string_view name) {
      const auto found = std::find_if(totals->begin(), totals->end(), [name](const metrics::Total& t) { return t.name == name; });
      return found == totals->end() ? 0 : found->now;
    };
    if ((counts->unfinished.stuck > 0 && total("replayed") > 0) || Steady::now() >= until) {
      say(fmt::format("   in the last minute: {} keys created, {} replays, {} conflicts, {} mismatches; {} leases are stuck now",
                      total("created"), total("replayed"), total("conflict"), total("mismatch"), counts->unfinished.stuck));
      return {};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
}

// The request that was still on its way reaches the gateway.
Result<void> wait_for_effect(TryStore& store, const std::string& downstream_key) {
  for (const Deadline until = Steady::now() + std::chrono::seconds(20); Steady::now() < until;) {
    auto effects = store.effects(downstream_key);
    if (!effects) return fail(effects.error());
    if (*effects > 0) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return fail(ErrorKind::timeout, "The late request never reached the gateway.", "The tour ended here.");
}

// Every payment and refund that live traffic and the tour made: what the keys say against what the ledger holds.
Result<void> check_ledger(TryStore& store, pg::Connection& connection, TourReport& report) {
  browse::Browser browser(connection, profile::own());
  for (const char* operation : {"POST /payments", "POST /refunds"}) {
    browse::PageRequest request;
    request.filter.operation = operation;
    request.limit = 1000;
    for (int pages = 0; pages < 5; ++pages) {
      auto page = browser.page(request);
      if (!page) return fail(page.error());
      for (const browse::KeyRow& row : page->rows) {
        // History was never at this gateway: its owners carry neither an engine's word ("#…") nor a person's or sweeper's ("@…").
        if (row.owner.find_first_of("#@") == std::string::npos) continue;
        auto effects = store.effects(key::downstream_key(row.id, path_of(row.id.operation) == "/payments" ? "charge" : "refund"));
        if (!effects) return fail(effects.error());
        ++report.keys_checked;
        if (*effects > 1) ++report.charged_twice;
        if (row.state == key::State::succeeded && *effects == 0) ++report.succeeded_without_effect;
        if (row.state == key::State::failed && *effects > 0) ++report.failed_with_effect;
      }
      if (!page->more || page->rows.empty()) break;
      request.after = browse::cursor_of(page->rows.back());
    }
  }
  return {};
}

}  // namespace

bool TourReport::holds() const {
  return !steps.empty() && charged_twice == 0 && succeeded_without_effect == 0 && failed_with_effect == 0 &&
         std::all_of(steps.begin(), steps.end(), [](const TourStep& step) { return step.as_promised; });
}

Result<TourReport> run_tour(TryStore& store, const std::function<void(const std::string& line)>& say) {
  auto connection = pg::Connection::open({.conninfo = store.conninfo(), .application_name = "oncectl try"});
  if (!connection) return fail(connection.error());
  auto gateway = gateway::open_http_gateway(store.gateway_config_path());
  if (!gateway) return fail(gateway.error());
  TourReport report;
  if (auto watched = watch_traffic(store, *connection, say); !watched) return fail(watched.error());
  Guide guide(store, *connection, **gateway, say);
  for (const Scene& scene : scenes) {
    auto step = guide.visit(scene);
    if (!step) return fail(step.error());
    report.steps.push_back(std::move(*step));
  }

  say("");
  say("── What live traffic left behind, the sweeper settles by the same rules.");
  store.set_chaos(false);
  store.pause_traffic();
  const auto late =
      std::find_if(report.steps.begin(), report.steps.end(), [](const TourStep& step) { return step.kind == word(Stuck::arrives_late); });
  const StuckKey& late_key = guide.keys()[static_cast<std::size_t>(late - report.steps.begin())];
  if (auto landed = wait_for_effect(store, late_key.downstream_key); !landed) return fail(landed.error());
  say("   (the request that was still on its way has reached the gateway meanwhile)");
  // Whoever still works on a key now has lost it: its late answer will change nothing.
  browse::Browser browser(*connection, profile::own());
  browse::PageRequest unfinished;
  unfinished.filter.states = {key::State::in_progress};
  auto open = browser.page(unfinished);
  if (!open) return fail(open.error());
  for (const browse::KeyRow& row : open->rows) {
    if (auto expired = store.expire_lease(row.id); !expired) return fail(expired.error());
  }
  sweeper::SweepConfig config;
  config.backoff_base = config.backoff_cap = std::chrono::milliseconds(50);
  sweeper::Sweeper sweeper(*connection, profile::own(), **gateway, config, audit::this_actor("oncectl try"), nullptr, Random(1));
  sweeper::SweepCounts sum;
  for (int pass = 0; pass < 3; ++pass) {
    auto counts = sweeper.run_once();
    if (!counts) return fail(counts.error());
    sum += *counts;
  }
  say(fmt::format("   settled {} as succeeded, {} as failed, released {}, left {} for later, {} for a person", sum.succeeded, sum.failed,
                  sum.released, sum.unresolved, sum.needs_human));

  late->client_got = guide.client(late_key);
  for (std::size_t i = 0; i < report.steps.size(); ++i) {
    auto effects = store.effects(guide.keys()[i].downstream_key);
    if (!effects) return fail(effects.error());
    report.steps[i].effects = *effects;
    report.steps[i].as_promised = as_promised(report.steps[i]);
  }
  if (auto checked = check_ledger(store, *connection, report); !checked) return fail(checked.error());
  say("");
  say(fmt::format("The gateway's ledger against {} keys of this run: {} charged twice, {} succeeded without a charge, {} failed with one.",
                  report.keys_checked, report.charged_twice, report.succeeded_without_effect, report.failed_with_effect));
  for (const TourStep& step : report.steps) {
    say(fmt::format("   {} {:20} {} effect{} in the ledger, client got {}", step.as_promised ? "✓" : "✗", step.kind, step.effects,
                    step.effects == 1 ? "" : "s", step.client_got));
  }
  say(report.holds() ? "Each charge happened once, and every client was told the truth."
                     : "A promise was broken: see the lines marked ✗ above.");
  return report;
}

}  // namespace onceover::try_it

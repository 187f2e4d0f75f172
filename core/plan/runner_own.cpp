#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/browse/key_row_sql.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/settle_flow.h"
#include "core/sql/statements.h"

namespace onceover::plan {
namespace {

using reconcile::VerdictKind;

}  // namespace

Result<void> PlanRunner::own(const std::vector<Taken>& taken) {
  static constexpr std::string_view mark = "/*columns*/";
  std::string statement(sql::plan_own);
  statement.replace(statement.find(mark), mark.size(), browse::key_row_columns(p_));
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences, positions;
  for (const Taken& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    positions.push_back(item.position);
  }
  pg::Params params;
  params.views(tenants).views(operations).views(keys).integers(fences).integers(positions);
  params.text(fmt::format("{}@{}/{}", actor_.name, actor_.host, actor_.program)).interval(options_.lease);
  params.text(actor_.name).text(actor_.host).text(actor_.program).text(plan_.reason).text(plan_.ticket).integer(plan_.id);
  auto rows = connection_.exec_prepared(statement, params);
  if (!rows) return fail(rows.error());
  const int width = browse::key_row_width(p_);
  for (int i = 0; i < rows->size(); ++i) {
    owned_.push_back({browse::key_row_from(p_, *rows, i), rows->text(i, width + 5), rows->optional_timestamp(i, width + 4)});
    owned_positions_.push_back(static_cast<int>(rows->integer(i, width + 6)));
  }
  return {};
}

bool PlanRunner::is_for(VerdictKind kind) const {
  if (kind == VerdictKind::release) return true;
  return plan_.act == Act::settle && (kind == VerdictKind::settle_succeeded || kind == VerdictKind::settle_failed);
}

// Why an item of our own table was not written, by how its key stands now.
Ended PlanRunner::why_left(const Taken& item, const std::optional<browse::KeyRow>& now, Timestamp as_of) {
  Ended ended{.position = item.position, .state = ItemState::skipped, .outcome = "changed", .why = {}, .evidence_json = {}, .to_state = {}};
  if (!now) {
    ended.outcome = "gone";
    ended.why = "The key is gone: it was reaped, or deleted by hand.";
    return ended;
  }
  const std::string changes = what_changed(item.frozen_json, p_, *now);
  if (now->fence != item.fence) {
    reconcile::FlowChanged changed{*now, {}, as_of};
    if (auto trail = audit::page(connection_, {.id = now->id}, {}, 1); trail && !trail->records.empty()) {
      changed.as_of = trail->as_of;
      changed.last_act = std::move(trail->records.front());
    }
    ended.why = fmt::format("{} ({})", reconcile::sentence(changed, {item.id, now->state, item.fence}), changes);
    return ended;
  }
  if (plan_.act == Act::reap) {
    if (!key::is_final(now->state) && now->state != key::State::released) {
      ended.outcome = "not_for_this_row";
      ended.why = "Unfinished keys are never reaped.";
    } else if (now->expires_at && *now->expires_at > as_of) {
      ended.outcome = "not_for_this_row";
      ended.why = fmt::format("Its window lasts until {}.", iso(*now->expires_at));
    } else {
      ended.state = ItemState::waiting;
    }
  } else if (plan_.act == Act::extend) {
    const bool held = now->state == key::State::in_progress && now->holder == key::Holder::executor;
    if (!held) {
      ended.outcome = "not_for_this_row";
      ended.why = now->state == key::State::in_progress ? "No executor holds it."
                                                        : fmt::format("It is {}: nobody holds it.", key::word(now->state));
    } else if (now->locked_until && *now->locked_until >= as_of + plan_.options.lease) {
      ended.outcome = "not_for_this_row";
      ended.why = fmt::format("Its lease lasts until {} already.", iso(*now->locked_until));
    } else {
      ended.state = ItemState::waiting;
    }
  } else if (now->is_due(as_of)) {
    ended.state = ItemState::waiting;
  } else if (key::is_final(now->state) || now->state == key::State::released) {
    ended.outcome = "not_for_this_row";
    ended.why = fmt::format("It is {}: nothing is to be settled.", key::word(now->state));
  } else {
    ended.outcome = changes.empty() ? "held" : "changed";
    ended.why = fmt::format("The lease is live until {}: whoever holds it may still finish.",
                            now->locked_until ? iso(*now->locked_until) : "its end");
    if (!changes.empty()) ended.why += fmt::format(" ({})", changes);
  }
  if (ended.state != ItemState::waiting) return ended;
  ended.outcome = "locked";
  ended.why = "Somebody has the row locked at this moment.";
  ended.next_try = soon;
  if (item.tries >= most_locked) ended.state = ItemState::failed;
  return ended;
}

Result<void> PlanRunner::explain(const std::vector<Taken>& left, Step& step) {
  if (left.empty()) return {};
  std::vector<key::Identity> ids;
  for (const Taken& item : left) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_);
  if (!as_of) return fail(as_of.error());
  auto rows = read_own(connection_, ids, {}, &*as_of);
  if (!rows) return fail(rows.error());
  std::vector<Ended> ended;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto& these = (*rows)[i];
    ended.push_back(why_left(left[i], these.empty() ? std::nullopt : std::optional(these.front()), *as_of));
  }
  return keep(ended, step);
}

Result<void> PlanRunner::foresee_own(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen) {
  std::vector<key::Identity> ids;
  for (const Taken& item : taken) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_);
  if (!as_of) return fail(as_of.error());
  auto found = read_own(connection_, ids, {}, &*as_of);
  if (!found) return fail(found.error());
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const auto now = (*found)[i].empty() ? std::nullopt : std::optional((*found)[i].front());
    const Ended why = why_left(taken[i], now, *as_of);
    const bool may = why.state == ItemState::waiting || (plan_.act == Act::reap && plan_.options.within_window && now &&
                                                         key::is_final(now->state) && now->fence == taken[i].fence);
    if (!may) {
      foreseen.push_back({taken[i].position, std::string(skip), why.why, {}, false});
    } else if (is_at_once()) {
      foreseen.push_back({taken[i].position, std::string(word(plan_.act)), {}, {}, true});
    } else {
      rows.push_back(*now);
      of.push_back(taken[i]);
    }
  }
  const auto asked = ask(rows, *as_of, of);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].evidence.was_asked) {
      foreseen.push_back({of[i].position, {}, {}, {}, false});
      continue;
    }
    if (plan_.options.cancel && asked[i].if_cancelled) {
      foreseen.push_back({of[i].position, std::string(reconcile::word(VerdictKind::settle_failed)),
                          "The gateway knows nothing of it, and will be told never to perform it.", evidence_of(asked[i]), true});
      continue;
    }
    foreseen.push_back({of[i].position, std::string(reconcile::word(asked[i].verdict.kind)), asked[i].verdict.why, evidence_of(asked[i]),
                        is_for(asked[i].verdict.kind)});
  }
  return {};
}

Result<void> PlanRunner::run_own(const std::vector<Taken>& taken, Step& step) {
  std::map<int, const Taken*> by_position;
  for (const Taken& item : taken) by_position[item.position] = &item;
  std::vector<browse::KeyRow> rows;
  std::vector<Taken> of;
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    rows.push_back(owned_[i].row);
    of.push_back(*by_position[owned_positions_[i]]);
    by_position.erase(owned_positions_[i]);
  }
  // updated_at of a row just owned is the database's clock.
  const auto asked = ask(rows, rows.empty() ? Timestamp{} : rows.front().updated_at, of);
  std::vector<reconcile::Settlement> settlements;
  std::map<key::Identity, Ended> ends;
  std::vector<Ended> unasked;
  std::vector<std::size_t> at;  // of which row each settlement is
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].evidence.was_asked) {
      // Until its new lease has ended it could not be taken over again.
      unasked.push_back(not_asked(of[i], asked[i], rows[i].fence, options_.lease));
      continue;
    }
    const VerdictKind kind = asked[i].verdict.kind;
    const std::string now = std::string(reconcile::word(kind));
    const bool is_foreseen = of[i].foreseen.empty() || of[i].foreseen == now;
    const bool open = kind == VerdictKind::unresolved || kind == VerdictKind::needs_human || kind == VerdictKind::done_needs_response;
    auto settlement = reconcile::settlement_for(rows[i], asked[i], open ? std::string() : plan_.reason, std::chrono::minutes(1));
    settlement.at = owned_[i].at;
    Ended ended;
    if (is_silent(asked[i])) {
      ended = unsettled(of[i], asked[i]);
    } else if (!is_foreseen || (!open && !is_for(kind))) {
      ended = {.position = of[i].position,
               .state = ItemState::skipped,
               .outcome = is_foreseen ? "not_shown" : "verdict_changed",
               .why = is_foreseen ? fmt::format("The evidence says {}: {}", now, asked[i].verdict.why)
                                  : fmt::format("Foreseen was {}; now it is {}: {}", of[i].foreseen, now, asked[i].verdict.why),
               .evidence_json = evidence_of(asked[i]),
               .to_state = {}};
      // Handed back: nobody has agreed to this verdict.
      if (!open) {
        settlement.act = reconcile::Act::unresolved;
        settlement.verdict = std::string(reconcile::word(VerdictKind::unresolved));
        settlement.response.reset();
        settlement.retry_before.reset();
        settlement.error_code.clear();
        settlement.reason = fmt::format("{} ({})", ended.why, plan_.reason);
        settlement.next_try_in = Duration{0};
      }
    } else if (open) {
      ended = unsettled(of[i], asked[i]);
    } else {
      ended = {.position = of[i].position,
               .state = ItemState::done,
               .outcome = now,
               .why = asked[i].verdict.why,
               .evidence_json = evidence_of(asked[i]),
               .to_state = kind == VerdictKind::settle_succeeded ? "succeeded"
                           : kind == VerdictKind::settle_failed  ? "failed"
                                                                 : "released"};
    }
    ends[rows[i].id] = std::move(ended);
    settlements.push_back(std::move(settlement));
    at.push_back(i);
  }
  std::vector<Taken> left;
  for (const auto& [position, item] : by_position) left.push_back(*item);
  if (!settlements.empty()) {
    const auto from = Steady::now();
    std::vector<Ended> kept;
    reconcile::BatchOptions batch{.ticket = plan_.ticket};
    batch.within = [&](pg::Transaction& transaction, const std::vector<reconcile::Written>& written) -> Result<void> {
      if (auto here = check_within(transaction.connection()); !here) return here;
      for (const reconcile::Written& one : written) {
        Ended ended = ends[one.id];
        ended.fence = one.fence;
        ended.audit_id = ended.state == ItemState::done ? one.audit_id : 0;
        kept.push_back(std::move(ended));
      }
      return kept.empty() ? Result<void>() : keep_within(transaction.connection(), kept);
    };
    auto written = reconcile::settle_batch(connection_, p_, settlements, actor_, batch);
    if (!written) return fail(written.error());
    wrote(from, step);
    count(kept, step);
    if (!written->empty() && !written->front().unconfirmed.empty()) step.note = written->front().unconfirmed;
    std::set<key::Identity> ours;
    for (const reconcile::Written& one : *written) ours.insert(one.id);
    for (const std::size_t i : at) {
      if (ours.contains(rows[i].id)) continue;
      Taken item = of[i];
      item.fence = rows[i].fence;  // under which it was owned
      left.push_back(std::move(item));
    }
  }
  if (auto kept = keep(unasked, step); !kept) return kept;
  return explain(left, step);
}

}  // namespace onceover::plan

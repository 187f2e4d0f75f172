// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/base/time.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/promises.h"
#include "core/plan/plan_runner.h"
#include "core/reconcile/own_rows.h"
#include "core/sql/statements.h"

namespace onceover::plan {

void PlanRunner::own(const std::vector<TakenItem>& taken) {
  std::vector<std::string_view> tenants, operations, keys;
  std::vector<std::int64_t> fences, positions;
  for (const TakenItem& item : taken) {
    tenants.emplace_back(item.id.tenant);
    operations.emplace_back(item.id.operation);
    keys.emplace_back(item.id.key);
    fences.push_back(item.fence);
    positions.push_back(item.position);
  }
  const pg::Rows rows =
      connection_
          .exec_prepared(
              reconcile::take_keys_sql(p_),
              pg::params(tenants, operations, keys, fences, positions,
                         fmt::format("{}@{}/{}", actor_.name, actor_.host, actor_.program), options_.lease,
                         actor_.name, actor_.host, actor_.program, plan_.reason, plan_.ticket, plan_.id))
          .value();
  const int width = browse::key_row_width(p_);
  for (int i = 0; i < rows.size(); ++i) {
    reconcile::TakenRow row{.seen = {.row = browse::key_row_from(p_, rows, i)},
                            .at = rows.text(i, width + 5)};
    row.seen.as_of = row.seen.row.updated_at;  // of a row just owned: the database's clock
    row.dedupe_window = window_of(row.seen.row.id.operation);
    owned_.emplace(static_cast<int>(rows.integer(i, width + 6)), std::move(row));
  }
}

std::optional<Duration> PlanRunner::window_of(const std::string& operation) {
  // Where it cannot be read, a release needs a second approver.
  if (!windows_.contains(operation))
    windows_[operation] = reconcile::registered_window(connection_, operation).value_or(std::nullopt);
  return windows_[operation];
}

// However often: at most longest_lease after the first extension under one fence. Where the trail cannot be
// read it is not known here, and the item waits.
bool PlanRunner::was_extended_for_long(const browse::KeyRow& now, Timestamp as_of) {
  const auto trail = audit::page(
      connection_,
      {.id = now.id, .relation = {}, .row_key_json = {}, .key = {}, .actor = {}, .action = "extend"}, {},
      1000);
  return trail && std::ranges::any_of(trail->records, [&](const audit::Record& act) {
           return act.fence_after == now.fence && act.at + longest_lease < as_of + plan_.options.lease;
         });
}

// Why an item of our own table was not written, by how its key stands now.
Ended PlanRunner::why_left(const TakenItem& item, const std::optional<browse::KeyRow>& now, Timestamp as_of) {
  Ended ended{.position = item.position,
              .state = ItemState::skipped,
              .outcome = "changed",
              .why = {},
              .evidence_json = {},
              .to_state = {}};
  if (!now) {
    ended.outcome = "gone";
    ended.why = "The key is gone: it was reaped, or deleted by hand.";
    return ended;
  }
  const std::string changes = what_changed(item.frozen_json, p_, *now);
  if (now->fence != item.fence) {
    reconcile::RowChanged changed{.now = *now, .as_of = as_of};
    if (auto trail = audit::page(connection_, {.id = now->id}, {}, 1); trail && !trail->records.empty()) {
      changed.as_of = trail->as_of;
      changed.last_act = std::move(trail->records.front());
    }
    ended.why =
        fmt::format("{} ({})", reconcile::sentence(changed, {item.id, now->state, item.fence}), changes);
    return ended;
  }
  if (plan_.act == Verb::reap) {
    if (!key::is_final(now->state) && now->state != key::State::released) {
      ended.outcome = "not_for_this_row";
      ended.why = "Unfinished keys are never reaped.";
    } else if (now->expires_at && *now->expires_at > as_of) {
      ended.outcome = "not_for_this_row";
      ended.why = fmt::format("Its window lasts until {}.", moment(*now->expires_at));
    } else {
      ended.state = ItemState::waiting;
    }
  } else if (plan_.act == Verb::extend) {
    const bool held = now->state == key::State::in_progress && now->holder == key::Holder::executor;
    if (!held) {
      ended.outcome = "not_for_this_row";
      ended.why = now->state == key::State::in_progress
                      ? "No executor holds it."
                      : fmt::format("It is {}: no executor holds it.", key::word(now->state));
    } else if (now->locked_until && *now->locked_until >= as_of + plan_.options.lease) {
      ended.outcome = "not_for_this_row";
      ended.why = fmt::format("Its lease lasts until {} already.", moment(*now->locked_until));
    } else if (was_extended_for_long(*now, as_of)) {
      ended.outcome = "not_for_this_row";
      ended.why = "Its lease was extended for a day already: settle the key instead.";
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
    ended.why = fmt::format("The lease is live until {}: its executor may still finish.",
                            now->locked_until ? moment(*now->locked_until) : "its end");
    if (!changes.empty()) ended.why += fmt::format(" ({})", changes);
  }
  if (ended.state != ItemState::waiting) return ended;
  ended.outcome = "locked";
  ended.why = "Another transaction has the row locked at this moment.";
  ended.next_try = soon;
  if (item.tries >= most_locked) ended.state = ItemState::failed;
  return ended;
}

void PlanRunner::explain(const std::vector<TakenItem>& left, Step& step) {
  if (left.empty()) return;
  std::vector<key::Identity> ids;
  for (const TakenItem& item : left) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_).value();
  auto rows = read_own(connection_, ids, {}, &as_of);
  std::vector<Ended> ended;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto& these = rows[i];
    ended.push_back(why_left(left[i], these.empty() ? std::nullopt : std::optional(these.front()), as_of));
  }
  keep(ended, step);
}

// Without owning anything. Those that are not for the act are foreseen as left.
std::vector<InHand> PlanRunner::look_at_own(const std::vector<TakenItem>& taken, std::vector<Ended>& left) {
  std::vector<key::Identity> ids;
  for (const TakenItem& item : taken) ids.push_back(item.id);
  auto as_of = pg::server_time(connection_).value();
  auto found = read_own(connection_, ids, {}, &as_of);
  std::vector<InHand> rows;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const auto now = found[i].empty() ? std::nullopt : std::optional(found[i].front());
    Ended why = why_left(taken[i], now, as_of);
    const bool may =
        why.state == ItemState::waiting || (plan_.act == Verb::reap && plan_.options.within_window && now &&
                                            key::is_final(now->state) && now->fence == taken[i].fence);
    if (may) {
      rows.push_back({&taken[i], {.seen = {.row = *now, .as_of = as_of}}});
    } else {
      left.push_back(std::move(why));
    }
  }
  return rows;
}

std::vector<InHand> PlanRunner::look_at_rows(const std::vector<TakenItem>& taken, std::vector<Ended>& left) {
  std::vector<InHand> rows;
  const auto verb = verb_of(plan_.act);
  for (const TakenItem& item : taken) {
    auto seen = reconcile::read_row(connection_, p_, access_, item.id).value();
    const auto leave = [&](std::string outcome, std::string why) {
      left.push_back(skipped(item, std::move(outcome), std::move(why)));
    };
    if (!seen) {
      leave("gone", "The row is gone.");
    } else if (std::string changes = what_changed(item.frozen_json, p_, seen->row); !changes.empty()) {
      leave("changed", std::move(changes));
    } else if (auto why = verb ? reconcile::why_not_written(p_, access_, *seen, *verb) : std::nullopt) {
      leave("not_for_this_row", std::move(*why));
    } else if (!verb && seen->row.state != key::State::in_progress &&
               seen->row.state != key::State::released) {
      leave("not_for_this_row",
            fmt::format("It is {}: nothing is to be settled.", key::word(seen->row.state)));
    } else if (reconcile::is_held(p_, *seen,
                                  {.verb = verb.value_or(tables::Verb::succeed),
                                   .although_held = plan_.options.although_held})) {
      leave("held", browse::why_held(p_, seen->row));
    } else {
      const auto window = window_of(seen->row.id.operation);
      rows.push_back({&item, {.seen = std::move(*seen), .dedupe_window = window}});
    }
  }
  return rows;
}

}  // namespace onceover::plan

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/alerts/rules.h"
#include "core/base/text.h"
#include "core/browse/sight.h"
#include "core/events/events.h"
#include "core/outbox/operate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::alerts {
namespace {

constexpr std::int64_t most_people = 1'000;  // more is not counted

std::vector<Counted> read_counted(pg::Connection& connection, Duration window) {
  auto transaction =
      pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)})
          .value();
  const pg::Rows rows = transaction.exec_prepared(sql::alerts_counted, pg::params(window)).value();
  return rows.map([&rows](int i) {
    Counted one;
    rows.read(i, 0, one.tenant, one.operation, one.created, one.replayed, one.conflict, one.mismatch,
              one.finished);
    return one;
  });
}

std::optional<Duration> age(const std::optional<Timestamp>& since, Timestamp now) {
  if (!since || !since->is_finite()) return std::nullopt;
  return std::max(Duration{0}, now - *since);
}

void observe_keys(browse::Browser& browser, const tables::Profile& profile, Observed& out) {
  if (const std::string why = browse::why_no_instant(profile.lease.at); !why.empty())
    out.stuck = Observed::Waiting{.known = unfinished::Known::unknown,
                                  .why = why + " " + browse::give_zone("lease.at")};
  if (!profile.lease.is_observable()) return;
  auto counts = browser.state_counts(false).value();
  out.as_of = counts.as_of;
  const unfinished::Answer& u = counts.unfinished;
  const std::string why = unfinished::explanation(u.knowledge);
  // A client that does not come back gets no 409: its key is counted by a rule of its own.
  out.stuck =
      Observed::Waiting{u.ended_leases(), u.knowledge.known, age(u.oldest_lease_end(), counts.as_of), why};
  if (!profile.retry_before.empty())
    out.not_retried = Observed::Waiting{.n = u.unretried, .known = u.knowledge.known, .why = why};
  const unfinished::Knowledge& people = counts.needs_human_known;
  if (tables::is_own(profile))
    out.needs_human = Observed::Waiting{.n = counts.needs_human, .known = people.known, .why = people.why};
}

// Without a word for them, no dead letter is seen: 0 would be no count.
bool names_failed(const tables::Profile& profile) {
  const auto is_failed = [](const tables::StateRule& rule) { return rule.state == key::State::failed; };
  return std::ranges::any_of(profile.states.rules, is_failed) ||
         (profile.states.otherwise && is_failed(*profile.states.otherwise));
}

void observe_events(browse::Browser& browser, const tables::Profile& profile, Observed& out) {
  auto backlog = browser.backlog().value();
  out.as_of = backlog.as_of;
  const auto waiting = [&](const browse::Backlog::Part& part) -> std::optional<Observed::Waiting> {
    // A planner's estimate neither raises an alarm nor gives an all-clear.
    const std::string why = unfinished::explanation(part.knowledge);
    return Observed::Waiting{part.n, part.knowledge.known, age(part.oldest, backlog.as_of),
                             why.empty() ? part.why_no_oldest : why};
  };
  out.unsent = waiting(backlog.unfinished);
  const bool has_states = !profile.states.rules.empty() || profile.states.otherwise;
  if (!has_states || names_failed(profile)) out.dead = waiting(backlog.dead);
}

using Known = unfinished::Known;

// What could not be read is unknown, so that it clears no alert.
template <class Value>
std::optional<Value> read_or_unknown(const pg::Connection& connection, Result<Value> read,
                                     std::initializer_list<std::optional<Observed::Waiting>*> parts) {
  if (read) return std::move(*read);
  if (!connection.is_open() || read.error().is_cancelled()) raise(read.error());
  for (auto* part : parts) *part = Observed::Waiting{.known = Known::unknown, .why = read.error().what};
  return std::nullopt;
}

void observe_own_events(pg::Connection& connection, Observed& out) {
  if (!events::are_there(connection).value()) return;
  if (const auto relays = read_or_unknown(connection, outbox::relays(connection),
                                          {&out.unpublished, &out.parked, &out.given_up})) {
    Observed::Waiting late, parked, dead;
    for (const outbox::RelayView& relay : *relays) {
      late.n += relay.lag;
      if (!relay.is_lag_exact && late.known == Known::exact) late.known = Known::at_least;
      if (relay.is_foreign) {
        late.known = Known::unknown;
        late.why =
            fmt::format("Events, or the progress of relay {}, are of another server: oncectl relay adopt",
                        visible(relay.name));
      }
      if (relay.behind()) late.oldest = std::max(late.oldest.value_or(Duration{0}), *relay.behind());
      parked.n += relay.parked;
      dead.n += relay.dead;
    }
    out.unpublished = late;
    out.parked = parked;
    out.given_up = dead;
  }
  if (const auto backlog =
          read_or_unknown(connection, events::inbox_backlog(connection), {&out.inbox_dead})) {
    Observed::Waiting dead;
    for (const events::Backlog& one : *backlog) {
      dead.n += one.dead;
      if (const auto since = age(one.oldest_dead, one.as_of))
        dead.oldest = std::max(dead.oldest.value_or(Duration{0}), *since);
    }
    if (dead.n > events::most_counted) dead.known = Known::at_least;
    out.inbox_dead = dead;
  }
  if (const auto recent =
          read_or_unknown(connection, events::recent_events(connection), {&out.topics_without_relay})) {
    out.topics_without_relay =
        Observed::Waiting{.n = static_cast<std::int64_t>(recent->without_relay.size())};
    if (!recent->is_complete)
      out.topics_without_relay->why =
          "A sample of the last day's events was read: a topic with very few events may be missing.";
  }
}

// Also where an external table is read: they wait for a person all the same.
void observe_people(pg::Connection& connection, bool has_own_cases, Observed& out) {
  if (!pg::run(connection, sql::cases_exist).value().boolean(0, 0)) return;
  const auto counted = [&connection](std::string_view statement, const pg::Params& params) {
    return pg::run(connection, statement, params).map([](const pg::Rows& rows) {
      const std::int64_t n = rows.integer(0, 0);
      return Observed::Waiting{.n = std::min(n, most_people),
                               .known = n > most_people ? Known::at_least : Known::exact};
    });
  };
  if (auto asked = read_or_unknown(connection, counted(sql::approval_waiting, pg::params(most_people + 1)),
                                   {&out.approvals}))
    out.approvals = std::move(asked);
  const auto cases = counted(sql::cases_waiting, pg::params(!has_own_cases, most_people + 1));
  if (auto others = read_or_unknown(connection, cases, {&out.other_cases}))
    out.other_cases = std::move(others);
}

// What was counted in tables of the onceover schema where rows are hidden from this user is a lower bound;
// nothing is then unknown. A relay that is not seen may publish the topics that seem to have none.
void limit_to_what_is_seen(pg::Connection& connection, Observed& out) {
  const auto hidden = browse::hidden_own_tables(connection).value();
  if (out.counted) {
    out.why_counted_less = unfinished::explanation(
        browse::known_of(hidden, {"counter_deltas", "counter_series", "counter_minutes", "counter_hours"}));
  }
  const std::vector<std::pair<std::optional<Observed::Waiting>*, std::set<std::string_view>>> parts{
      {&out.unpublished, {"relays", "outbox", "outbox_parked"}},
      {&out.parked, {"relays", "outbox_parked"}},
      {&out.given_up, {"relays", "outbox", "outbox_parked"}},
      {&out.inbox_dead, {"inbox"}},
      {&out.topics_without_relay, {"relays", "outbox"}},
      {&out.approvals, {"approvals"}},
      {&out.other_cases, {"cases", "row_cases"}}};
  for (const browse::HiddenTable& table : hidden) {
    for (const auto& [part, tables] : parts) {
      if (!*part || !tables.contains(table.name) || (*part)->known == Known::unknown) continue;
      const bool may_be_fewer = part == &out.topics_without_relay && table.name == "relays";
      (*part)->known = (*part)->n > 0 && !may_be_fewer ? Known::at_least : Known::unknown;
      (*part)->why = table.gap.why + ' ' + table.gap.remedy;
    }
  }
}

}  // namespace

Result<Observed> observe(pg::Connection& connection, browse::Browser& browser, const tables::Profile& profile,
                         Duration window) {
  return as_result([&]() -> Result<Observed> {
    if (window <= Duration{0} || window > std::chrono::hours(24)) {
      return fail(ErrorKind::invalid_input,
                  "The window of the rules must be positive and no longer than a day.",
                  "Nothing was checked.");
    }
    Observed out;
    out.window = window;
    const bool has_keys = profile.kind == tables::Kind::idempotency;
    has_keys ? observe_keys(browser, profile, out) : observe_events(browser, profile, out);
    if (tables::is_own(profile)) {
      out.counted = read_counted(connection, window);
      observe_own_events(connection, out);
    }
    observe_people(connection, tables::is_own(profile), out);
    limit_to_what_is_seen(connection, out);
    if (out.as_of == Timestamp{}) out.as_of = pg::server_time(connection).value();
    return out;
  });
}

}  // namespace onceover::alerts

// SPDX-License-Identifier: Apache-2.0
#include "core/browse/inspected.h"

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/browse/sight.h"
#include "core/tables/detect/signature.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/inspect/try_write.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"
#include "core/tables/writes.h"

namespace onceover::browse {
namespace {

using tables::Access;
using tables::Profile;
using tables::Verb;

// Why the server cannot plan the statement; nullopt: it can. Each in its own transaction, since an error ends
// it.
std::optional<std::string> why_not_planned(pg::Connection& connection, const Profile& p,
                                           const tables::Query& query) {
  auto planned = begun(connection, p, {}, [&](Reading& reading) {
    return reading.run(query.behind("EXPLAIN ")).map([](const pg::Rows&) {});
  });
  if (planned) return std::nullopt;
  if (!connection.is_open() || planned.error().is_cancelled()) raise(planned.error());
  return planned.error().detail.empty() ? planned.error().what : visible(planned.error().detail);
}

// As the write would be sent, on no row.
tables::Query write_query(const Profile& p, const Access& access, const tables::Write& write) {
  tables::Query query;
  tables::begin_write(query, p, access.columns, write,
                      {.code = 200, .body = "{}", .reason = "", .lease = std::chrono::minutes(1)});
  query << " WHERE FALSE";
  for (const tables::Condition& condition : write.guard) query << " AND " << tables::condition_sql(condition);
  return query << " AND " << tables::state_is(p, {key::State::in_progress});
}

// Why the unit is another: read in the profile's, none of the numbers is a time after the year 2000.
std::optional<std::string> why_another_unit(pg::Connection& connection, const Profile& p) {
  for (const auto& [role, at] : tables::instants_of(p)) {
    const bool is_counted =
        !at->empty() && at->form != tables::TimeForm::timestamptz && !needs_zone(at->form);
    if (!is_counted) continue;
    const std::string column = "k." + tables::quoted_name(at->column);
    std::string filled = column + " > 0";
    if (at == &p.lease.at && !p.lease.free.empty())
      filled += fmt::format(" AND {} <> {}", column, tables::literal(p.lease.free));
    const tables::Query query(fmt::format(
        "SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE s.at > timestamptz '2000-01-01 "
        "00:00:00+00') FROM (SELECT ({}) AS at FROM {} k WHERE {} LIMIT 1000) s",
        tables::shown_instant(p, {.column = at->column, .form = at->form}), tables::table_name(p), filled));
    const auto found = begun(connection, p, {}, [&](Reading& reading) { return reading.run(query); });
    if (!found) {
      if (!connection.is_open() || found.error().is_cancelled()) raise(found.error());
      continue;
    }
    if (found->integer(0, 0) > 0 && found->integer(0, 1) == 0)
      return fmt::format("As {}, \"{}\" holds no time after the year 2000 ({}): it is in another unit.",
                         tables::word(at->form), visible(at->column), role);
  }
  return std::nullopt;
}

// Where the sample is not the whole table: rows of each word and state, since a rare one may have none in it.
void sample_states(pg::Connection& connection, const Profile& p, tables::TableFacts& table) {
  constexpr int whole = 200, of_each = 100;
  constexpr std::size_t most_conditions = 12;
  if (table.sampled_rows() < whole && table.rows <= whole) return;
  std::vector<std::string> conditions;
  for (const tables::StateRule& rule : p.states.rules) {
    const bool is_plain = rule.when.size() == 1 && rule.when[0].is == tables::Condition::Is::one_of;
    if (!is_plain) {
      tables::add_once(conditions, tables::state_is(p, {rule.state}));
      continue;
    }
    for (tables::Condition one = rule.when[0]; const std::string& word : rule.when[0].values) {
      one.values = {word};
      tables::add_once(conditions, tables::condition_sql(one));
    }
  }
  if (p.states.otherwise) tables::add_once(conditions, tables::state_is(p, {p.states.otherwise->state}));
  // A row may be in both samples: the second is taken alone where all of its statements end in time.
  tables::TableFacts again = table;
  for (tables::ColumnFacts& column : again.columns) column.sample.clear();
  for (std::size_t i = 0; i < std::min(conditions.size(), most_conditions); ++i) {
    if (!tables::sample_more(connection, again, conditions[i], of_each) && !connection.is_open()) return;
  }
  const bool has_rows =
      std::ranges::any_of(again.columns, [](const auto& column) { return column.sample.size() >= of_each; });
  if (has_rows) table = std::move(again);
}

// What rows and constraints say to one verb.
void rehearse_verb(pg::Connection& connection, const Profile& p, const tables::TableFacts& table, Verb verb,
                   const std::optional<Gap>& hidden, Access& access) {
  using Is = tables::Verdict::Is;
  Access::Offer& offer = access.offers.at(verb);
  const tables::Write& write = p.writes.at(verb);
  const tables::Verdict verdict = tables::verdict_on(p, table, verb, write);
  const bool is_unrehearsed = verdict.is == Is::not_rehearsed;
  offer.is_idle =
      is_unrehearsed && verdict.rehearsed == 0 && verdict.owners >= tables::enough_to_compare && !hidden;
  const auto remark = [&](std::string_view what) {
    access.remarks.push_back(fmt::format("\"{}\"{}", tables::word(verb), what));
  };
  if (verdict.is != Is::offered) {
    std::string sentence = verdict.sentence();
    if (sentence.front() >= 'a' && sentence.front() <= 'z')
      sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    // Rows that are hidden may be those that it lacks.
    if (is_unrehearsed && hidden) sentence = fmt::format("{} {} {}", hidden->why, hidden->remedy, sentence);
    offer.why_not.push_back(std::move(sentence));
  } else if (!write.deletes && !table.columns.empty()) {
    remark(": " + verdict.sentence() + ".");
  }
  const tables::Tried tried = tables::try_write(connection, p, access, verb, write).value();
  const std::string why = tables::list_of(tried.why, " ");
  if (tried.is_always_refused()) {
    offer.why_not.push_back("The table would refuse it. " + why);
  } else if (tried.refused > 0) {
    remark(" would be refused on some rows. " + why);
  }
  if (!tried.not_tried.empty()) remark(": not tried: " + tables::list_of(tried.not_tried) + ".");
}

}  // namespace

Result<Access> inspected(pg::Connection& connection, const Profile& p) {
  return as_result([&] {
    Access access = tables::inspect(connection, p).value();
    if (tables::is_own(p) || !access.why_not_read().empty()) return access;
    auto why = why_not_planned(connection, p, page_sql(p, {}, std::nullopt, true));
    if (!why && p.lease.is_observable())
      why = why_not_planned(connection, p, longest_stuck_sql(p, {.stuck = true}, nullptr));
    if (why) why = fmt::format("The server cannot list the table by this profile: {}", *why);
    if (!why) why = why_another_unit(connection, p);
    if (why) {
      const std::string& misfit = *why;
      for (auto& [verb, offer] : access.offers) offer.why_not.push_back(misfit);
      access.unreadable.push_back(misfit);
      return access;
    }
    if (p.writes.empty()) return access;
    for (auto& [verb, offer] : access.offers) {
      if (!offer.is_offered() || access.by_function.contains(verb)) continue;
      if (auto refused = why_not_planned(connection, p, write_query(p, access, p.writes.at(verb))))
        offer.why_not.push_back(fmt::format("The server refuses what it would write: {}", *refused));
    }
    // Our own tables are written as our own code writes them.
    if (p.schema == "onceover") return access;
    tables::Facts facts = tables::read_facts(connection, {.schema = p.schema, .table = p.table}).value();
    if (facts.tables.empty()) return access;
    sample_states(connection, p, facts.tables.front());
    const auto hidden =
        begun(connection, p, {}, [&](Reading& reading) { return hidden_rows(reading, p); }).value();
    for (const auto& [verb, write] : p.writes) {
      if (access.offers.at(verb).is_for_script())
        rehearse_verb(connection, p, facts.tables.front(), verb, hidden, access);
    }
    return access;
  });
}

Result<void> rehearse_writes(pg::Connection& connection, tables::Proposal& proposal,
                             tables::TableFacts table) {
  return as_result([&] {
    Profile p = proposal.profile;
    if (!proposal.lease_without_length.at.empty()) {
      p.lease = proposal.lease_without_length;
      p.lease.length = std::chrono::hours(1);
    }
    if (proposal.writes.writes.empty()) return;
    sample_states(connection, p, table);
    proposal.writes = tables::propose_writes(p, table);
    p.writes = proposal.writes.writes;
    for (auto& [verb, write] : p.writes) write.declared = true;
    const Access access = inspected(connection, p).value();
    for (const auto& [verb, offer] : access.offers) {
      if (offer.is_for_script()) continue;
      proposal.writes.writes.erase(verb);
      proposal.writes.looks.erase(verb);
      proposal.writes.unknown.emplace_back(verb, tables::list_of(offer.why_not, " "));
    }
  });
}

}  // namespace onceover::browse

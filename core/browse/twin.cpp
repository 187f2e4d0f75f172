// SPDX-License-Identifier: Apache-2.0
// A table and its archive, to which finished rows are moved, read as one. Pages are one statement; other
// calls ask one table after the other.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {
namespace {

using tables::Profile;
using tables::Query;

// After the row's own columns: now(), whether it is archived, and the order's values as the server compares
// them.
int archived_at(const Profile& p) { return key_row_width(p) + 1; }

struct Turn {
  const Filter& filter;
  const std::optional<Cursor>& after;
  bool descending;
  int limit;
};

// "(SELECT … ORDER BY … LIMIT …)": a page of one table, read from its own index.
void turn_sql(Query& query, const Profile& p, bool archived, const Turn& turn) {
  query << "(SELECT " << key_row_columns(p) << ", pg_catalog.now(), " << (archived ? "TRUE" : "FALSE");
  for (const std::string& column : tables::order_columns(p)) query << ", k." << tables::quoted_name(column);
  query << " FROM " << key_row_source(p) << " WHERE ";
  require(where_sql(query, p, turn.filter));
  if (turn.after) behind_sql(query, p, *turn.after, turn.descending);
  (query << order_sql(p, turn.descending) << " LIMIT ").integer(turn.limit + 1) << ")";
}

// Merged by the server, since only it knows how its values compare. Of rows in the same place the live one
// comes first.
Query page_sql_of(const std::vector<std::pair<const Profile*, bool>>& tables, const Turn& turn) {
  const Profile& first = *tables.front().first;
  const int flag = archived_at(first);
  std::string shown, named, order;
  const auto columns = static_cast<int>(tables::order_columns(first).size());
  for (int i = 0; i <= flag + columns; ++i) {
    const std::string name = fmt::format("c{}", i);
    named += (i == 0 ? "" : ", ") + name;
    if (i <= flag) shown += (i == 0 ? "u." : ", u.") + name;
    if (i > flag) order += "u." + name + (turn.descending ? " DESC, " : ", ");
  }
  Query query("SELECT " + shown + " FROM (");
  for (const auto& [p, archived] : tables) {
    if (p != &first) query << " UNION ALL ";
    turn_sql(query, *p, archived, turn);
  }
  (query << fmt::format(") u ({}) ORDER BY {}u.c{} LIMIT ", named, order, flag)).integer(turn.limit + 1);
  return query;
}

// A row that is moved by one transaction for each table is in both for a while.
bool is_the_same(const KeyRow& live, const KeyRow& archived) {
  return !live.archived && archived.archived && live.place == archived.place &&
         live.id.columns == archived.id.columns;
}

Page read_page_of(Reading& reading, const Profile& live, const Query& query, int limit) {
  auto rows = reading.run(query).value();
  Page page;
  page.sql = query.spelled_out();
  page.more = rows.size() > limit;
  for (int i = 0; i < std::min(rows.size(), limit); ++i) {
    const bool archived = rows.boolean(i, archived_at(live));
    KeyRow row = key_row_from(archived ? *live.twin.profile : live, rows, i);
    row.archived = archived;
    if (page.rows.empty() || !is_the_same(page.rows.back(), row)) page.rows.push_back(std::move(row));
  }
  require(join_cases(reading.connection(), live, page.rows));
  page.as_of = reading.as_of();
  return page;
}

std::string both_sql(const std::string& first, const std::string& second) {
  return first.empty() ? second : first + ";\n\n" + second;
}

std::optional<Timestamp> older(const std::optional<Timestamp>& a, const std::optional<Timestamp>& b) {
  return !a || !b ? (a ? a : b) : std::min(*a, *b);
}

Count sum(const Count& a, const Count& b, std::int64_t cap) {
  Count out{std::min(a.n + b.n, cap), both_known(a.knowledge, b.knowledge)};
  if (a.n + b.n > cap) limit(out.knowledge, counted_up_to(cap));
  return out;
}

unfinished::Answer together(const unfinished::Answer& here, const unfinished::Answer& there) {
  unfinished::Answer out = here;
  for (const auto part : {&unfinished::Answer::in_progress, &unfinished::Answer::stuck,
                          &unfinished::Answer::released, &unfinished::Answer::unretried})
    out.*part += there.*part;
  out.oldest_in_progress = older(here.oldest_in_progress, there.oldest_in_progress);
  out.oldest_stuck = older(here.oldest_stuck, there.oldest_stuck);
  out.oldest_ended_lease = older(here.oldest_ended_lease, there.oldest_ended_lease);
  // An unknown value of one table may be above that of the other.
  out.knowledge = both_known(here.knowledge, there.knowledge);
  if (out.knowledge.known == unfinished::Known::unknown && out.in_progress + out.stuck + out.released > 0)
    out.knowledge.known = unfinished::Known::at_least;
  return out;
}

Forecast forecast_together(const Forecast& here, const Forecast& there) {
  Forecast out = there.scans && !here.scans ? there : here;
  out.rows = here.rows + there.rows;
  out.table_rows = here.table_rows + there.table_rows;
  if (here.scans && there.scans) out.why = here.why + " In the archive: " + there.why;
  return out;
}

}  // namespace

Browser Browser::alone(pg::Connection& connection, const Profile& profile, Limits limits,
                       const browse::Walk* walk) {
  Browser out(connection, profile, limits);
  out.walk_ = walk;
  out.is_alone_ = true;
  return out;
}

Result<Page> Browser::page_of_both(const PageRequest& request) {
  const Profile& twin = *profile_.twin.profile;
  if (request.after && request.after->at.size() != tables::order_columns(profile_).size()) {
    return fail(ErrorKind::invalid_input, "The page marker does not belong to this listing.",
                "Nothing was read.", "Start from the first page.");
  }
  const Turn turn{request.filter, request.after, request.newest_first != request.backwards,
                  std::clamp(request.limit, 1, max_page_rows)};
  const auto read = [&](const std::vector<std::pair<const Profile*, bool>>& tables) -> Result<Page> {
    auto page = begun(connection_, profile_, limits_, [&](Reading& reading) {
      Page out = read_page_of(reading, profile_, page_sql_of(tables, turn), turn.limit);
      out.knowledge = {.known = unfinished::Known::exact, .as_of = out.as_of};
      if (out.more) out.knowledge = more_than(out.as_of);
      for (std::size_t i = 0; i < tables.size() && !out.more; ++i)
        out.knowledge = both_known(out.knowledge, known_of(reading, *tables[i].first, request.filter,
                                                           limits_.whole_up_to, out.as_of));
      return out;
    });
    if (page && request.backwards) std::ranges::reverse(page->rows);
    return page;
  };
  auto page = read({{&profile_, false}, {&twin, true}});
  if (page) return page;
  // A value that one table cannot hold may be in the other.
  const bool not_live = cannot_be(connection_, profile_, limits_, request.filter, page.error());
  const bool not_archived = cannot_be(connection_, twin, limits_, request.filter, page.error());
  if (not_live && not_archived) return nothing();
  if (not_live) return read({{&twin, true}});
  if (not_archived) return read({{&profile_, false}});
  return page;
}

// The live table first: a row that moves in between is counted twice, and not missed.
template <class Ask, class Merge>
auto Browser::both(Ask ask, Merge merge) {
  return as_result([&] {
    auto here = ask(live()).value();
    return merge(std::move(here), ask(archive()).value());
  });
}

Result<Count> Browser::count_of_both(const Filter& filter, std::int64_t cap) {
  return both([&](Browser one) { return one.count(filter, cap); },
              [&](const Count& here, const Count& there) {
                return sum(here, there, std::max<std::int64_t>(cap, 0));
              });
}

Result<Forecast> Browser::forecast_of_both(const Filter& filter) {
  return both([&](Browser one) { return one.forecast(filter); }, forecast_together);
}

Result<Forecast> Browser::forecast_stuck_groups_of_both() {
  return both([](Browser one) { return one.forecast_stuck_groups(); }, forecast_together);
}

Result<StateCounts> Browser::state_counts_of_both(bool resting) {
  return both(
      [&](Browser one) { return one.state_counts(resting); },
      [](StateCounts out, const StateCounts& there) {
        for (const auto part : {&StateCounts::succeeded, &StateCounts::failed, &StateCounts::needs_human})
          out.*part += there.*part;
        out.finished = both_known(out.finished, there.finished);
        out.unfinished = together(out.unfinished, there.unfinished);
        if (out.needs_human_known.known == unfinished::Known::exact)
          out.needs_human_known = there.needs_human_known;
        out.sql = both_sql(out.sql, there.sql);
        return out;
      });
}

Result<StuckGroups> Browser::stuck_groups_of_both(int limit, Scan scan, StuckBy by) {
  // Only the live table has stuck rows: the archive adds what it does not know.
  return both(
      [&](Browser one) { return one.stuck_groups(limit, scan, by); },
      [&](StuckGroups out, const StuckGroups& there) {
        out.groups.insert(out.groups.end(), there.groups.begin(), there.groups.end());
        out.unfinished = together(out.unfinished, there.unfinished);
        if (there.all.n > 0) {
          out.all.oldest = out.all.n == 0 ? there.all.oldest : std::min(out.all.oldest, there.all.oldest);
          out.all.newest = out.all.n == 0 ? there.all.newest : std::max(out.all.newest, there.all.newest);
          for (const auto part : {&StuckGroup::n, &StuckGroup::needs_human, &StuckGroup::unretried})
            out.all.*part += there.all.*part;
          out.all.money.add(there.all.money);
        }
        out.cost = forecast_together(out.cost, there.cost);
        std::ranges::stable_sort(out.groups, {}, [](const StuckGroup& g) {
          return std::tie(g.oldest, g.operation, g.owner, g.tenant);
        });
        out.groups.resize(std::min(out.groups.size(), static_cast<std::size_t>(std::max(limit, 1))));
        out.sql = both_sql(out.sql, there.sql);
        return out;
      });
}

Result<Backlog> Browser::backlog_of_both() {
  return both([](Browser one) { return one.backlog(); },
              [](Backlog out, const Backlog& there) {
                for (const auto part : {&Backlog::unfinished, &Backlog::dead}) {
                  Backlog::Part& sums = out.*part;
                  const Backlog::Part& more = there.*part;
                  sums.n += more.n;
                  sums.knowledge = both_known(sums.knowledge, more.knowledge);
                  sums.oldest = older(sums.oldest, more.oldest);
                  sums.may_be_older = sums.may_be_older || more.may_be_older;
                  if (sums.why_no_oldest.empty()) sums.why_no_oldest = more.why_no_oldest;
                }
                out.sql = both_sql(out.sql, there.sql);
                return out;
              });
}

Result<Lookup<Detail>> Browser::detail_of_either(const key::Identity& id) {
  auto here = live().detail(id);
  if (!here || here->found() != nullptr) return here;
  auto there = archive().detail(id);
  if (!there) return there;
  if (there->found() == nullptr) return Lookup<Detail>(both_known(here->none(), there->none()));
  there->found()->row.archived = true;
  return there;
}

Result<LockHolder> Browser::who_locks_either(const key::Identity& id) {
  auto here = live().who_locks(id);
  return !here || here->is_row_there ? here : archive().who_locks(id);
}

Result<Why> Browser::why_of_either(const key::Identity& id, const std::optional<std::string>& request_body,
                                   const key::DecidePolicy& policy, int mismatch_status,
                                   const std::vector<std::string>& salts) {
  auto here = live().why(id, request_body, policy, mismatch_status, salts);
  if (!here || here->row) return here;
  auto there = archive().why(id, request_body, policy, mismatch_status, salts);
  if (there && !there->row && !here->row_known) return here;
  if (!there || !there->row) return there;
  there->row->archived = true;
  there->rule += " The row was moved to " + tables::table_name(*profile_.twin.profile) +
                 ": a service recognises a duplicate only if it also searches there.";
  return there;
}

}  // namespace onceover::browse

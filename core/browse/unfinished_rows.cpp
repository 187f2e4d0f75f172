// SPDX-License-Identifier: Apache-2.0
#include "core/browse/unfinished_rows.h"

#include <fmt/format.h>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/pg/server_identity.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::Query;
using unfinished::Known;

// At most this many keys created since the frontier are read: some hundred milliseconds.
constexpr std::int64_t recent_up_to = 200'000;
// They are not counted first where the frontier moved this recently.
constexpr Duration lately = std::chrono::seconds(30);

std::vector<std::optional<std::string>> column_of(const std::vector<std::vector<std::string>>& rows,
                                                  std::size_t column) {
  std::vector<std::optional<std::string>> out;
  for (const auto& row : rows) out.emplace_back(row[column]);
  return out;
}

// The newest keys, since the frontier, can be read at once.
bool recent_are_few(Reading& reading, const tables::Profile& p, Timestamp since) {
  Query query("SELECT pg_catalog.count(*) FROM (SELECT FROM " + tables::table_name(p) +
              " k WHERE k.created_at >= ");
  query.timestamp(since) << " ORDER BY k.created_at, k.key LIMIT ";
  query.integer(recent_up_to + 1) << ") recent";
  return reading.run(query).value().integer(0, 0) <= recent_up_to;
}

void at_least(unfinished::Knowledge& knowledge, std::string why) {
  if (knowledge.known == Known::exact) knowledge.known = Known::at_least;
  knowledge.why = std::move(why);
}

constexpr std::string_view run_a_sweeper =
    "Run a sweeper (oncectl sweep): it maintains the list of unfinished keys.";

// Reasons why keys may be missing from a snapshot.
void add_writers(Reading& reading, const unfinished::Frontier& frontier, unfinished::Knowledge& knowledge) {
  if (!frontier.exists) return;
  if (!frontier.is_kept) {
    at_least(knowledge,
             "Triggers that maintain the list of unfinished keys are missing or disabled: reopened keys may "
             "be missing.");
    knowledge.remedy = "Enable them: see oncectl doctor.";
    return;
  }
  if (frontier.is_standby || frontier.proves_writers_young()) return;
  if (!frontier.may_see_writers) {
    at_least(knowledge, "This role may not see which transactions are writing keys.");
    return;
  }
  auto writers = unfinished::writers_of_keys(reading.connection()).value();
  if (auto hidden = unfinished::hidden_by(writers, frontier.now)) at_least(knowledge, std::move(*hidden));
}

// The same for an external table. Nothing limits the age of a writer that this user may not see.
void add_table_writers(Reading& reading, const tables::Profile& p, unfinished::Knowledge& knowledge) {
  auto writers = unfinished::writers_of(reading.connection(), tables::table_name(p)).value();
  std::erase_if(writers, [](const unfinished::Writer& writer) { return !writer.since && writer.pid != 0; });
  if (auto hidden = unfinished::hidden_by(writers, knowledge.as_of)) at_least(knowledge, std::move(*hidden));
}

UnfinishedRows of_walk(Reading& reading, const tables::Profile& p, const Walk* walk, UnfinishedRows out) {
  if (walk == nullptr) return out;
  if (!walk->problem.empty())
    out.knowledge.why += fmt::format(" The search for unfinished keys failed: {}", walk->problem);
  if (walk->about.empty() || walk_subject(reading, p) != walk->about) return out;
  const bool was_complete = !walk->is_complete && walk->looked_before.is_finite();
  out.way = UnfinishedRows::Way::walked;
  out.walk = walk;
  out.since = walk->until;
  out.has_recent = walk->is_complete;
  if (tables::is_own(p) && walk->is_complete) {
    out.has_recent = recent_are_few(reading, p, walk->until);
  }
  // A running walk does not know the rows that it has not read.
  out.knowledge.known =
      walk->is_complete || was_complete || !walk->known().empty() ? Known::at_least : Known::unknown;
  out.knowledge.looked = walk->part();
  if (walk->is_complete) {
    out.knowledge.why =
        tables::is_own(p)
            ? fmt::format(
                  "The table was read until {}, but without a sweeper, keys that commit late may be missing.",
                  moment(walk->until))
            : fmt::format("The table was read from {} to {}; later changes are unknown.", moment(walk->began),
                          moment(walk->looked_at));
  } else {
    out.knowledge.why = fmt::format("{:.0f} % of the table has been read so far.", 100 * walk->part());
    if (was_complete)
      out.knowledge.why += fmt::format(" The previous reading ended at {}.", moment(walk->looked_before));
  }
  if (!walk->problem.empty()) out.knowledge.why += fmt::format(" The last search failed: {}", walk->problem);
  if (walk->is_full) out.knowledge.why += fmt::format(" Only the first {} rows found are shown.", most_found);
  return out;
}

UnfinishedRows of_own(Reading& reading, const tables::Profile& p, const Walk* walk, double rows,
                      double whole_up_to) {
  UnfinishedRows out;
  auto frontier = unfinished::read_frontier(reading.connection()).value();
  auto as_of = reading.as_of();
  out.knowledge.as_of = as_of;
  bool is_found = rows <= whole_up_to;
  if (is_found) {
    out.way = UnfinishedRows::Way::whole;
  } else if (frontier.is_valid) {
    is_found = moved_lately(frontier) || recent_are_few(reading, p, frontier.until);
    out.way = UnfinishedRows::Way::listed;
    out.since = frontier.until;
  }
  if (is_found) {
    out.knowledge.known = Known::exact;
    add_writers(reading, frontier, out.knowledge);
  } else {
    out.way = UnfinishedRows::Way::unserved;
    out.knowledge.why = frontier.is_valid
                            ? fmt::format("No sweeper has run since {}.", moment(frontier.until))
                            : frontier.why;
    out.knowledge.remedy = run_a_sweeper;
    out.if_scanned = {.known = Known::exact, .as_of = as_of};
    add_writers(reading, frontier, out.if_scanned);
    out = of_walk(reading, p, walk, std::move(out));
  }
  return out;
}

// Some state means "in progress", or the profile gives the state of each row.
bool names_working(const tables::Profile& p) {
  return p.states.otherwise.has_value() ||
         std::ranges::any_of(p.states.rules, [](const tables::StateRule& rule) {
           return rule.state == key::State::in_progress;
         });
}

UnfinishedRows of_other(Reading& reading, const tables::Profile& p, const Walk* walk, double rows,
                        double whole_up_to) {
  UnfinishedRows out;
  auto as_of = reading.as_of();
  out.knowledge.as_of = as_of;
  Query unfinished("SELECT FROM " + tables::table_name(p) + " k WHERE ");
  unfinished_sql(unfinished, p);
  // An archive of finished rows has no leases and needs no such state.
  if (p.lease.is_observable() && p.kind == tables::Kind::idempotency && !names_working(p)) {
    out.knowledge.why = "The profile names no state for rows in progress, so stuck rows cannot be found.";
    out.knowledge.remedy = "Name that state in the profile.";
    out.if_scanned = out.knowledge;
    return out;
  }
  auto plan = explain(reading, p, unfinished);
  if (rows <= whole_up_to || (!plan.whole && (!plan.walks || plan.walked_rows <= whole_up_to))) {
    out.way = UnfinishedRows::Way::whole;
    out.knowledge.known = Known::exact;
    if (auto unnamed = unnamed_states(reading, p, rows, whole_up_to)) limit(out.knowledge, *unnamed);
    Sight sight;
    doubt(sight, reading, p, rows, whole_up_to);
    for (const auto& gap : {sight.due, sight.leases}) {
      if (gap) limit(out.knowledge, *gap);
    }
    add_table_writers(reading, p, out.knowledge);
    return out;
  }
  out.knowledge.why = fmt::format("No index finds unfinished rows among about {:.0f}.", rows);
  out.if_scanned = {.known = Known::exact, .as_of = as_of};
  Sight sight;
  doubt(sight, reading, p, rows, whole_up_to);
  if (sight.due) limit(out.if_scanned, *sight.due);
  out.knowledge.remedy = "An index on them makes the answer exact: see oncectl doctor.";
  return of_walk(reading, p, walk, std::move(out));
}

// No lease of ours is that long: the clock was ahead when they were written. Sweepers take such keys, and
// here they are not shown as stuck.
std::optional<Gap> leases_ahead(Reading& reading, const tables::Profile& p, const UnfinishedRows& found) {
  if (!tables::is_own(p) || found.knowledge.known == Known::unknown) return std::nullopt;
  Query query("SELECT pg_catalog.count(*) FROM ");
  found.from(query, p, false);
  query << fmt::format(
      " WHERE k.state = 'in_progress' AND k.locked_until > pg_catalog.now() + interval '{} hours'",
      key::no_end_is_later / std::chrono::hours(1));
  const std::int64_t n = reading.run(query).value().integer(0, 0);
  if (n == 0) return std::nullopt;
  return Gap{
      fmt::format("{} further in the future than any lease: the clock was ahead when {} written.",
                  n == 1 ? "1 lease ends" : fmt::format("{} leases end", n), n == 1 ? "it was" : "they were"),
      "Run a sweeper (oncectl sweep): it takes such keys."};
}

}  // namespace

bool moved_lately(const unfinished::Frontier& f) {
  return f.is_valid && f.until <= f.now && f.now - f.until < lately;
}

bool asks_for_unfinished(const Filter& f) {
  if (f.set_aside) return false;
  if (f.stuck || f.needs_human) return true;
  return !f.states.empty() && !f.unknown_state && std::ranges::none_of(f.states, key::is_final);
}

bool asks_for_released(const Filter& f) {
  if (f.stuck) return false;
  return f.states.empty() || std::ranges::find(f.states, key::State::released) != f.states.end();
}

void UnfinishedRows::from(Query& query, const tables::Profile& p, bool released) const {
  if (way == Way::whole || way == Way::unserved) {
    query << key_row_source(p);
    return;
  }
  const std::string table = tables::table_name(p);
  if (!tables::is_own(p)) {
    (query << "pg_catalog.unnest(").array(column_of(walk->known(), 0))
        << "::pg_catalog.tid[]) u (at) JOIN " << table << " k ON k.ctid = u.at";
    return;
  }
  query << "(SELECT k.*";
  if (way == Way::listed) {
    query << " FROM onceover.unfinished u JOIN " << table
          << " k ON k.key = u.key AND k.operation = u.operation AND k.tenant = u.tenant AND k.created_at = "
             "u.created_at WHERE (u.created_at < ";
    query.timestamp(since) << ")";
    // Most entries rest: the planner must not read them in the order of creation.
    if (!released) query << " IS TRUE AND u.look_at <= pg_catalog.now()";
  } else {
    query << " FROM ROWS FROM (";
    constexpr std::string_view types[] = {"timestamptz", "text", "text", "text"};
    for (std::size_t i = 0; i < 4; ++i) {
      (query << (i == 0 ? "pg_catalog.unnest(" : ", pg_catalog.unnest(")).array(column_of(walk->found, i))
          << "::pg_catalog." << types[i] << "[])";
    }
    query << ") u (created_at, key, tenant, operation) JOIN " << table
          << " k ON k.key = u.key AND k.operation = u.operation AND k.tenant = u.tenant AND k.created_at = "
             "u.created_at WHERE k.created_at < ";
    query.timestamp(since);
  }
  if (has_recent)
    (query << " UNION ALL SELECT k.* FROM " << table << " k WHERE k.created_at >= ").timestamp(since);
  query << ") k LEFT JOIN onceover.cases c ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = "
           "k.key";
}

UnfinishedRows unfinished_rows(Reading& reading, const tables::Profile& p, const Walk* walk,
                               double whole_up_to) {
  auto rows = estimated_rows(reading, Query("SELECT FROM " + tables::table_name(p) + " k"));
  auto out = tables::is_own(p) ? of_own(reading, p, walk, rows, whole_up_to)
                               : of_other(reading, p, walk, rows, whole_up_to);
  out.table_rows = rows;
  if (auto hidden = hidden_rows(reading, p)) {
    limit(out.knowledge, *hidden);
    limit(out.if_scanned, *hidden);
    out.hidden = std::move(hidden);
  }
  if (out.way == UnfinishedRows::Way::listed || out.way == UnfinishedRows::Way::walked)
    require(reading.script(narrow));
  if (const auto ahead = leases_ahead(reading, p, out)) limit(out.knowledge, *ahead);
  return out;
}

std::string walk_subject(Reading& reading, const tables::Profile& p) {
  auto server = pg::server_identity(reading.connection()).value();
  Query query("SELECT ");
  query.text(tables::table_name(p))
      << "::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8, pg_catalog.pg_relation_filenode(";
  query.text(tables::table_name(p)) << "::pg_catalog.regclass)::pg_catalog.int8";
  auto table = reading.run(query).value();
  // A promoted standby may lack rows that were seen on the server before it.
  const std::string history = pg::history_of(reading.connection()).value();
  // After a rewrite of the table, block numbers mean nothing.
  return fmt::format("{}/{}/{}/{}/{}", server.system_identifier.value_or("-"), history, server.database_oid,
                     table.integer(0, 0), tables::is_own(p) ? 0 : table.optional_integer(0, 1).value_or(0));
}

namespace {

// 1 MB of a table: about a millisecond from the cache, some 20 ms from a disk.
constexpr std::int64_t sample_blocks = 128;
constexpr std::int64_t sample_rows = 5'000;
constexpr int has_tid_ranges = 140'000;

// The rows of the sample and the time that reading them took.
double timed(Reading& reading, const tables::Query& query) {
  const auto from = Steady::now();
  auto rows = reading.run(query).value();
  const double elapsed = std::max(1e-5, std::chrono::duration<double>(Steady::now() - from).count());
  // Empty pages do not mean a speed of 0.
  return static_cast<double>(std::max<std::int64_t>(1, rows.integer(0, 0))) / elapsed;
}

}  // namespace

std::int64_t walkable_blocks(Reading& reading, const tables::Profile& p) {
  if (reading.connection().server_version() < has_tid_ranges) return 0;
  tables::Query query(
      "SELECT CASE WHEN c.relkind = 'r' AND pg_catalog.has_table_privilege(c.oid, 'SELECT') THEN "
      "pg_catalog.pg_relation_size(c.oid) / pg_catalog.current_setting('block_size')::pg_catalog.int8 ELSE 0 "
      "END FROM pg_catalog.pg_class c WHERE c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass";
  auto rows = reading.run(query).value();
  return rows.empty() ? 0 : rows.integer(0, 0);
}

double rows_per_second(Reading& reading, const tables::Profile& p, bool in_order) {
  const std::string table = tables::table_name(p);
  if (in_order) {
    tables::Query query("SELECT pg_catalog.count(*) FROM (SELECT FROM " + table + " k" + order_sql(p, true) +
                        " LIMIT ");
    query.integer(sample_rows) << ") sample";
    return timed(reading, query);
  }
  auto blocks = walkable_blocks(reading, p);
  if (blocks <= sample_blocks) {
    tables::Query query("SELECT pg_catalog.count(*) FROM (SELECT FROM " + table + " k LIMIT ");
    query.integer(sample_rows) << ") sample";
    return timed(reading, query);
  }
  // From the middle: the ends are read most often and so are cached.
  const std::int64_t from = blocks / 2;
  tables::Query query("SELECT pg_catalog.count(*) FROM " + table + " k WHERE k.ctid >= ");
  query.text("(" + std::to_string(from) + ",0)") << "::pg_catalog.tid AND k.ctid < ";
  query.text("(" + std::to_string(std::min(blocks, from + sample_blocks)) + ",0)") << "::pg_catalog.tid";
  return timed(reading, query);
}

}  // namespace onceover::browse

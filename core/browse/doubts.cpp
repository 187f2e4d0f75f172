// SPDX-License-Identifier: Apache-2.0
// Unfinished rows that no state and no time of the profile judges rightly, found in one reading of them: by a
// due time or a lease that means "never", without a lease, created ahead of the clock, out of attempts, or
// put off again and again.
#include <fmt/format.h>

#include <vector>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/browse/reading.h"
#include "core/browse/sight.h"
#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::Query;

// The table's columns of how many attempts a row is given, and of how many it has left, by their names.
struct AttemptLimits {
  struct Column {
    std::string name;  // empty: it has none, or several
    bool may_read = true;
  };
  Column most, left;
};
AttemptLimits limits_of_attempts(Reading& reading, const tables::Profile& p) {
  constexpr std::string_view most =
      "^((max(imum)?|allowed)(attempt|retr(y|ie)|tr(y|ie)|deliver(y|ie))s?(count)?|(attempts?|retry|retries|"
      "tries)(max|limit|allowed))$";
  constexpr std::string_view left =
      "^((remaining|left)(attempt|retr(y|ie)|tr(y|ie))s?(count)?|(attempt|retr(y|ie)|tr(y|ie))s?(left|"
      "remaining))$";
  Query query(
      "SELECT pg_catalog.min(n.attname), pg_catalog.bool_and(n.may_read), n.is_most FROM (SELECT "
      "a.attname::pg_catalog.text, pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') AS "
      "may_read, w.word ~ ");
  (query.text(most) << " AS is_most, w.word ~ ").text(left) << R"( AS is_left
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid,
        pg_catalog.replace(pg_catalog.lower(a.attname), '_', '') AS w(word)
      WHERE a.attnum > 0 AND NOT a.attisdropped AND t.typcategory = 'N' AND a.attrelid = )";
  query.text(tables::table_name(p)) << R"(::pg_catalog.regclass) n
    WHERE n.is_most OR n.is_left GROUP BY n.is_most HAVING pg_catalog.count(*) = 1)";
  const auto found = reading.run(query).value();
  AttemptLimits limits;
  for (int row = 0; row < found.size(); ++row) {
    if (!p.attempts.empty() && found.text(row, 0) == p.attempts.front()) continue;
    (found.boolean(row, 2) ? limits.most : limits.left) = {found.text(row, 0), found.boolean(row, 1)};
  }
  return limits;
}

struct Doubt {
  std::optional<Gap> Sight::*of;
  std::string condition;
  const char *one, *many;  // "is due …", "are due …"
  std::string rest, remedy;
};

constexpr const char* by_age = "Look for them by their age: oncectl stuck --older-than 15m.";

std::string cell_sql(const std::string& name) { return "k." + tables::quoted_name(name); }

// Rows that may be given up, since they made all their attempts.
void doubt_attempts(std::vector<Doubt>& doubts, Reading& reading, const tables::Profile& p) {
  // A worker may be at the last attempt.
  const auto none_works = [&](std::string used_up) {
    if (p.lease.is_observable() && !p.lease.at.empty()) used_up += " AND " + tables::lease_is_over(p);
    if (!p.owner.empty())
      used_up += fmt::format(" AND ({0} IS NULL OR {0}::pg_catalog.text = '')", cell_sql(p.owner));
    return used_up;
  };
  const auto given_up = [&](std::string used_up, std::string rest) {
    doubts.push_back({&Sight::states, std::move(used_up), "has", "have",
                      std::move(rest) + ": whether such rows are given up is unknown.",
                      "Look at their errors (oncectl keys list), and requeue them or let the service mark "
                      "them as failed."});
  };
  const auto unreadable = [](const AttemptLimits::Column& of) {
    return fmt::format("this user may not read \"{}\"", visible(of.name));
  };
  const auto [most, left] = limits_of_attempts(reading, p);
  if (!left.name.empty() && left.may_read) {
    given_up(none_works(cell_sql(left.name) + " <= 0"),
             fmt::format(" no attempt left by \"{}\"", visible(left.name)));
  } else if (!left.name.empty()) {
    given_up(none_works("TRUE"), " a number of attempts left, and " + unreadable(left));
  }
  if (p.attempts.empty() || most.name.empty()) return;
  const std::string made = cell_sql(p.attempts.front());
  if (most.may_read) {
    given_up(none_works(fmt::format("{0} > 0 AND {1} >= {0}", cell_sql(most.name), made)),
             fmt::format(" made as many attempts as \"{}\" allows", visible(most.name)));
  } else {
    given_up(none_works(made + " > 0"), " made attempts, and " + unreadable(most));
  }
}

std::vector<Doubt> doubts_about(Reading& reading, const tables::Profile& p) {
  std::vector<Doubt> doubts;
  const std::string working = tables::state_is(p, {key::State::in_progress}),
                    created = tables::shown_instant(p, p.created_at), lease_end = tables::shown_lease_end(p);
  // No work waits so long, and none is done for so long: both are ways to write "never".
  doubts.push_back(
      {&Sight::due,
       fmt::format("({}) > pg_catalog.now() + interval '10 years'", tables::shown_instant(p, p.due)), "is",
       "are", " due in more than ten years: given up or set aside, it may be.",
       "Ask the owner of the table what such a time means, and name these rows under set_aside or failed in "
       "the profile."});
  doubts.push_back(
      {&Sight::due, fmt::format("({}) > pg_catalog.now() + interval '1 minute'", created), "was", "were",
       " created ahead of the server's clock: since when such rows wait is unknown.",
       "Compare the clock and the time zone of the program that writes the table with those of the server."});
  if (p.lease.is_observable() && p.lease.form != tables::Lease::Form::age) {
    doubts.push_back({&Sight::leases,
                      fmt::format("{} AND ({}) > pg_catalog.now() + interval '1 year'", working, lease_end),
                      "is", "are",
                      " held without an end, or for more than a year: whether anything still works on such "
                      "rows is unknown.",
                      by_age});
    // A row that waits has no lease; one that was made just now may not have its lease yet.
    tables::Profile claimed = p;
    claimed.states.otherwise = {};
    std::erase_if(claimed.states.rules, [&](const tables::StateRule& rule) {
      return rule.waits.value_or(p.kind != tables::Kind::idempotency);
    });
    doubts.push_back(
        {&Sight::leases,
         fmt::format(
             "{} AND {} AND ({}) IS NULL AND (({}) < pg_catalog.now() - interval '15 minutes') IS NOT FALSE",
             working, tables::state_by_rules(claimed, {key::State::in_progress}), lease_end, created),
         "is", "are", " in progress and held by no lease: whether anything works on such rows is unknown.",
         by_age});
  }
  doubt_attempts(doubts, reading, p);
  if (!p.due.empty() && !p.attempts.empty()) {
    doubts.push_back(
        {&Sight::due,
         fmt::format("{}::pg_catalog.text ~ '^[1-9][0-9]{{2,8}}$' AND ({}) < pg_catalog.now() - interval '1 "
                     "hour' AND ({}) > pg_catalog.now()",
                     cell_sql(p.attempts.front()), created, tables::shown_instant(p, p.due)),
         "was", "were",
         " taken a hundred times and more, and always put off: whether such rows are late is unknown.",
         "Look at what they carry (oncectl keys list): a worker may fail on them without saying so."});
  }
  return doubts;
}

}  // namespace

void doubt(Sight& sight, Reading& reading, const tables::Profile& p, double table_rows, double whole_up_to) {
  if (tables::is_own(p)) return;
  if (!p.due.empty() && p.due.has_unknown_zone())
    sight.due = Gap{why_no_instant(p.due) + " Whether rows with such a time are due is unknown.",
                    give_zone("times.due")};
  const std::string rows = " FROM " + tables::table_name(p) + " k WHERE " +
                           tables::state_is(p, {key::State::in_progress, key::State::released});
  if (table_rows > whole_up_to) {
    const auto plan = explain(reading, p, Query("SELECT" + rows));
    if (plan.whole || (plan.walks && plan.walked_rows > whole_up_to)) return;
  }
  const auto doubts = doubts_about(reading, p);
  std::string counts, conditions;
  for (std::size_t i = 0; i < doubts.size(); ++i) {
    counts += fmt::format("{}pg_catalog.count(*) FILTER (WHERE d{})", i == 0 ? "" : ", ", i);
    conditions += fmt::format("{}({}) AS d{}", i == 0 ? "" : ", ", doubts[i].condition, i);
  }
  const auto found = reading
                         .run(Query(fmt::format("SELECT {} FROM (SELECT {}{} LIMIT {:.0f}) n", counts,
                                                conditions, rows, whole_up_to)))
                         .value();
  for (std::size_t i = 0; i < doubts.size(); ++i) {
    const Doubt& one = doubts[i];
    const std::int64_t n = found.integer(0, static_cast<int>(i));
    if (n == 0 || sight.*one.of) continue;
    sight.*one.of = Gap{(n == 1 ? fmt::format("1 unfinished row {}", one.one)
                                : fmt::format("{} unfinished rows {}", n, one.many)) +
                            one.rest,
                        one.remedy};
  }
}

}  // namespace onceover::browse

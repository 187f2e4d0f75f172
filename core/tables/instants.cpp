// SPDX-License-Identifier: Apache-2.0
#include "core/tables/instants.h"

#include <fmt/format.h>

#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {

// Days that exist, and times: a cast of anything else would end the whole statement.
constexpr std::string_view iso_pattern =
    R"(^(\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$)";

constexpr std::string_view offset_pattern = R"((Z|[+-]\d\d(:?\d\d)?)$)";

std::string column_of(std::string_view name) { return "k." + quoted_name(name); }

constexpr std::string_view epoch = "timestamptz '1970-01-01 00:00:00+00'";

// From the year 1 to the end of 9999: what people's clocks write, in numbers that no arithmetic here makes
// overflow.
constexpr std::int64_t earliest_s = -62'135'596'800, latest_s = 253'402'300'799;
constexpr std::int64_t outermost_ns = 9'223'372'036'000'000'000;  // years 1677 to 2262: what eight bytes hold

struct Unit {
  std::string_view word;
  std::int64_t in_a_second;
  std::int64_t lowest = earliest_s * in_a_second, highest = latest_s * in_a_second;
};
Unit unit_of(TimeForm form) {
  switch (form) {
    case TimeForm::epoch_ms: return {"1 millisecond", 1'000};
    case TimeForm::epoch_us: return {"1 microsecond", 1'000'000};
    // of a thousandth
    case TimeForm::epoch_ns: return {"1 microsecond", 1'000'000'000, -outermost_ns, outermost_ns};
    default: return {"1 second", 1};
  }
}

std::string as_timestamptz(const Instant& instant) {
  const std::string column = column_of(instant.column);
  switch (instant.form) {
    case TimeForm::timestamptz: return column;
    case TimeForm::timestamp:
      // The cast is of days; a timestamp is left as it is, and its index serves.
      return fmt::format(
          "CASE WHEN {0} IN ('infinity', '-infinity') OR {0} BETWEEN '4713-06-01 00:00:00 BC' AND "
          "'294276-06-01 00:00:00' THEN pg_catalog.timezone({1}, {0}::pg_catalog.timestamp) END",
          column, literal(instant.zone));
    case TimeForm::iso_text: {
      std::string read = column + "::pg_catalog.timestamptz";
      if (instant.zone != "UTC")
        read = fmt::format(
            "CASE WHEN {0} ~ {1} THEN {2} ELSE pg_catalog.timezone({3}, {0}::pg_catalog.timestamp) END",
            column, literal(offset_pattern), read, literal(instant.zone));
      return fmt::format("CASE WHEN {} ~ {} THEN {} END", column, literal(iso_pattern), read);
    }
    default: break;
  }
  const Unit unit = unit_of(instant.form);
  // As a float, nanoseconds would be a microsecond off.
  const std::string count =
      instant.form == TimeForm::epoch_ns ? fmt::format("pg_catalog.floor({} / 1000.0)", column) : column;
  return fmt::format("CASE WHEN {} BETWEEN {} AND {} THEN {} + {} * interval '{}' END", column, unit.lowest,
                     unit.highest, epoch, count, unit.word);
}

// Text that is to sort as it reads sorts by its bytes.
std::string comparable(const Instant& instant) {
  return column_of(instant.column) + (instant.form == TimeForm::iso_text ? " COLLATE \"C\"" : "");
}

std::string length_of(const Lease& lease) {
  if (lease.length_column.empty()) return interval(lease.length);
  return fmt::format("{} * interval '1 second'", column_of(lease.length_column));
}

std::string raw_lease_is_over(const Lease& lease, Duration margin = Duration{0}) {
  const Duration length = lease.form == Lease::Form::deadline ? Duration{0} : lease.length;
  return fmt::format("{} <= {}", comparable(lease.at), raw_now(lease.at, length - margin));
}

std::string past(const Profile& p) {
  const Lease& lease = p.lease;
  if (!lease.length_column.empty()) return fmt::format("({}) <= pg_catalog.now()", shown_lease_end(p));
  // In the hour that a clock repeats, its raw value is ambiguous.
  if (lease.at.form == TimeForm::timestamp && lease.at.zone != "UTC")
    return fmt::format("({} AND ({}) <= pg_catalog.now())", raw_lease_is_over(lease), shown_lease_end(p));
  // Texts of another offset than UTC's do not sort as their instants do.
  if (lease.at.form == TimeForm::iso_text)
    return fmt::format("({} AND ({}) <= pg_catalog.now())", raw_lease_is_over(lease, std::chrono::days(1)),
                       shown_lease_end(p));
  return raw_lease_is_over(lease);
}

bool is_compared(const Instant& instant) { return !instant.empty() && !instant.has_unknown_zone(); }

std::string only_in_its_states(const Profile& p, const Instant& instant, const std::string& sql) {
  if (instant.only_in.empty()) return sql;
  return fmt::format("CASE WHEN {} THEN {} END", state_by_rules(p, instant.only_in), sql);
}

// While the lease is held, the column may hold no instant, or the length may be missing.
bool may_have_no_end(const Lease& lease) {
  return lease.at.form != TimeForm::timestamptz || !lease.length_column.empty();
}

}  // namespace

std::string shown_instant(const Profile& p, const Instant& instant) {
  if (!is_compared(instant)) return "NULL::pg_catalog.timestamptz";
  return only_in_its_states(p, instant, as_timestamptz(instant));
}

std::string zoneless_text(const Profile& p, const Instant& instant) {
  if (instant.empty() || !instant.has_unknown_zone()) return "NULL::pg_catalog.text";
  const std::string column = column_of(instant.column);
  return only_in_its_states(
      p, instant,
      fmt::format("CASE WHEN {0} > '1970-01-02 00:00:00' THEN {0}::pg_catalog.text || ', zone unknown' END",
                  column));
}

bool means_none(Timestamp at) { return at.us <= 86'400'000'000; }

std::string in_form(const Instant& instant, const std::string& at) {
  switch (instant.form) {
    case TimeForm::timestamptz: return at;
    case TimeForm::timestamp: return fmt::format("pg_catalog.timezone({}, {})", literal(instant.zone), at);
    case TimeForm::iso_text:
      return fmt::format("pg_catalog.to_char(pg_catalog.timezone({}, {}), 'YYYY-MM-DD\"T\"HH24:MI:SS.MS{}')",
                         literal(instant.zone), at, instant.zone == "UTC" ? "\"Z\"" : "");
    default: break;
  }
  std::string count =
      fmt::format("pg_catalog.floor(EXTRACT(epoch FROM {}) * {})", at, unit_of(instant.form).in_a_second);
  if (instant.form == TimeForm::epoch_ns)
    count = fmt::format("LEAST(GREATEST({}, -{}), {})", count, outermost_ns, outermost_ns);
  return count + "::pg_catalog.int8";
}

std::string raw_now(const Instant& instant, Duration less) {
  return in_form(instant, less == Duration{0} ? "pg_catalog.now()"
                                              : fmt::format("(pg_catalog.now() - {})", interval(less)));
}

std::string raw_instant(const Instant& instant, Timestamp at) {
  return in_form(instant, "timestamptz " + literal(iso(at)));
}

std::string interval(Duration span) {
  const std::chrono::hh_mm_ss parts(span);
  std::string text = fmt::format("{}{:02}:{:02}:{:02}", parts.is_negative() ? "-" : "", parts.hours().count(),
                                 parts.minutes().count(), parts.seconds().count());
  if (parts.subseconds().count() != 0) text += fmt::format(".{:06}", parts.subseconds().count());
  return fmt::format("interval '{}'", text);
}

std::string shown_lease_end(const Profile& p) {
  const Lease& lease = p.lease;
  if (!lease.is_observable() || lease.at.empty()) return "NULL::pg_catalog.timestamptz";
  std::string end = shown_instant(p, lease.at);
  if (lease.form == Lease::Form::age && is_compared(p.due))
    end = fmt::format("GREATEST({}, {})", end, shown_instant(p, p.due));
  if (lease.form != Lease::Form::deadline) {
    // Beyond the year 290000 a sum would not fit, and would end the whole statement.
    end = fmt::format(
        "CASE WHEN ({0}) < timestamptz '290000-01-01 00:00:00+00' THEN ({0}) + {1} ELSE ({0}) END", end,
        length_of(lease));
  }
  if (may_have_no_end(lease)) {
    // Held, and its end cannot be shown: the raw values decide, or it lasts for ever.
    const std::string over = lease.length_column.empty() ? raw_lease_is_over(lease) : std::string("FALSE");
    end = fmt::format(
        "CASE WHEN {} IS NOT NULL THEN COALESCE({}, CASE WHEN {} THEN timestamptz '-infinity' ELSE "
        "timestamptz 'infinity' END) END",
        column_of(lease.at.column), end, over);
  }
  if (lease.free.empty()) return end;
  return fmt::format("CASE WHEN {} <> {} THEN {} END", column_of(lease.at.column), literal(lease.free), end);
}

std::string lease_is_over(const Profile& p) {
  const Lease& lease = p.lease;
  if (!lease.is_observable() || lease.at.empty()) return "FALSE";
  const std::string column = column_of(lease.at.column);
  std::string over = past(p);
  if (!p.is_never_null(lease.at.column)) over = fmt::format("{} IS NULL OR {}", column, over);
  if (!lease.free.empty()) over += fmt::format(" OR {} = {}", column, literal(lease.free));
  if (over.find(" OR ") != std::string::npos) over = "(" + over + ")";
  // Work that was not due cannot be late.
  if (lease.form == Lease::Form::age && !p.due.empty())
    return fmt::format("({} AND {})", over, is_due(p, lease.length));
  return over;
}

std::string lease_has_ended(const Profile& p) {
  const Lease& lease = p.lease;
  if (!lease.is_observable() || lease.at.empty()) return "FALSE";
  // A row without the time has no known age: it is not passed over.
  if (lease.form == Lease::Form::age) return lease_is_over(p);
  if (lease.free.empty()) return past(p);
  return fmt::format("({} AND {} <> {})", past(p), column_of(lease.at.column), literal(lease.free));
}

std::string is_due(const Profile& p, Duration since) {
  const Instant& due = p.due;
  if (due.empty()) return "TRUE";
  const std::string column = column_of(due.column);
  const bool may_be_null = !p.is_never_null(due.column);
  if (due.has_unknown_zone()) return may_be_null ? column + " IS NULL" : "FALSE";
  const std::string by_instant =
      fmt::format("({}) <= (pg_catalog.now() - {})", shown_instant(p, due), interval(since));
  // A text may be no instant; then it delays nothing.
  if (due.form == TimeForm::iso_text || !due.only_in.empty())
    return fmt::format("COALESCE({}, TRUE)", by_instant);
  std::string come = fmt::format("{} <= {}", column, raw_now(due, since));
  if (due.form == TimeForm::timestamp && due.zone != "UTC")
    come = fmt::format("({} AND {})", come, by_instant);
  return may_be_null ? fmt::format("({} IS NULL OR {})", column, come) : come;
}

std::string waits_since(const Profile& p) {
  const std::string created = shown_instant(p, p.created_at);
  return is_compared(p.due) ? fmt::format("GREATEST({}, {})", created, shown_instant(p, p.due)) : created;
}

std::vector<std::string> lease_columns(const Profile& p) {
  std::vector<std::string> columns;
  for (const std::string* column : {&p.lease.at.column, &p.lease.length_column, &p.owner, &p.due.column}) {
    if (!column->empty()) columns.push_back(*column);
  }
  return columns;
}

}  // namespace onceover::tables

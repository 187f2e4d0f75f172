// SPDX-License-Identifier: Apache-2.0
#include "core/tables/writes.h"

#include "core/key/sha256.h"
#include "core/tables/instants.h"

namespace onceover::tables {
namespace {

using Value = Assignment::Value;

// One unit of the column's, less the least instant: rounding down then gives the whole lease, never a part of
// it.
std::string_view rounding_up(TimeForm form) {
  switch (form) {
    case TimeForm::epoch_s: return " + interval '999999 microseconds'";
    case TimeForm::epoch_ms:
    case TimeForm::iso_text: return " + interval '999 microseconds'";
    default: return "";
  }
}

// The moment of writing, and so much later. rounding: added to it.
std::string written_in(const Assignment& a, Duration plus, std::string_view rounding = "") {
  std::string at = "pg_catalog.clock_timestamp()";
  if (plus != Duration{0}) at = fmt::format("({} + {}{})", at, interval(plus), rounding);
  return in_form({.column = a.column, .form = a.form, .zone = a.zone}, at);
}

// The table's own, of at most `letters` of its name.
std::string suffix_of(const Profile& p, std::size_t letters) {
  std::string table;
  for (const char c : p.table) table += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  const auto digest = key::sha256(table_name(p));
  return fmt::format("{}_{}", table.substr(0, letters), to_hex(key::bytes_of(digest).substr(0, 4)));
}

}  // namespace

std::vector<key::State> offered_from(const Write& write, Verb verb) {
  if (!write.from.empty()) return write.from;
  if (verb == Verb::requeue || verb == Verb::discard) return {key::State::failed};
  return {key::State::in_progress};
}

bool writes(const Write& write, Assignment::Value value) {
  return std::ranges::any_of(write.set,
                             [&](const Assignment& assignment) { return assignment.value == value; });
}

std::optional<std::string> missing_value(Verb verb, const Write& write, const WriteValues& values) {
  struct Needed {
    std::string_view what;
    Value value;
    bool given;
  };
  for (const auto& [what, value, given] :
       {Needed{"a response status", Value::code, values.code.has_value()},
        Needed{"a response body", Value::body, values.body.has_value()},
        Needed{"the length of a lease", Value::lease_end, values.lease.has_value()},
        Needed{"a reason in the row", Value::reason, values.reason.has_value()}}) {
    const bool needed = writes(write, value);
    if (needed && !given && value != Value::reason)
      return fmt::format("\"{}\" writes {}, but none was given.", word(verb), what);
    if (given && !needed)
      return fmt::format("\"{}\" of this profile does not write {}; what was given would be dropped.",
                         word(verb), what);
  }
  if (values.lease && *values.lease <= Duration{0}) return "A lease must be longer than 0.";
  return std::nullopt;
}

std::string shown_value(const Assignment& a, const WriteValues& values) {
  switch (a.value) {
    case Value::text: return a.text;
    case Value::null: return "NULL";
    case Value::now:
      return a.plus == Duration{0} ? "the moment of writing" : human(a.plus) + " from the moment of writing";
    case Value::body: return values.body ? fmt::format("{} bytes", values.body->size()) : "a response body";
    case Value::code: return values.code ? fmt::format("{}", *values.code) : "a response status";
    case Value::reason: return values.reason.value_or("the reason");
    case Value::lease_end:
      return values.lease ? human(*values.lease) + " from the moment of writing" : "the end of a lease";
    case Value::increment: return "one more";
    case Value::zero: return "0";
  }
  return {};
}

std::string written_now(const Assignment& a) { return written_in(a, a.plus); }

void value_of(Query& query, const Assignment& a, Holds column, const WriteValues& values) {
  const std::string body = values.body.value_or("");
  switch (a.value) {
    case Value::text: query << literal(a.text); break;
    case Value::null: query << "NULL"; break;
    case Value::now: query << written_now(a); break;
    case Value::body:
      if (column == Holds::bytes) {
        (query << "pg_catalog.decode(").text(to_hex(body)) << ", 'hex')";
      } else {
        query.text(body);
      }
      break;
    case Value::code: query.text(fmt::format("{}", values.code.value_or(0))); break;
    case Value::reason: query.text(values.reason.value_or("")); break;
    case Value::lease_end:
      query << written_in(a, values.lease.value_or(Duration{0}), rounding_up(a.form));
      break;
    case Value::increment: query << "COALESCE(k." << quoted_name(a.column) << ", 0) + 1"; break;
    case Value::zero: query << "0"; break;
  }
}

void begin_write(Query& query, const Profile& p, const std::map<std::string, ColumnFacts>& columns,
                 const Write& write, const WriteValues& values) {
  query << (write.deletes ? "DELETE FROM " : "UPDATE ") << table_name(p) << " AS k";
  for (std::string_view before = "\nSET "; const Assignment& a : write.set) {
    const auto column = columns.find(a.column);
    query << std::exchange(before, ",\n    ") << quoted_name(a.column) << " = ";
    value_of(query, a, column == columns.end() ? Holds::other : column->second.holds(), values);
  }
}

std::string function_name(const Profile& p, std::optional<Verb> verb) {
  if (is_own(p)) return "reap_finished";
  return fmt::format("{}_{}", verb ? word(*verb) : "reap", suffix_of(p, 40));
}

std::string row_function_name(const Profile& p, std::string_view verb) {
  return fmt::format("onceover_{}_{}", verb, suffix_of(p, 30));
}

}  // namespace onceover::tables

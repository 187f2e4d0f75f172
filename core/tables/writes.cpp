#include "core/tables/writes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/tables/instants.h"

namespace onceover::tables {
namespace {

using Value = Assignment::Value;

// One unit of the column's, less the least instant: rounding down then gives the whole lease, never a part of it.
std::string_view rounding_up(TimeForm form) {
  switch (form) {
    case TimeForm::epoch_s: return " + interval '999999 microseconds'";
    case TimeForm::epoch_ms:
    case TimeForm::iso_text: return " + interval '999 microseconds'";
    default: return "";
  }
}

std::string lease_end_from_now(const Assignment& assignment, Duration lease) {
  return in_form({.column = assignment.column, .form = assignment.form, .zone = assignment.zone},
                 fmt::format("(pg_catalog.clock_timestamp() + interval '{} microseconds'{})", lease.count(), rounding_up(assignment.form)));
}

void write_body(Query& query, Holds column, const std::string& bytes) {
  if (column != Holds::bytes) {
    query.text(bytes);
    return;
  }
  query << "pg_catalog.decode(";
  query.text(to_hex(bytes)) << ", 'hex')";
}

}  // namespace

std::vector<key::State> offered_from(const Write& write, Verb verb) {
  if (!write.from.empty()) return write.from;
  if (verb == Verb::requeue || verb == Verb::discard) return {key::State::failed};
  return {key::State::in_progress};
}

bool writes(const Write& write, Assignment::Value value) {
  return std::ranges::any_of(write.set, [&](const Assignment& assignment) { return assignment.value == value; });
}

std::optional<std::string> missing_value(Verb verb, const Write& write, const WriteValues& values) {
  struct Needed {
    std::string_view what;
    Value value;
    bool given;
  };
  for (const auto& [what, value, given] :
       {Needed{"a response status", Value::code, values.code.has_value()}, Needed{"a response body", Value::body, values.body.has_value()},
        Needed{"the length of a lease", Value::lease_end, values.lease.has_value()},
        Needed{"a reason in the row", Value::reason, values.reason.has_value()}}) {
    const bool needed = writes(write, value);
    if (needed && !given && value != Value::reason) return fmt::format("\"{}\" writes {}, but none was given.", word(verb), what);
    if (given && !needed)
      return fmt::format("\"{}\" of this profile does not write {}; what was given would be dropped.", word(verb), what);
  }
  if (values.lease && *values.lease <= Duration{0}) return "A lease must be longer than 0.";
  return std::nullopt;
}

std::string shown_value(const Assignment& a, const WriteValues& values) {
  switch (a.value) {
    case Value::text: return a.text;
    case Value::null: return "NULL";
    case Value::now: return a.plus == Duration{0} ? "the moment of writing" : human(a.plus) + " from the moment of writing";
    case Value::body: return values.body ? fmt::format("{} bytes", values.body->size()) : "a response body";
    case Value::code: return values.code ? fmt::format("{}", *values.code) : "a response status";
    case Value::reason: return values.reason.value_or("the reason");
    case Value::lease_end: return values.lease ? human(*values.lease) + " from the moment of writing" : "the end of a lease";
    case Value::increment: return "one more";
    case Value::zero: return "0";
  }
  return {};
}

std::string written_now(const Assignment& a) {
  const std::string_view now = "pg_catalog.clock_timestamp()";
  return in_form({.column = a.column, .form = a.form, .zone = a.zone},
                 a.plus == Duration{0} ? std::string(now) : fmt::format("({} + interval '{} microseconds')", now, a.plus.count()));
}

void value_of(Query& query, const Assignment& a, Holds column, const WriteValues& values) {
  switch (a.value) {
    case Value::text: query << literal(a.text); break;
    case Value::null: query << "NULL"; break;
    case Value::now: query << written_now(a); break;
    case Value::body: write_body(query, column, values.body.value_or("")); break;
    case Value::code: query.text(fmt::format("{}", values.code.value_or(0))); break;
    case Value::reason: query.text(values.reason.value_or("")); break;
    case Value::lease_end: query << lease_end_from_now(a, values.lease.value_or(Duration{0})); break;
    case Value::increment: query << "COALESCE(k." << quoted_name(a.column) << ", 0) + 1"; break;
    case Value::zero: query << "0"; break;
  }
}

void assign(Query& query, const Assignment& a, Holds column, const WriteValues& values) {
  query << quoted_name(a.column) << " = ";
  value_of(query, a, column, values);
}

}  // namespace onceover::tables

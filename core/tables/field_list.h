// The fields of a profile's TOML, each described once for the reader and the writer (Io). Inside the room only.
//
// Io::word, text, name, names, … read or write one field. compact() is a table that may be written as only its first field.
// allow() refuses a field that is there and should not be, require() a table in which something is wrong or missing; the writer ignores
// both.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/tables/parts.h"
#include "core/tables/toml_words.h"

namespace onceover::tables {

// Optional fields are left out where they have their default; `always` may be missing in a file and is written all the same.
enum class Need { optional, always, required };

template <class Io>
void describe_time_form(Io& io, TimeForm& form, std::string& zone) {
  io.word("form", form, time_form_words);
  const bool has_zone = form == TimeForm::timestamp;
  if (Io::reads || has_zone) io.text("zone", zone);
  io.allow("zone", has_zone, "is allowed only where form = \"timestamp\": every other form gives the instant by itself");
  io.require("zone", !zone.empty(), "must be the name of a time zone, like Europe/Berlin");
}

template <class Io>
void describe(Io& io, Instant& instant) {
  io.name("column", instant.column, Need::required);
  describe_time_form(io, instant.form, instant.zone);
  io.states("only_in", instant.only_in);
}

template <class Io>
void describe(Io& io, Place& place) {
  io.name("column", place.column, Need::required);
  io.text("path", place.path);
  io.require("path", json::is_pointer(place.path), "must be a JSON pointer, like /data/amount");
  if (Io::reads || !place.path.empty()) io.word("holds", place.holds, holds_words);
  io.allow("holds", !place.path.empty(), "needs a path: it names what the path leads into");
}

template <class Io>
void describe(Io& io, Digest& digest) {
  io.name("column", digest.column, Need::required);
  io.word("form", digest.form, digest_words);
  io.text("prefix", digest.prefix);
  io.word("of", digest.of, digest_of_words);
  io.require("prefix", digest.prefix.empty() || digest.form != Digest::Form::bytes, "is part of a text, and form is bytes");
}

template <class Io>
void describe(Io& io, Body& body) {
  io.name("column", body.column, Need::required);
  io.word("form", body.form, body_words);
  io.braces("in", body.is_pointer(), [&](Io& in) {
    in.name("schema", body.schema, Need::required);
    in.name("table", body.table, Need::required);
    in.name("key", body.key_column, Need::required);
    in.name("body", body.body_column, Need::required);
  });
}

template <class Io>
void describe(Io& io, Condition& condition) {
  io.name("column", condition.column, Need::required);
  io.test("is", condition);
}

template <class Io>
void describe(Io& io, StateRule& rule) {
  io.word("state", rule.state, key::state_words, Need::required);
  io.text("word", rule.word);
  io.maybe_yes("may_retry", rule.may_retry);
  io.require("may_retry", !rule.may_retry || rule.state == key::State::failed, "is allowed only where state = \"failed\"");
  io.maybe_yes("waits", rule.waits);
  io.require("waits", !rule.waits || rule.state == key::State::in_progress, "is allowed only where state = \"in_progress\"");
}

template <class Io>
void describe(Io& io, States& states) {
  io.name("column", states.column);
  io.rules(states);
  io.compact("otherwise", states.otherwise);
}

template <class Io>
void describe(Io& io, Lease& lease, const std::string& owner) {
  using Form = Lease::Form;
  io.word("form", lease.form, lease_words, Need::required);
  io.compact("at", lease.at, has_time(lease.form) ? Need::required : Need::optional);
  io.seconds("length_s", lease.length);
  io.name("length_column", lease.length_column);
  io.text("free", lease.free);
  for (const char* field : {"at", "length_s", "length_column", "free"}) {
    io.allow(field, has_time(lease.form), fmt::format("has no place where the form is {}", lease_words.of(lease.form)));
  }
  io.require("form", lease.form != Form::owner_only || !owner.empty(), "needs the profile's `owner`: nothing else is there");
  const bool has_length = lease.length != Duration{0}, has_column = !lease.length_column.empty();
  io.require("length_s", !lasts_from_start(lease) || has_length || has_column,
             "is missing: how long a lease lasts is never in the catalog: ask the people who run it");
  io.require("length_s", !has_length || !has_column, "and length_column: only one of them can be true");
  for (const char* field : {"length_s", "length_column"}) {
    io.allow(field, lease.form != Form::deadline, "has no place: a deadline is the end already");
  }
  for (const char* field : {"length_column", "free"}) {
    io.allow(field, lease.form != Form::age, "has no place where the form is age");
  }
}

// As a table; a text, a number, true or false is a value of its own: assigned().
template <class Io>
void describe(Io& io, Assignment& assignment) {
  io.word("value", assignment.value, value_words, Need::required);
  const bool has_form = writes_instant(assignment.value);
  if (Io::reads || has_form) describe_time_form(io, assignment.form, assignment.zone);
  for (const char* field : {"form", "zone"}) io.allow(field, has_form, "is allowed only for now and lease_end");
  io.seconds("plus_s", assignment.plus);
  io.allow("plus_s", assignment.value == Assignment::Value::now, "is allowed only for now");
}

template <class Io>
void describe(Io& io, Write& write, const std::vector<std::string>& identity) {
  io.yes("delete", write.deletes);
  io.braces("set", !write.set.empty(), [&](Io& set) {
    set.assignments(write.set);
    for (const Assignment& a : write.set) {
      set.require(a.column, std::ranges::find(identity, a.column) == identity.end(),
                  "is part of the identity, which no verdict changes: it would be another row");
    }
  });
  io.tables("guard", write.guard);
  io.states("from", write.from);
  io.yes("declared", write.declared);
  io.require("set", !write.deletes || write.set.empty(), "has no place in a write that deletes the row");
  io.require("set", write.deletes || !write.set.empty(), "is missing: this write would change nothing");
  io.require("set", !identity.empty(), "needs the profile's `identity`: without it nothing identifies a row");
}

template <class Io>
void check_order(Io& io, const Profile& p) {
  const auto is_identity = [&](const std::string& column) { return std::ranges::find(p.identity, column) != p.identity.end(); };
  for (const std::string& column : p.order) {
    io.require("order", is_identity(column) || p.is_never_null(column),
               fmt::format("names {}, which is not among never_null: a listing would lose the rows where it is NULL", visible(column)));
  }
  // Only the table shows whether the last column is unique. A time never is.
  if (p.order.empty() || is_identity(p.order.back())) return;
  for (const auto& [role, time] : instants_of(p)) {
    io.require("order", p.order.back() != time->column,
               "ends in a time, which rows share: end it in the identity, or in a column that is unique by itself");
  }
}

template <class Io>
void describe(Io& io, Profile& p) {
  io.text("name", p.name, Need::required);
  io.require("name", !p.name.empty(), "must not be empty");
  io.word("kind", p.kind, kind_words, Need::always);
  io.braces(
      "table", true,
      [&](Io& table) {
        table.name("schema", p.schema, Need::required);
        table.name("name", p.table, Need::required);
      },
      Need::required);
  io.names("identity", p.identity);
  for (const auto& [field, column] : columns_of(p)) io.name(field, *column, column == &p.key ? Need::required : Need::optional);
  io.text("operation_name", p.operation_name);
  io.allow("operation_name", p.operation.empty(), "is not allowed where a column holds the operation");
  io.text("gateway_key", p.gateway_key);
  io.require("gateway_key", p.gateway_key.empty() || p.gateway_key.find("{key}") != std::string::npos,
             "must hold {key}: one text for all rows would name another row's effect");
  io.yes("gateway_deduplicates", p.gateway_deduplicates);
  io.names("order", p.order);
  io.names("never_null", p.never_null);
  io.name_or_names("attempts", p.attempts);
  io.allow("attempts", p.attempts.size() == 1 || p.attempts.size() == 2, "must be one counter, or two: started and finished");
  io.compact("fingerprint", p.fingerprint);
  io.compact("response_body", p.response_body);
  for (const auto& [field, place] : places_of(p)) io.compact(field, *place);
  io.count("amount_decimals", p.amount_decimals, most_amount_decimals);
  io.allow("amount_decimals", !p.amount.empty(), "needs an amount: it says how many decimals are in its number");
  io.maybe_text("archive", p.archive);
  io.tables("set_aside", p.set_aside);
  io.section(
      "state", true, [&](Io& state) { describe(state, p.states); }, Need::required);
  io.section("lease", p.lease != Lease{}, [&](Io& lease) { describe(lease, p.lease, p.owner); });
  io.section("times", std::ranges::any_of(times_of(p), [](const auto& time) { return !time.second->empty(); }), [&](Io& times) {
    for (const auto& [field, time] : times_of(p)) times.compact(field, *time);
  });
  check_order(io, p);
  io.group("writes", [&](Io& writes) {
    for (const Verb verb : all_verbs) {
      writes.section(std::string(word(verb)), p.writes.contains(verb), [&](Io& in) { describe(in, p.writes[verb], p.identity); });
    }
  });
}

}  // namespace onceover::tables

// The fields of a profile's TOML, each described once for reading and writing.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/tables/facts.h"
#include "core/tables/parts.h"
#include "core/tables/toml_io.h"

namespace onceover::tables {
namespace {

constexpr auto kind_words =
    words<Kind>({{Kind::idempotency, "idempotency"}, {Kind::inbox, "inbox"}, {Kind::outbox, "outbox"}, {Kind::queue, "queue"}});
constexpr auto time_form_words = words<TimeForm>({{TimeForm::timestamptz, "timestamptz"},
                                                  {TimeForm::timestamp, "timestamp"},
                                                  {TimeForm::epoch_s, "epoch_s"},
                                                  {TimeForm::epoch_ms, "epoch_ms"},
                                                  {TimeForm::epoch_us, "epoch_us"},
                                                  {TimeForm::epoch_ns, "epoch_ns"},
                                                  {TimeForm::iso_text, "iso_text"}});
constexpr auto verb_words = words<Verb>({{Verb::succeed, "succeed"},
                                         {Verb::fail, "fail"},
                                         {Verb::release, "release"},
                                         {Verb::extend, "extend"},
                                         {Verb::requeue, "requeue"},
                                         {Verb::discard, "discard"},
                                         {Verb::settle, "settle"},
                                         {Verb::reap, "reap"}});
constexpr auto holds_words = words<Place::Holds>({{Place::Holds::jsonb, "jsonb"}, {Place::Holds::text, "text"}});
constexpr auto digest_words =
    words<Digest::Form>({{Digest::Form::bytes, "bytes"}, {Digest::Form::hex, "hex"}, {Digest::Form::base64, "base64"}});
constexpr auto digest_of_words =
    words<Digest::Of>({{Digest::Of::unknown, "unknown"}, {Digest::Of::body, "body"}, {Digest::Of::request, "request"}});
constexpr auto body_words = words<Body::Form>({{Body::Form::bytes, "bytes"}, {Body::Form::text, "text"}, {Body::Form::json, "json"}});
// A text is written as it is.
using Value = Assignment::Value;
constexpr auto value_words = some_words<Value>({{Value::null, "null"},
                                                {Value::now, "now"},
                                                {Value::body, "body"},
                                                {Value::code, "code"},
                                                {Value::reason, "reason"},
                                                {Value::lease_end, "lease_end"},
                                                {Value::increment, "increment"},
                                                {Value::zero, "zero"}});

void describe_time_form(TomlIo& io, TimeForm& form, std::string& zone) {
  io.word("form", form, time_form_words);
  const bool has_zone = form == TimeForm::timestamp;
  if (io.reads() || has_zone) io.text("zone", zone);
  io.allow({"zone"}, has_zone, "is allowed only where form = \"timestamp\": every other form gives the instant by itself");
  io.require("zone", !zone.empty(), "must be the name of a time zone, like Europe/Berlin");
}

void describe(TomlIo& io, Lease& lease, const std::string& owner) {
  using Form = Lease::Form;
  io.word("form", lease.form, lease_words, Need::required);
  io.compact("at", lease.at, has_time(lease.form) ? Need::required : Need::optional);
  io.seconds("length_s", lease.length);
  io.name("length_column", lease.length_column);
  io.text("free", lease.free);
  io.allow({"at", "length_s", "length_column", "free"}, has_time(lease.form),
           fmt::format("has no place where the form is {}", lease_words.of(lease.form)));
  io.require("form", lease.form != Form::owner_only || !owner.empty(), "needs the profile's `owner`: nothing else is there");
  const bool has_length = lease.length != Duration{0}, has_column = !lease.length_column.empty();
  io.require("length_s", !lasts_from_start(lease) || has_length || has_column,
             "is missing: how long a lease lasts is never in the catalog: ask the people who run it");
  io.require("length_s", !has_length || !has_column, "and length_column: only one of them can be true");
  io.allow({"length_s", "length_column"}, lease.form != Form::deadline, "has no place: a deadline is the end already");
  io.allow({"length_column", "free"}, lease.form != Form::age, "has no place where the form is age");
}

void check_order(TomlIo& io, const Profile& p) {
  for (const std::string& column : p.order) {
    io.require("order", is_among(p.identity, column) || p.is_never_null(column),
               fmt::format("names {}, which is not among never_null: a listing would lose the rows where it is NULL", visible(column)));
  }
  // Only the table shows whether the last column is unique. A time never is.
  if (p.order.empty() || is_among(p.identity, p.order.back())) return;
  for (const auto& [role, time] : instants_of(p)) {
    io.require("order", p.order.back() != time->column,
               "ends in a time, which rows share: end it in the identity, or in a column that is unique by itself");
  }
}

void describe_sections(TomlIo& io, Profile& p) {
  using As = TomlIo::As;
  const auto describe_states = [&](TomlIo& state) {
    state.name("column", p.states.column);
    state.rules(p.states);
    state.maybe("otherwise", p.states.otherwise, [&](StateRule& otherwise) { state.compact("otherwise", otherwise); });
  };
  io.table(As::section, "state", true, describe_states, Need::required);
  io.table(As::section, "lease", p.lease != Lease{}, [&](TomlIo& lease) { describe(lease, p.lease, p.owner); });
  const bool has_times = std::ranges::any_of(times_of(p), [](const auto& time) { return !time.second->empty(); });
  io.table(As::section, "times", has_times, [&](TomlIo& times) {
    for (const auto& [field, time] : times_of(p)) times.compact(field, *time);
  });
  check_order(io, p);
  io.table(As::prefix, "writes", true, [&](TomlIo& writes) {
    for (const Verb verb : all_verbs) {
      writes.table(As::section, std::string(word(verb)), p.writes.contains(verb),
                   [&](TomlIo& write) { describe(write, p.writes[verb], p.identity); });
    }
  });
}

}  // namespace

std::string_view word(Kind kind) { return kind_words.of(kind); }
std::optional<Kind> kind_from_word(std::string_view text) { return kind_words.from(text); }
std::string_view word(TimeForm form) { return time_form_words.of(form); }
std::optional<TimeForm> time_form_from_word(std::string_view word) { return time_form_words.from(word); }
std::string_view word(Verb verb) { return verb_words.of(verb); }
std::optional<Verb> verb_from_word(std::string_view word) { return verb_words.from(word); }

void describe(TomlIo& io, Instant& instant) {
  io.name("column", instant.column, Need::required);
  describe_time_form(io, instant.form, instant.zone);
  io.states("only_in", instant.only_in);
}

void describe(TomlIo& io, Place& place) {
  io.name("column", place.column, Need::required);
  io.text("path", place.path);
  io.require("path", json::is_pointer(place.path), "must be a JSON pointer, like /data/amount");
  if (io.reads() || !place.path.empty()) io.word("holds", place.holds, holds_words);
  io.allow({"holds"}, !place.path.empty(), "needs a path: it names what the path leads into");
}

void describe(TomlIo& io, Digest& digest) {
  io.name("column", digest.column, Need::required);
  io.word("form", digest.form, digest_words);
  io.text("prefix", digest.prefix);
  io.word("of", digest.of, digest_of_words);
  io.require("prefix", digest.prefix.empty() || digest.form != Digest::Form::bytes, "is part of a text, and form is bytes");
}

void describe(TomlIo& io, Body& body) {
  io.name("column", body.column, Need::required);
  io.word("form", body.form, body_words);
  io.table(TomlIo::As::braces, "in", body.is_pointer(), [&](TomlIo& in) {
    in.name("schema", body.schema, Need::required);
    in.name("table", body.table, Need::required);
    in.name("key", body.key_column, Need::required);
    in.name("body", body.body_column, Need::required);
  });
}

void describe(TomlIo& io, Condition& condition) {
  io.name("column", condition.column, Need::required);
  io.test("is", condition);
}

void describe(TomlIo& io, StateRule& rule) {
  io.word("state", rule.state, key::state_words, Need::required);
  io.text("word", rule.word);
  io.maybe("may_retry", rule.may_retry, [&](bool& may_retry) { io.yes("may_retry", may_retry, Need::always); });
  io.require("may_retry", !rule.may_retry || rule.state == key::State::failed, "is allowed only where state = \"failed\"");
  io.maybe("waits", rule.waits, [&](bool& waits) { io.yes("waits", waits, Need::always); });
  io.require("waits", !rule.waits || rule.state == key::State::in_progress, "is allowed only where state = \"in_progress\"");
}

// As a table.
void describe(TomlIo& io, Assignment& assignment) {
  io.word("value", assignment.value, value_words, Need::required);
  const bool has_form = writes_instant(assignment.value);
  if (io.reads() || has_form) describe_time_form(io, assignment.form, assignment.zone);
  io.allow({"form", "zone"}, has_form, "is allowed only for now and lease_end");
  io.seconds("plus_s", assignment.plus);
  io.allow({"plus_s"}, assignment.value == Value::now, "is allowed only for now");
}

void describe(TomlIo& io, Write& write, const std::vector<std::string>& identity) {
  io.yes("delete", write.deletes);
  io.table(TomlIo::As::braces, "set", !write.set.empty(), [&](TomlIo& set) {
    set.assignments(write.set);
    for (const Assignment& a : write.set) {
      set.require(a.column, !is_among(identity, a.column), "is part of the identity, which no verdict changes: it would be another row");
    }
  });
  io.tables("guard", write.guard);
  io.states("from", write.from);
  io.yes("declared", write.declared);
  io.require("set", !write.deletes || write.set.empty(), "has no place in a write that deletes the row");
  io.require("set", write.deletes || !write.set.empty(), "is missing: this write would change nothing");
  io.require("set", !identity.empty(), "needs the profile's `identity`: without it nothing identifies a row");
}

void describe(TomlIo& io, Profile& p) {
  io.text("name", p.name, Need::required);
  io.require("name", !p.name.empty(), "must not be empty");
  io.word("kind", p.kind, kind_words, Need::always);
  const auto describe_table = [&](TomlIo& table) {
    table.name("schema", p.schema, Need::required);
    table.name("name", p.table, Need::required);
  };
  io.table(TomlIo::As::braces, "table", true, describe_table, Need::required);
  io.names("identity", p.identity);
  for (const auto& [field, column] : columns_of(p)) io.name(field, *column, column == &p.key ? Need::required : Need::optional);
  io.text("operation_name", p.operation_name);
  io.allow({"operation_name"}, p.operation.empty(), "is not allowed where a column holds the operation");
  io.text("gateway_key", p.gateway_key);
  io.require("gateway_key", p.gateway_key.empty() || p.gateway_key.find("{key}") != std::string::npos,
             "must hold {key}: one text for all rows would name another row's effect");
  io.yes("gateway_deduplicates", p.gateway_deduplicates);
  io.names("order", p.order);
  io.names("never_null", p.never_null);
  io.name_or_names("attempts", p.attempts);
  io.allow({"attempts"}, p.attempts.size() == 1 || p.attempts.size() == 2, "must be one counter, or two: started and finished");
  io.compact("fingerprint", p.fingerprint);
  io.compact("response_body", p.response_body);
  for (const auto& [field, place] : places_of(p)) io.compact(field, *place);
  io.count("amount_decimals", p.amount_decimals, most_amount_decimals);
  io.allow({"amount_decimals"}, !p.amount.empty(), "needs an amount: it says how many decimals are in its number");
  io.maybe("archive", p.archive, [&](std::string& archive) { io.text("archive", archive, Need::always); });
  io.tables("set_aside", p.set_aside);
  describe_sections(io, p);
}

}  // namespace onceover::tables

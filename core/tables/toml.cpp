// SPDX-License-Identifier: Apache-2.0
#include "core/tables/toml.h"

#include <filesystem>

#include "core/base/json_tree.h"
#include "core/tables/facts.h"
#include "core/tables/parts.h"
#include "core/tables/toml_io.h"

namespace onceover::tables {
namespace {

constexpr std::int64_t known_format = 1;
constexpr const char* profile_not_loaded = "The profile was not loaded.";

// What is read, and where each profile begins: for what can be checked only when all are read.
struct Loaded {
  struct Place {
    std::string file;
    std::uint32_t line = 0;
  };
  std::vector<Profile> profiles;
  std::vector<Place> places;
};

void read_into(Loaded& loaded, std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), profile_not_loaded, std::nullopt};
  const toml::table table = parse_toml(text, errors).value();
  TomlFields root(&table, "", errors);
  if (root.integer("format", true, 0, 1'000'000) != known_format)
    root.refuse("format", fmt::format("must be {}: no other is known", known_format));
  for (TomlFields& fields : root.tables("profile")) {
    loaded.places.push_back({errors.file, fields.line()});
    TomlIo(std::move(fields)).whole(loaded.profiles.emplace_back());
  }
  root.refuse_the_rest();
  if (errors.first) raise(*std::move(errors.first));
}

// Each name is there once. A twin is one of the profiles, and is found here.
std::vector<Profile> linked(Loaded loaded) {
  std::vector<Profile>& all = loaded.profiles;
  std::set<std::string> names;
  const auto require = [&](bool holds, std::size_t i, const std::string& field, const std::string& wrong) {
    TomlErrors errors{loaded.places[i].file, profile_not_loaded, std::nullopt};
    errors.add(loaded.places[i].line, field, wrong);
    if (!holds) raise(*std::move(errors.first));
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    require(names.insert(all[i].name).second, i, "profile.name",
            "\"" + visible(all[i].name) + "\" is there twice");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].archive) continue;
    const auto archive = std::ranges::find(all, *all[i].archive, &Profile::name);
    require(archive != all.end(), i, "profile.archive",
            "\"" + visible(*all[i].archive) + "\" is not the name of a profile here");
    require(&*archive != &all[i], i, "profile.archive", "must be another profile");
    const auto problem = twin_problem(all[i], *archive);
    require(!problem, i, "profile.archive", problem.value_or(""));
    all[i].twin.profile = std::make_shared<const Profile>(*archive);
  }
  return std::move(all);
}

// In the order of their names.
std::vector<std::string> files_at(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  }
  if (error)
    raise(ErrorKind::io, fmt::format("{} cannot be read: {}.", visible(path), error.message()),
          profile_not_loaded);
  std::ranges::sort(files);
  return files;
}

// ## The fields, each described once for reading and writing

using Value = Assignment::Value;
constexpr auto value_words = enum_names<Value, 1>();  // a text is written as it is

void describe_time_form(TomlIo& io, TimeForm& form, std::string& zone) {
  io.word("form", form);
  if (io.reads() || form == TimeForm::timestamp || (needs_zone(form) && zone != "UTC")) io.text("zone", zone);
  io.allow({"zone"}, needs_zone(form),
           "is allowed only where form = \"timestamp\", or \"iso_text\": every other form gives the instant "
           "by itself");
  io.require("zone", !zone.empty(), "must be the name of a time zone, like Europe/Berlin");
}

void describe(TomlIo& io, Lease& lease, const std::string& owner) {
  using Form = Lease::Form;
  io.word("form", lease.form, Need::required);
  io.compact("at", lease.at, has_time(lease.form) ? Need::required : Need::optional);
  io.seconds("length_s", lease.length);
  io.name("length_column", lease.length_column);
  io.text("free", lease.free);
  io.allow({"at", "length_s", "length_column", "free"}, has_time(lease.form),
           fmt::format("has no place where the form is {}", lease_words.of(lease.form)));
  io.require("form", lease.form != Form::owner_only || !owner.empty(),
             "needs the profile's `owner`: nothing else is there");
  const bool has_length = lease.length != Duration{0}, has_column = !lease.length_column.empty();
  io.require("length_s", !lasts_from_start(lease) || has_length || has_column,
             "is missing: how long a lease lasts is never in the catalog: ask the people who run it");
  io.require("length_s", !has_length || !has_column, "and length_column: only one of them can be true");
  io.allow({"length_s", "length_column"}, lease.form != Form::deadline,
           "has no place: a deadline is the end already");
  io.allow({"length_column", "free"}, lease.form != Form::age, "has no place where the form is age");
}

void check_order(TomlIo& io, const Profile& p) {
  for (const std::string& column : p.order) {
    io.require(
        "order", is_among(p.identity, column) || p.is_never_null(column),
        fmt::format("names {}, which is not among never_null: a listing would lose the rows where it is NULL",
                    visible(column)));
  }
  // Only the table shows whether the last column is unique. A time never is.
  if (p.order.empty() || is_among(p.identity, p.order.back())) return;
  for (const auto& [role, time] : instants_of(p)) {
    io.require(
        "order", p.order.back() != time->column,
        "ends in a time, which rows share: end it in the identity, or in a column that is unique by itself");
  }
}

void describe_sections(TomlIo& io, Profile& p) {
  using As = TomlIo::As;
  const auto describe_states = [&](TomlIo& state) {
    state.name("column", p.states.column);
    state.rules(p.states);
    state.maybe("otherwise", p.states.otherwise,
                [&](StateRule& otherwise) { state.compact("otherwise", otherwise); });
  };
  io.table(As::section, "state", true, describe_states, Need::required);
  io.table(As::section, "lease", p.lease != Lease{},
           [&](TomlIo& lease) { describe(lease, p.lease, p.owner); });
  const bool has_times =
      std::ranges::any_of(times_of(p), [](const auto& time) { return !time.second->empty(); });
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

std::string_view word(Kind kind) { return enum_names<Kind>().of(kind); }
std::optional<Kind> kind_from_word(std::string_view text) { return enum_names<Kind>().from(text); }
std::string_view word(TimeForm form) { return enum_names<TimeForm>().of(form); }
std::optional<TimeForm> time_form_from_word(std::string_view word) {
  return enum_names<TimeForm>().from(word);
}
std::string_view word(Verb verb) { return enum_names<Verb>().of(verb); }
std::optional<Verb> verb_from_word(std::string_view word) { return enum_names<Verb>().from(word); }

void describe(TomlIo& io, Instant& instant) {
  io.name("column", instant.column, Need::required);
  describe_time_form(io, instant.form, instant.zone);
  io.states("only_in", instant.only_in);
}

void describe(TomlIo& io, Place& place) {
  io.name("column", place.column, Need::required);
  io.text("path", place.path);
  io.require("path", json::is_pointer(place.path), "must be a JSON pointer, like /data/amount");
  if (io.reads() || !place.path.empty()) io.word("holds", place.holds);
  io.allow({"holds"}, !place.path.empty(), "needs a path: it names what the path leads into");
}

void describe(TomlIo& io, Digest& digest) {
  io.name("column", digest.column, Need::required);
  io.word("form", digest.form);
  io.text("prefix", digest.prefix);
  io.word("of", digest.of);
  io.require("prefix", digest.prefix.empty() || digest.form != Digest::Form::bytes,
             "is part of a text, and form is bytes");
}

void describe(TomlIo& io, Body& body) {
  io.name("column", body.column, Need::required);
  io.word("form", body.form);
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
  io.word("state", rule.state, Need::required);
  io.text("word", rule.word);
  io.maybe("may_retry", rule.may_retry,
           [&](bool& may_retry) { io.yes("may_retry", may_retry, Need::always); });
  io.require("may_retry", !rule.may_retry || rule.state == key::State::failed,
             "is allowed only where state = \"failed\"");
  io.maybe("waits", rule.waits, [&](bool& waits) { io.yes("waits", waits, Need::always); });
  io.require("waits", !rule.waits || rule.state == key::State::in_progress,
             "is allowed only where state = \"in_progress\"");
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
      set.require(a.column, !is_among(identity, a.column),
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

void describe(TomlIo& io, Profile& p) {
  io.text("name", p.name, Need::required);
  io.require("name", !p.name.empty(), "must not be empty");
  io.word("kind", p.kind, Need::always);
  const auto describe_table = [&](TomlIo& table) {
    table.name("schema", p.schema, Need::required);
    table.name("name", p.table, Need::required);
  };
  io.table(TomlIo::As::braces, "table", true, describe_table, Need::required);
  io.names("identity", p.identity);
  for (const auto& [field, column] : columns_of(p))
    io.name(field, *column, column == &p.key ? Need::required : Need::optional);
  io.text("operation_name", p.operation_name);
  io.allow({"operation_name"}, p.operation.empty(), "is not allowed where a column holds the operation");
  io.text("gateway_key", p.gateway_key);
  io.require("gateway_key", p.gateway_key.empty() || p.gateway_key.find("{key}") != std::string::npos,
             "must hold {key}: one text for all rows would name another row's effect");
  io.yes("gateway_deduplicates", p.gateway_deduplicates);
  io.names("order", p.order);
  io.names("never_null", p.never_null);
  io.name_or_names("attempts", p.attempts);
  io.allow({"attempts"}, p.attempts.size() == 1 || p.attempts.size() == 2,
           "must be one counter, or two: started and finished");
  io.compact("fingerprint", p.fingerprint);
  io.compact("response_body", p.response_body);
  for (const auto& [field, place] : places_of(p)) io.compact(field, *place);
  io.count("amount_decimals", p.amount_decimals, most_amount_decimals);
  io.allow({"amount_decimals"}, !p.amount.empty(),
           "needs an amount: it says how many decimals are in its number");
  io.maybe("archive", p.archive, [&](std::string& archive) { io.text("archive", archive, Need::always); });
  io.tables("set_aside", p.set_aside);
  describe_sections(io, p);
}

Result<std::vector<Profile>> profiles_from_toml(std::string_view text, const std::string& file) {
  return as_result([&] {
    Loaded loaded;
    read_into(loaded, text, file);
    return linked(std::move(loaded));
  });
}

Result<std::vector<Profile>> read_profiles(const std::string& path) {
  return as_result([&]() -> Result<std::vector<Profile>> {
    const std::vector<std::string> files = files_at(path);
    if (files.empty())
      return fail(ErrorKind::invalid_input, fmt::format("{} holds no *.toml.", visible(path)),
                  profile_not_loaded);
    Loaded loaded;
    for (const std::string& file : files)
      read_into(loaded, read_toml_file(file, profile_not_loaded).value(), file);
    return linked(std::move(loaded));
  });
}

std::string to_toml(Verb verb, const Write& write) {
  TomlIo out("profile.writes");
  out.table(TomlIo::As::section, std::string(word(verb)), true,
            [copy = write](TomlIo& in) mutable { describe(in, copy, {}); });
  return out.sections().substr(1);
}

std::string to_toml(const std::vector<Profile>& profiles) {
  std::vector<Profile> all = profiles;
  for (const Profile& profile : profiles) {
    const auto& twin = profile.twin.profile;
    if (twin && std::ranges::find(all, twin->name, &Profile::name) == all.end()) all.push_back(*twin);
  }
  std::string out = "format = 1\n";
  for (Profile& profile : all) {
    TomlIo in("profile");
    describe(in, profile);
    out += "\n[[profile]]\n" + in.lines() + in.sections();
  }
  return out;
}

}  // namespace onceover::tables

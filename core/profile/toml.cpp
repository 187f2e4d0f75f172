#include "core/profile/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/base/toml_fields.h"
#include "core/profile/toml_words.h"

namespace onceover::profile {
namespace {

constexpr std::int64_t known_format = 1;
constexpr const char* profile_not_loaded = "The profile was not loaded.";
// PostgreSQL cuts a longer name off, and then means another one than was written.
constexpr std::size_t longest_name = 63;
constexpr double longest_lease_s = 366.0 * 24 * 3600;

std::string wrong_with_name(const std::string& name) {
  if (name.empty()) return "must not be empty";
  if (name.find('\0') != std::string::npos) return "holds a NUL character";
  if (name.size() > longest_name) return fmt::format("is longer than {} bytes, where PostgreSQL cuts a name off", longest_name);
  return {};
}

// A name of the database; empty where it is missing.
std::string name_in(TomlFields& fields, const char* field, bool required = false) {
  if (!required && fields.any(field) == nullptr) return {};
  const bool is_there = fields.has(field);
  std::string name = fields.text(field, required);
  if (!is_there) return name;
  if (const std::string wrong = wrong_with_name(name); !wrong.empty()) fields.refuse(field, wrong);
  return name;
}

std::vector<std::string> names_in(TomlFields& fields, const char* field) {
  std::vector<std::string> names = fields.texts(field, false);
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (const std::string wrong = wrong_with_name(name); !wrong.empty()) fields.refuse(field, "names one that " + wrong);
    if (!seen.insert(name).second) fields.refuse(field, "names " + visible(name) + " twice");
  }
  return names;
}

template <typename Value, std::size_t size>
Value choice_in(TomlFields& fields, const char* field, const Words<Value, size>& choices, Value by_default, bool required = false) {
  if (fields.any(field) == nullptr && !required) return by_default;
  const std::string word = fields.text(field, required);
  if (const auto value = choices.from(word)) return *value;
  fields.refuse(field, "must be " + listed(choices));
  return by_default;
}

key::State state_in(TomlFields& fields, const char* field, const std::string& word) {
  if (const auto state = key::state_from_word(word)) return *state;
  fields.refuse(field, "must be " + listed(key::state_words));
  return key::State::in_progress;
}

std::vector<key::State> states_in(TomlFields& fields, const char* field) {
  std::vector<key::State> out;
  for (const std::string& word : fields.texts(field, false)) {
    const key::State state = state_in(fields, field, word);
    if (std::ranges::find(out, state) != out.end()) fields.refuse(field, "names " + visible(word) + " twice");
    out.push_back(state);
  }
  return out;
}

// `field = "column"`, or `field = { column = "column", … }`, whose rest `more` reads.
template <typename More>
std::string column_or_table(TomlFields& fields, const char* field, bool required, More more) {
  const toml::node* found = fields.any(field);
  if (found == nullptr || found->is_string()) return name_in(fields, field, required);
  if (!found->is_table()) {
    fields.refuse(field, "must be the name of a column, or a table that says which `column`");
    return {};
  }
  TomlFields inner = fields.table(field, false);
  std::string column = name_in(inner, "column", true);
  more(inner);
  inner.refuse_the_rest();
  return column;
}

void read_form_and_zone(TomlFields& fields, TimeForm& form, std::string& zone) {
  form = choice_in(fields, "form", time_form_words, TimeForm::timestamptz);
  if (fields.any("zone") == nullptr) return;
  zone = fields.text("zone", false);
  if (form != TimeForm::timestamp) fields.refuse("zone", "belongs to form = \"timestamp\" alone: the others say the instant by themselves");
  if (zone.empty()) fields.refuse("zone", "must be the name of a time zone, like Europe/Berlin");
}

Instant instant_in(TomlFields& fields, const char* field, bool required = false) {
  Instant instant;
  instant.column = column_or_table(fields, field, required, [&](TomlFields& more) {
    read_form_and_zone(more, instant.form, instant.zone);
    instant.only_in = states_in(more, "only_in");
  });
  return instant;
}

Place place_in(TomlFields& fields, const char* field) {
  Place place;
  place.column = column_or_table(fields, field, false, [&](TomlFields& more) {
    place.path = more.text("path", false);
    if (!json::is_pointer(place.path)) more.refuse("path", "must be a JSON pointer, like /data/amount");
    place.holds = choice_in(more, "holds", holds_words, Place::Holds::jsonb);
    if (more.has("holds") && place.path.empty()) more.refuse("holds", "says what a path leads into, and there is no path");
  });
  return place;
}

// A word of the table: text as the server writes it, or a code.
std::optional<std::string> word_of(const toml::node& node) {
  if (node.is_integer()) return fmt::format("{}", node.as_integer()->get());
  if (!node.is_string() || node.as_string()->get().find('\0') != std::string::npos) return std::nullopt;
  return node.as_string()->get();
}

// The words of an array; a lone word is an array of one.
std::vector<std::string> words_in_field(TomlFields& fields, const char* field) {
  std::vector<std::string> out;
  const toml::node* found = fields.any(field);
  if (found == nullptr) return out;
  const auto add = [&](const toml::node& item) {
    const auto word = word_of(item);
    if (!word) {
      fields.refuse(field, "must hold words, or whole numbers");
    } else if (std::ranges::find(out, *word) != out.end()) {
      fields.refuse(field, "names \"" + visible(*word) + "\" twice");
    } else {
      out.push_back(*word);
    }
  };
  if (!found->is_array()) {
    add(*found);
    return out;
  }
  for (const toml::node& item : *found->as_array()) add(item);
  if (found->as_array()->empty()) fields.refuse(field, "must name at least one word");
  return out;
}

Condition condition_in(TomlFields& fields) {
  Condition condition;
  condition.column = name_in(fields, "column", true);
  const toml::node* is = fields.any("is");
  if (is != nullptr && is->is_table()) {
    TomlFields what = fields.table("is", false);
    if (what.has("between")) {
      condition.is = Condition::Is::between;
      const toml::node* bounds = what.any("between");
      const toml::array* pair = bounds->as_array();
      if (pair == nullptr || pair->size() != 2 || !(*pair)[0].is_integer() || !(*pair)[1].is_integer()) {
        what.refuse("between", "must be two whole numbers: the lowest and the highest");
      } else {
        condition.lowest = (*pair)[0].as_integer()->get();
        condition.highest = (*pair)[1].as_integer()->get();
        if (condition.lowest > condition.highest) what.refuse("between", "has its lowest above its highest");
      }
    } else {
      condition.is = Condition::Is::one_of;
      condition.values = words_in_field(what, "one_of");
      if (!what.has("one_of")) fields.refuse("is", "must say one_of or between");
    }
    what.refuse_the_rest();
  } else {
    condition.is = choice_in(fields, "is", condition_words, Condition::Is::not_null, true);
  }
  fields.refuse_the_rest();
  return condition;
}

std::vector<Condition> conditions_in(TomlFields& fields, const char* field) {
  std::vector<Condition> out;
  for (TomlFields& condition : fields.tables(field, false)) out.push_back(condition_in(condition));
  return out;
}

void read_meaning(TomlFields& fields, StateRule& rule) {
  rule.state = state_in(fields, "state", fields.text("state", true));
  rule.may_retry = fields.boolean("may_retry", false);
  if (rule.may_retry && rule.state != key::State::failed) fields.refuse("may_retry", "is said of failed alone");
}

class StatesReader {
 public:
  explicit StatesReader(TomlFields fields) : fields_(std::move(fields)) {}

  States read() {
    states_.column = name_in(fields_, "column");
    read_words();
    for (const auto& [state, word] : key::state_words.pairs) {
      const std::string field(word);
      const auto words = words_in_field(fields_, field.c_str());
      if (!words.empty()) add(field.c_str(), {{is_one_of(words)}, state});
    }
    for (TomlFields& fields : fields_.tables("rule", false)) read_rule(fields);
    read_otherwise();
    if (fields_.is_present() && states_.rules.empty() && !states_.otherwise)
      fields_.refuse("words", "is missing: no word, no rule and no `otherwise` gives a state");
    if (!needs_column_.empty() && states_.column.empty())
      fields_.refuse(needs_column_, "needs `column`: which column holds these words is not said");
    fields_.refuse_the_rest();
    return std::move(states_);
  }

 private:
  Condition is_one_of(std::vector<std::string> words) {
    return {.column = states_.column, .is = Condition::Is::one_of, .values = std::move(words)};
  }

  // A rule of words on the column: no word may have two meanings.
  void add(const char* field, StateRule rule) {
    if (needs_column_.empty()) needs_column_ = field;
    for (const std::string& word : rule.when[0].values) {
      if (!known_.insert(word).second) fields_.refuse(field, "gives the word \"" + visible(word) + "\" a second meaning");
    }
    states_.rules.push_back(std::move(rule));
  }

  void read_words() {
    TomlFields words = fields_.table("words", false);
    for (const auto& [word, meaning] : words.members()) {
      StateRule rule{{is_one_of({word})}};
      if (word.find('\0') != std::string::npos) words.refuse(word, "holds a NUL character");
      if (meaning->is_table()) {
        TomlFields more = words.table(word.c_str(), false);
        read_meaning(more, rule);
        more.refuse_the_rest();
      } else {
        rule.state = state_in(words, word.c_str(), words.text(word.c_str(), true));
      }
      add("words", std::move(rule));
    }
  }

  void read_rule(TomlFields& fields) {
    StateRule rule;
    rule.when = conditions_in(fields, "when");
    if (rule.when.empty()) fields.refuse("when", "is missing: what always holds is `otherwise`");
    read_meaning(fields, rule);
    rule.word = fields.text("word", false);
    fields.refuse_the_rest();
    const bool is_of_words = rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of && rule.when[0].column == states_.column;
    if (is_of_words) {
      add("rule", std::move(rule));
    } else {
      states_.rules.push_back(std::move(rule));
    }
  }

  void read_otherwise() {
    const toml::node* found = fields_.any("otherwise");
    if (found == nullptr) return;
    StateRule rule;
    if (found->is_table()) {
      TomlFields more = fields_.table("otherwise", false);
      read_meaning(more, rule);
      rule.word = more.text("word", false);
      more.refuse_the_rest();
    } else {
      rule.state = state_in(fields_, "otherwise", fields_.text("otherwise", false));
    }
    states_.otherwise = std::move(rule);
  }

  TomlFields fields_;
  States states_;
  std::set<std::string> known_;
  std::string needs_column_;
};

// Seconds, with a fraction where it is needed.
Duration seconds_in(TomlFields& fields, const char* field) {
  const toml::node* found = fields.any(field);
  if (found == nullptr) return Duration{0};
  const double seconds = found->is_integer()          ? static_cast<double>(found->as_integer()->get())
                         : found->is_floating_point() ? found->as_floating_point()->get()
                                                      : std::nan("");
  if (!(seconds >= 1e-6 && seconds <= longest_lease_s)) {
    fields.refuse(field, "must be a number of seconds, above 0 and up to a year");
    return Duration{0};
  }
  return Duration(std::llround(seconds * 1e6));
}

Lease lease_in(TomlFields fields, const std::string& owner) {
  Lease lease;
  if (!fields.is_present()) return lease;
  lease.form = choice_in(fields, "form", lease_words, Lease::Form::none, true);
  const bool lasts = lease.form == Lease::Form::since || lease.form == Lease::Form::heartbeat;
  lease.at = instant_in(fields, "at", lease.is_observable());
  lease.length = seconds_in(fields, "length_s");
  lease.length_column = name_in(fields, "length_column");
  lease.free = fields.text("free", false);
  if (!lease.is_observable()) {
    for (const char* field : {"at", "length_s", "length_column", "free"}) {
      if (fields.has(field)) fields.refuse(field, fmt::format("has no place where the form is {}", lease_words.of(lease.form)));
    }
  }
  if (lease.form == Lease::Form::owner_only && owner.empty()) fields.refuse("form", "needs the profile's `owner`: nothing else is there");
  if (lasts && !fields.has("length_s") && !fields.has("length_column")) {
    fields.refuse("length_s", "is missing: how long a lease lasts is never in the catalog: ask the people who run it");
  }
  if (fields.has("length_s") && fields.has("length_column")) fields.refuse("length_s", "and length_column: only one of them can be true");
  if (lease.form == Lease::Form::deadline && (fields.has("length_s") || fields.has("length_column")))
    fields.refuse(fields.has("length_s") ? "length_s" : "length_column", "has no place: a deadline is the end already");
  fields.refuse_the_rest();
  return lease;
}

Digest digest_in(TomlFields& fields, const char* field) {
  Digest digest;
  digest.column = column_or_table(fields, field, false, [&](TomlFields& more) {
    digest.form = choice_in(more, "form", digest_words, Digest::Form::bytes);
    digest.prefix = more.text("prefix", false);
    if (digest.form == Digest::Form::bytes && !digest.prefix.empty()) more.refuse("prefix", "stands in text alone: form is bytes");
  });
  return digest;
}

Body body_in(TomlFields& fields, const char* field) {
  Body body;
  body.column = column_or_table(fields, field, false, [&](TomlFields& more) {
    body.form = choice_in(more, "form", body_words, Body::Form::bytes);
    TomlFields where = more.table("in", false);
    if (!where.is_present()) return;
    body.schema = name_in(where, "schema", true);
    body.table = name_in(where, "table", true);
    body.key_column = name_in(where, "key", true);
    body.body_column = name_in(where, "body", true);
    where.refuse_the_rest();
  });
  return body;
}

Assignment assignment_in(TomlFields& set, const std::string& column, const toml::node& value) {
  Assignment assignment{.column = column};
  if (const std::string wrong = wrong_with_name(column); !wrong.empty()) set.refuse(column, wrong);
  if (value.is_table()) {
    TomlFields more = set.table(column.c_str(), false);
    assignment.value = choice_in(more, "value", value_words, Assignment::Value::null, true);
    const bool is_instant = assignment.value == Assignment::Value::now || assignment.value == Assignment::Value::lease_end;
    if (!is_instant && (more.has("form") || more.has("zone"))) more.refuse("form", "belongs to now and lease_end alone");
    read_form_and_zone(more, assignment.form, assignment.zone);
    more.refuse_the_rest();
  } else if (value.is_boolean()) {
    assignment.text = value.as_boolean()->get() ? "true" : "false";
  } else if (auto word = word_of(value)) {
    assignment.text = std::move(*word);
  } else {
    set.refuse(column, "must be a word, a whole number, true, false, or { value = \"now\" }");
  }
  return assignment;
}

Write write_in(TomlFields fields, const Profile& p) {
  Write write;
  write.deletes = fields.boolean("delete", false);
  TomlFields set = fields.table("set", false);
  for (const auto& [column, value] : set.members()) {
    write.set.push_back(assignment_in(set, column, *value));
    if (std::ranges::find(p.identity, column) != p.identity.end())
      set.refuse(column, "is part of the identity, which no verdict changes: it would be another row");
  }
  write.guard = conditions_in(fields, "guard");
  write.from = states_in(fields, "from");
  if (write.deletes && !write.set.empty()) fields.refuse("set", "has no place in a write that deletes the row");
  if (!write.deletes && write.set.empty()) fields.refuse("set", "is missing: this write would change nothing");
  if (p.identity.empty()) fields.refuse("set", "needs the profile's `identity`: without it no row can be told from the others");
  fields.refuse_the_rest();
  return write;
}

void check_order(TomlFields& fields, const Profile& p) {
  for (const std::string& column : p.order) {
    const bool is_identity = std::ranges::find(p.identity, column) != p.identity.end();
    if (!is_identity && !p.is_never_null(column)) {
      fields.refuse(
          "order", fmt::format("names {}, which is not among never_null: a listing would lose the rows where it is NULL", visible(column)));
    }
  }
  // Whether the last column is unique only the table can tell; that a time is not, everybody knows.
  if (p.order.empty() || std::ranges::find(p.identity, p.order.back()) != p.identity.end()) return;
  for (const Instant* time : {&p.created_at, &p.updated_at, &p.completed_at, &p.expires_at, &p.lease.at}) {
    if (p.order.back() == time->column)
      fields.refuse("order", "ends in a time, which rows share: end it in the identity, or in a column that is unique by itself");
  }
}

std::vector<std::string> attempts_in(TomlFields& fields) {
  const toml::node* found = fields.any("attempts");
  if (found == nullptr) return {};
  if (found->is_string()) return {name_in(fields, "attempts")};
  auto columns = names_in(fields, "attempts");
  if (columns.empty() || columns.size() > 2) fields.refuse("attempts", "must be one counter, or two: started and finished");
  return columns;
}

void read_times(TomlFields fields, Profile& p) {
  p.created_at = instant_in(fields, "created_at");
  p.updated_at = instant_in(fields, "updated_at");
  p.completed_at = instant_in(fields, "completed_at");
  p.expires_at = instant_in(fields, "expires_at");
  fields.refuse_the_rest();
}

Profile profile_in(TomlFields& fields) {
  Profile p;
  p.name = fields.text("name", true);
  if (fields.has("name") && p.name.empty()) fields.refuse("name", "must not be empty");
  p.kind = choice_in(fields, "kind", kind_words, Kind::idempotency);
  TomlFields table = fields.table("table", true);
  p.schema = name_in(table, "schema", true);
  p.table = name_in(table, "name", true);
  table.refuse_the_rest();
  p.identity = names_in(fields, "identity");
  p.key = name_in(fields, "key", true);
  p.tenant = name_in(fields, "tenant");
  p.operation = name_in(fields, "operation");
  p.operation_name = fields.text("operation_name", false);
  if (!p.operation.empty() && !p.operation_name.empty()) fields.refuse("operation_name", "has no place where a column says the operation");
  p.gateway_key = fields.text("gateway_key", false);
  if (!p.gateway_key.empty() && p.gateway_key.find("{key}") == std::string::npos) {
    fields.refuse("gateway_key", "must hold {key}: one text for all rows would name another row's effect");
  }
  p.order = names_in(fields, "order");
  p.never_null = names_in(fields, "never_null");
  p.owner = name_in(fields, "owner");
  p.correlation_id = name_in(fields, "correlation_id");
  p.attempts = attempts_in(fields);
  p.fingerprint = digest_in(fields, "fingerprint");
  p.response_code = name_in(fields, "response_code");
  p.response_body = body_in(fields, "response_body");
  p.payload = place_in(fields, "payload");
  p.error = place_in(fields, "error");
  p.customer = place_in(fields, "customer");
  p.amount = place_in(fields, "amount");
  p.currency = place_in(fields, "currency");
  p.reference = place_in(fields, "reference");
  p.states = StatesReader(fields.table("state", true)).read();
  p.lease = lease_in(fields.table("lease", false), p.owner);
  read_times(fields.table("times", false), p);
  check_order(fields, p);
  TomlFields writes = fields.table("writes", false);
  for (const Verb verb : all_verbs) {
    const std::string name(word(verb));
    if (TomlFields write = writes.table(name.c_str(), false); write.is_present()) p.writes.emplace(verb, write_in(std::move(write), p));
  }
  writes.refuse_the_rest();
  p.archive = fields.maybe_text("archive");
  fields.refuse_the_rest();
  return p;
}

// A profile and where it stands, for what can be checked only when all are there.
struct Stands {
  std::string file;
  std::uint32_t line = 0;
};

struct Loaded {
  std::vector<Profile> profiles;
  std::vector<Stands> places;
};

std::optional<Error> read_into(Loaded& loaded, std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), profile_not_loaded, std::nullopt};
  const auto table = parse_toml(text, errors);
  if (!table) return table.error();
  TomlFields root(&*table, "", errors);
  if (root.integer("format", true, 0, 1'000'000) != known_format)
    root.refuse("format", fmt::format("must be {}: no other is known", known_format));
  for (TomlFields& fields : root.tables("profile")) {
    loaded.profiles.push_back(profile_in(fields));
    loaded.places.push_back({errors.file, fields.line()});
  }
  root.refuse_the_rest();
  return errors.first;
}

// Names are there once, and a twin is one of them: it is found here.
std::optional<Error> wrong_among(Loaded& loaded) {
  std::set<std::string> names;
  const auto wrong = [&](std::size_t i, const std::string& field, const std::string& what) {
    TomlErrors errors{loaded.places[i].file, profile_not_loaded, std::nullopt};
    errors.add(loaded.places[i].line, field, what);
    return errors.first;
  };
  for (std::size_t i = 0; i < loaded.profiles.size(); ++i) {
    const std::string& name = loaded.profiles[i].name;
    if (!names.insert(name).second) return wrong(i, "profile.name", "\"" + visible(name) + "\" is there twice");
  }
  for (std::size_t i = 0; i < loaded.profiles.size(); ++i) {
    const auto& twin = loaded.profiles[i].archive;
    if (twin && !names.contains(*twin)) return wrong(i, "profile.archive", "\"" + visible(*twin) + "\" is the name of no profile here");
    if (twin && *twin == loaded.profiles[i].name) return wrong(i, "profile.archive", "must be another profile");
  }
  for (std::size_t i = 0; i < loaded.profiles.size(); ++i) {
    Profile& live = loaded.profiles[i];
    if (!live.archive) continue;
    const auto archive = std::ranges::find(loaded.profiles, *live.archive, &Profile::name);
    if (const auto problem = twin_problem(live, *archive)) return wrong(i, "profile.archive", *problem);
    live.twin.profile = std::make_shared<const Profile>(*archive);
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Profile>> profiles_from_toml(std::string_view text, const std::string& file) {
  Loaded loaded;
  if (auto wrong = read_into(loaded, text, file)) return fail(*std::move(wrong));
  if (auto wrong = wrong_among(loaded)) return fail(*std::move(wrong));
  return std::move(loaded.profiles);
}

Result<std::vector<Profile>> read_profiles(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::directory_iterator(path, error)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    }
    if (error) return fail(ErrorKind::io, fmt::format("{} cannot be read: {}.", visible(path), error.message()), profile_not_loaded);
    std::ranges::sort(files);
    if (files.empty()) return fail(ErrorKind::invalid_input, fmt::format("{} holds no *.toml.", visible(path)), profile_not_loaded);
  } else {
    files.push_back(path);
  }
  Loaded loaded;
  for (const std::string& file : files) {
    const auto text = read_toml_file(file, profile_not_loaded);
    if (!text) return fail(text.error());
    if (auto wrong = read_into(loaded, *text, file)) return fail(*std::move(wrong));
  }
  if (auto wrong = wrong_among(loaded)) return fail(*std::move(wrong));
  return std::move(loaded.profiles);
}

}  // namespace onceover::profile

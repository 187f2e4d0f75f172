#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/profile/toml.h"
#include "core/profile/toml_words.h"

namespace onceover::profile {
namespace {

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string toml_key(std::string_view name) {
  const bool is_bare = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return is_bare ? std::string(name) : toml_string(name);
}

template <typename Item>
std::string toml_array(const std::vector<Item>& items, const std::function<std::string(const Item&)>& written) {
  std::string out;
  for (const Item& item : items) out += (out.empty() ? "" : ", ") + written(item);
  return "[" + out + "]";
}

std::string toml_strings(const std::vector<std::string>& texts) {
  return toml_array<std::string>(texts, [](const std::string& text) { return toml_string(text); });
}

std::string toml_states(const std::vector<key::State>& states) {
  return toml_array<key::State>(states, [](const key::State& state) { return toml_string(key::state_words.of(state)); });
}

// Fields of one table, on lines or inside braces.
class FieldsWriter {
 public:
  void raw(std::string_view field, const std::string& value) { fields_.emplace_back(toml_key(field), value); }
  void text(std::string_view field, std::string_view value) {
    if (!value.empty()) raw(field, toml_string(value));
  }
  void texts(std::string_view field, const std::vector<std::string>& values) {
    if (!values.empty()) raw(field, toml_strings(values));
  }
  void yes(std::string_view field, bool value) {
    if (value) raw(field, "true");
  }
  bool empty() const { return fields_.empty(); }

  std::string lines() const {
    std::string out;
    for (const auto& [field, value] : fields_) out += field + " = " + value + "\n";
    return out;
  }
  std::string in_braces() const {
    std::string out;
    for (const auto& [field, value] : fields_) out += (out.empty() ? "" : ", ") + field + " = " + value;
    return "{ " + out + " }";
  }
  // `"column"` where nothing else is said.
  std::string column_or_braces() const { return fields_.size() == 1 ? fields_[0].second : in_braces(); }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

void add_form(FieldsWriter& fields, TimeForm form, const std::string& zone) {
  if (form != TimeForm::timestamptz) fields.text("form", word(form));
  if (form == TimeForm::timestamp) fields.text("zone", zone);
}

void add_instant(FieldsWriter& to, std::string_view field, const Instant& instant) {
  if (instant.empty()) return;
  FieldsWriter fields;
  fields.text("column", instant.column);
  add_form(fields, instant.form, instant.zone);
  if (!instant.only_in.empty()) fields.raw("only_in", toml_states(instant.only_in));
  to.raw(field, fields.column_or_braces());
}

void add_place(FieldsWriter& to, std::string_view field, const Place& place) {
  if (place.empty()) return;
  FieldsWriter fields;
  fields.text("column", place.column);
  fields.text("path", place.path);
  if (!place.path.empty() && place.holds != Place::Holds::jsonb) fields.text("holds", holds_words.of(place.holds));
  to.raw(field, fields.column_or_braces());
}

void add_digest(FieldsWriter& to, const Digest& digest) {
  if (digest.empty()) return;
  FieldsWriter fields;
  fields.text("column", digest.column);
  if (digest.form != Digest::Form::bytes) fields.text("form", digest_words.of(digest.form));
  fields.text("prefix", digest.prefix);
  to.raw("fingerprint", fields.column_or_braces());
}

void add_body(FieldsWriter& to, const Body& body) {
  if (body.empty()) return;
  FieldsWriter fields;
  fields.text("column", body.column);
  if (body.form != Body::Form::bytes) fields.text("form", body_words.of(body.form));
  if (body.is_pointer()) {
    FieldsWriter in;
    in.text("schema", body.schema);
    in.text("table", body.table);
    in.text("key", body.key_column);
    in.text("body", body.body_column);
    fields.raw("in", in.in_braces());
  }
  to.raw("response_body", fields.column_or_braces());
}

std::string toml_condition(const Condition& condition) {
  FieldsWriter fields;
  fields.text("column", condition.column);
  if (condition.is == Condition::Is::one_of) {
    fields.raw("is", "{ one_of = " + toml_strings(condition.values) + " }");
  } else if (condition.is == Condition::Is::between) {
    fields.raw("is", fmt::format("{{ between = [{}, {}] }}", condition.lowest, condition.highest));
  } else {
    fields.text("is", condition_words.of(condition.is));
  }
  return fields.in_braces();
}

std::string toml_conditions(const std::vector<Condition>& conditions) {
  return toml_array<Condition>(conditions, [](const Condition& condition) { return toml_condition(condition); });
}

void add_meaning(FieldsWriter& fields, const StateRule& rule, bool with_word) {
  fields.text("state", key::state_words.of(rule.state));
  if (with_word) fields.text("word", rule.word);
  fields.yes("may_retry", rule.may_retry);
}

std::string toml_state(const States& states) {
  const auto is_of_words = [&](const StateRule& rule) {
    return rule.word.empty() && rule.when.size() == 1 && rule.when[0].is == Condition::Is::one_of && !states.column.empty() &&
           rule.when[0].column == states.column;
  };
  FieldsWriter top, words;
  top.text("column", states.column);
  std::size_t i = 0;
  for (; i < states.rules.size() && is_of_words(states.rules[i]) && states.rules[i].when[0].values.size() == 1; ++i) {
    const StateRule& rule = states.rules[i];
    FieldsWriter meaning;
    add_meaning(meaning, rule, false);
    words.raw(rule.when[0].values[0], meaning.column_or_braces());
  }
  if (!words.empty()) top.raw("words", words.in_braces());
  for (const auto& [state, name] : key::state_words.pairs) {
    if (i == states.rules.size() || !is_of_words(states.rules[i]) || states.rules[i].state != state || states.rules[i].may_retry) continue;
    top.texts(name, states.rules[i++].when[0].values);
  }
  if (states.otherwise) {
    FieldsWriter meaning;
    add_meaning(meaning, *states.otherwise, true);
    top.raw("otherwise", meaning.column_or_braces());
  }
  std::string out = "\n[profile.state]\n" + top.lines();
  for (; i < states.rules.size(); ++i) {
    FieldsWriter rule;
    rule.raw("when", toml_conditions(states.rules[i].when));
    add_meaning(rule, states.rules[i], true);
    out += "[[profile.state.rule]]\n" + rule.lines();
  }
  return out;
}

// Seconds, without a fraction where there is none.
std::string toml_seconds(Duration span) {
  if (span.count() % 1'000'000 == 0) return fmt::format("{}", span.count() / 1'000'000);
  return fmt::format("{}.{:06}", span.count() / 1'000'000, span.count() % 1'000'000);
}

std::string toml_lease(const Lease& lease) {
  if (lease == Lease{}) return {};
  FieldsWriter fields;
  fields.text("form", lease_words.of(lease.form));
  add_instant(fields, "at", lease.at);
  if (lease.length != Duration{0}) fields.raw("length_s", toml_seconds(lease.length));
  fields.text("length_column", lease.length_column);
  fields.text("free", lease.free);
  return "\n[profile.lease]\n" + fields.lines();
}

std::string toml_times(const Profile& p) {
  FieldsWriter fields;
  add_instant(fields, "created_at", p.created_at);
  add_instant(fields, "updated_at", p.updated_at);
  add_instant(fields, "completed_at", p.completed_at);
  add_instant(fields, "expires_at", p.expires_at);
  return fields.empty() ? "" : "\n[profile.times]\n" + fields.lines();
}

std::string toml_write(Verb verb, const Write& write) {
  FieldsWriter fields, set;
  for (const Assignment& assignment : write.set) {
    if (assignment.value == Assignment::Value::text) {
      set.raw(assignment.column, toml_string(assignment.text));
      continue;
    }
    FieldsWriter value;
    value.text("value", value_words.of(assignment.value));
    add_form(value, assignment.form, assignment.zone);
    set.raw(assignment.column, value.in_braces());
  }
  fields.yes("delete", write.deletes);
  if (!set.empty()) fields.raw("set", set.in_braces());
  if (!write.guard.empty()) fields.raw("guard", toml_conditions(write.guard));
  if (!write.from.empty()) fields.raw("from", toml_states(write.from));
  return fmt::format("\n[profile.writes.{}]\n{}", word(verb), fields.lines());
}

std::string toml_profile(const Profile& p) {
  FieldsWriter top, table;
  top.text("name", p.name);
  top.text("kind", word(p.kind));
  table.text("schema", p.schema);
  table.text("name", p.table);
  top.raw("table", table.in_braces());
  top.texts("identity", p.identity);
  top.text("key", p.key);
  top.text("tenant", p.tenant);
  top.text("operation", p.operation);
  top.text("operation_name", p.operation_name);
  top.text("gateway_key", p.gateway_key);
  top.texts("order", p.order);
  top.texts("never_null", p.never_null);
  if (p.attempts.size() == 1) {
    top.text("attempts", p.attempts[0]);
  } else {
    top.texts("attempts", p.attempts);
  }
  top.text("owner", p.owner);
  top.text("correlation_id", p.correlation_id);
  add_digest(top, p.fingerprint);
  top.text("response_code", p.response_code);
  add_body(top, p.response_body);
  add_place(top, "payload", p.payload);
  add_place(top, "error", p.error);
  add_place(top, "customer", p.customer);
  add_place(top, "amount", p.amount);
  add_place(top, "currency", p.currency);
  add_place(top, "reference", p.reference);
  if (p.archive) top.raw("archive", toml_string(*p.archive));
  std::string out = "\n[[profile]]\n" + top.lines() + toml_state(p.states) + toml_lease(p.lease) + toml_times(p);
  for (const auto& [verb, write] : p.writes) out += toml_write(verb, write);
  return out;
}

}  // namespace

std::string to_toml(Verb verb, const Write& write) { return toml_write(verb, write).substr(1); }

std::string to_toml(const std::vector<Profile>& profiles) {
  std::string out = "format = 1\n";
  std::vector<std::string_view> written;
  for (const Profile& profile : profiles) {
    out += toml_profile(profile);
    written.push_back(profile.name);
  }
  for (const Profile& profile : profiles) {
    if (!profile.twin.profile || std::ranges::find(written, profile.twin.profile->name) != written.end()) continue;
    out += toml_profile(*profile.twin.profile);
    written.push_back(profile.twin.profile->name);
  }
  return out;
}

}  // namespace onceover::profile

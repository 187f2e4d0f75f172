// SPDX-License-Identifier: Apache-2.0
#include "core/tables/inspect/judge.h"
#include "core/tables/parts.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {

using Type = ColumnFacts::Type;

// Collects sentences.
struct Judge {
  const Access& access;
  std::vector<std::string> said = {};

  template <typename... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    said.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename Fits>
  void reads(std::string_view role, const std::string& name, Fits fits, std::string_view wanted) {
    const ColumnFacts* column = access.column(name);
    if (column == nullptr || std::invoke(fits, *column)) return;
    say("\"{}\" is {}, but the profile reads it as {} ({}).", visible(name), visible(column->type_name),
        wanted, role);
  }
  void condition(const Condition& c) {
    using Is = Condition::Is;
    if (c.is == Is::yes || c.is == Is::no)
      reads(
          "a state", c.column, [](const ColumnFacts& column) { return column.type == Type::boolean; },
          "boolean");
    if (c.is == Is::between) reads("a state", c.column, &ColumnFacts::is_number, "a number");
    const ColumnFacts* column = access.column(c.column);
    if (column == nullptr || c.is != Is::one_of) return;
    for (const std::string& value : c.values) value_fits(*column, value);
  }
  void value_fits(const ColumnFacts& column, const std::string& value) {
    const auto refuse = [&](std::string_view why) {
      say("\"{}\" holds {}: \"{}\" {}.", visible(column.name), visible(column.type_name), visible(value),
          why);
    };
    if (column.type == Type::enumeration && !is_among(column.words, value)) refuse("is not one of its words");
    if (column.type == Type::boolean && !is_among({"t", "f", "true", "false"}, value))
      refuse("is neither true nor false");
    if (column.is_integer() && !number_from<std::int64_t>(value)) refuse("is not a whole number");
    if (column.max_length >= 0 && std::cmp_greater(code_points(value), column.max_length))
      refuse("is too long for it");
  }

  static bool fits(TimeForm form, const ColumnFacts& column) {
    if (form == TimeForm::timestamptz) return column.type == Type::timestamptz;
    if (form == TimeForm::timestamp) return column.type == Type::timestamp || column.is_day();
    return form == TimeForm::iso_text ? column.is_text() : column.is_number();
  }
};

void judge_assignment(Judge& judge, const Profile& p, Verb verb, const Assignment& a,
                      const ColumnFacts& column) {
  using Value = Assignment::Value;
  const std::string name = visible(a.column);
  const auto needs = [&](bool fits, std::string_view what) {
    if (!fits) judge.say("\"{}\" is {}: {} cannot be written there.", name, visible(column.type_name), what);
  };
  switch (a.value) {
    case Value::text:
      judge.value_fits(column, a.text);
      if (a.text.empty() && a.column == p.states.column)
        judge.say("\"{}\" writes an empty word to \"{}\".", word(verb), name);
      break;
    case Value::null:
      if (column.not_null)
        judge.say("\"{}\" is declared NOT NULL, but \"{}\" writes NULL.", name, word(verb));
      break;
    case Value::now:
    case Value::lease_end:
      if (needs_zone(a.form) && a.zone == unknown_zone)
        judge.say(
            "The time zone of \"{}\" is unknown: no time is written there. Give it in the profile (zone).",
            name);
      needs(Judge::fits(a.form, column), fmt::format("an instant as {}", word(a.form)));
      if (a.value == Value::lease_end && a.column == p.lease.at.column &&
          p.lease.form != Lease::Form::deadline)
        judge.say("\"{}\" holds the start of a lease, but \"{}\" writes the end of one.", name, word(verb));
      break;
    case Value::body:
      needs(column.holds() != Holds::other, "a body");
      if (p.response_body.is_pointer() && a.column == p.response_body.column)
        judge.say("\"{}\" points to a body in another table, which cannot be written.", name);
      break;
    case Value::code: needs(column.is_number() || column.is_text(), "a status"); break;
    case Value::reason: needs(column.is_text(), "a reason"); break;
    case Value::increment:
    case Value::zero: needs(column.is_number(), "a count"); break;
  }
}

// What the profile reads.
std::vector<std::string> misfits(const Profile& p, const Access& access) {
  Judge judge{access};
  for (const auto& [role, at] : instants_of(p))
    judge.reads(
        role, at->column, [form = at->form](const ColumnFacts& column) { return Judge::fits(form, column); },
        word(at->form));
  judge.reads("length of the lease", p.lease.length_column, &ColumnFacts::is_number, "a number of seconds");
  for (const auto& [role, place] : places_of(p)) {
    if (!place->path.empty() && place->holds == Place::Holds::jsonb)
      judge.reads(role, place->column, &ColumnFacts::is_json, "a JSON document");
  }
  const bool is_of_bytes = p.fingerprint.form == Digest::Form::bytes;
  judge.reads("fingerprint", p.fingerprint.column,
              is_of_bytes ? &ColumnFacts::is_bytes : &ColumnFacts::is_text, is_of_bytes ? "bytes" : "text");
  const Body& body = p.response_body;
  if (!body.is_pointer() && body.form == Body::Form::bytes)
    judge.reads("body", body.column, &ColumnFacts::is_bytes, "bytes");
  if (!body.is_pointer() && body.form == Body::Form::json)
    judge.reads("body", body.column, &ColumnFacts::is_json, "a JSON document");
  for (const Condition* condition : state_conditions(p)) judge.condition(*condition);
  for (const auto& [verb, write] : p.writes) {
    for (const Condition& condition : write.guard) judge.condition(condition);
  }
  return judge.said;
}

// Words of the states that no value of their column can be: the server refuses every statement that compares
// them.
void judge_words(const Profile& p, Access& access) {
  const auto judge_word = [&](ColumnFacts column, const std::string& field, const std::string& value) {
    Judge judge{access};
    column.max_length = -1;  // a word that is too long is no error of a comparison: no row has it
    judge.value_fits(column, value);
    const std::string near = nearest(value, column.words);
    for (const std::string& sentence : judge.said) {
      access.unreadable.push_back(sentence);
      std::string remedy = "Correct the word, or remove it";
      if (!near.empty()) remedy += fmt::format("; the nearest is \"{}\"", visible(near));
      remedy += column.words.empty()
                    ? "."
                    : fmt::format(". The column's words: {}.", visible(list_of(column.words)));
      access.advice.push_back({field, sentence + " Every read of the table fails on it.", remedy});
    }
  };
  const auto judge_all = [&](const std::vector<Condition>& conditions, std::string_view field) {
    for (const Condition& c : conditions) {
      const ColumnFacts* column = access.column(c.column);
      if (column == nullptr || c.is != Condition::Is::one_of) continue;
      for (const std::string& value : c.values) {
        const bool is_word = field == "state.rule" && c.column == p.states.column;
        judge_word(*column, is_word ? "state.words." + visible(value) : std::string(field), value);
      }
    }
  };
  for (const StateRule& rule : p.states.rules) judge_all(rule.when, "state.rule");
  judge_all(p.set_aside, "set_aside");
}

// never_null against the catalog's NOT NULL.
void judge_nulls(const Profile& p, Access& access) {
  for (const std::string& name : p.never_null) {
    const ColumnFacts* column = access.column(name);
    if (column == nullptr || column->not_null) continue;
    access.advice.push_back(
        {"never_null",
         fmt::format("\"{}\" may be NULL in the catalog: listings would miss such rows.", visible(name)),
         "Remove it from never_null, or declare the column NOT NULL."});
  }
  std::vector<std::string> ordering = p.identity;
  for (const std::string& name : order_columns(p)) add_once(ordering, name);
  for (const std::string& name : ordering) {
    const ColumnFacts* column = access.column(name);
    if (column == nullptr || !column->not_null || p.is_never_null(name)) continue;
    constexpr std::string_view what =
        "\"{}\" is never NULL in the catalog, but the profile does not say so: pages cannot be read in one "
        "walk of an index.";
    access.advice.push_back({"never_null", fmt::format(what, visible(name)), "Add it to never_null."});
  }
}

}  // namespace

void judge_columns(const Profile& p, Access& access) {
  std::vector<std::string> names;
  for (const auto& [name, column] : access.columns) names.push_back(name);
  for (const std::string& name : columns_named(p)) {
    if (access.column(name) == nullptr) access.missing.push_back({name, nearest(name, names)});
  }
  for (std::string& sentence : misfits(p, access)) access.misfits.push_back(std::move(sentence));
  judge_words(p, access);
  if (access.is_table()) judge_nulls(p, access);  // a view declares nothing
}

std::vector<std::string> misfits(const Profile& p, Verb verb, const Write& write, const Access& access) {
  Judge judge{access};
  if (write.deletes != write.set.empty())
    judge.say("\"{}\" {}.", word(verb),
              write.deletes ? "both deletes the row and writes into it" : "writes nothing");
  std::vector<std::string> seen;
  for (const Assignment& a : write.set) {
    const std::string name = visible(a.column);
    if (is_among(seen, a.column)) judge.say("\"{}\" writes \"{}\" twice.", word(verb), name);
    seen.push_back(a.column);
    if (is_among(p.identity, a.column))
      judge.say("\"{}\" would write \"{}\", which is part of the identity.", word(verb), name);
    const ColumnFacts* column = access.column(a.column);
    if (column == nullptr) continue;  // access.missing
    if (const std::vector<std::string> words = state_words(p); a.column == p.states.column &&
                                                               a.value == Assignment::Value::text &&
                                                               a.text.empty() && !is_among(words, a.text))
      judge.say("\"{}\" gives \"{}\" no value. Choose one: {}.", word(verb), name, visible(list_of(words)));
    if (column->always_generated) judge.say("\"{}\" is generated by the table and cannot be written.", name);
    if (a.value == Assignment::Value::increment && !column->may_select)
      judge.say("This user may not read \"{}\", which is to be incremented.", name);
    judge_assignment(judge, p, verb, a, *column);
  }
  return judge.said;
}

std::vector<std::string> not_updated(const Write& write, const Access& access) {
  std::vector<std::string> columns;
  for (const Assignment& a : write.set) {
    const ColumnFacts* column = access.column(a.column);
    if (column != nullptr && !column->may_update) columns.push_back("\"" + visible(a.column) + "\"");
  }
  return columns;
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  // Levenshtein's.
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t corner = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
        corner = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
      }
    }
    return row[b.size()];
  };
  // "lockedAt" and "locked_at" are the same name.
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '_' || c == '-' || c == ' '; });
    return ascii_lower(std::string_view(text));
  };
  std::string best;
  std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& other : names) {
    const std::size_t between = std::min(distance(name, other), distance(plain(name), plain(other)));
    if (between < least) {
      least = between;
      best = other;
    }
  }
  return best;
}

}  // namespace onceover::tables

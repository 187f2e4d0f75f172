#include "core/tables/inspect/fit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "core/tables/parts.h"

namespace onceover::tables {
namespace {

using Type = ColumnFacts::Type;

class Judge {
 public:
  explicit Judge(const Access& access) : access_(access) {}

  void holds(std::string_view role, const std::string& name, bool (ColumnFacts::*fits)() const, std::string_view wanted) {
    const ColumnFacts* column = access_.column(name);
    if (column != nullptr && !(column->*fits)()) misfit(role, name, *column, wanted);
  }
  void instant(std::string_view role, const Instant& at) {
    const ColumnFacts* column = access_.column(at.column);
    if (column != nullptr && !fits(at.form, *column)) misfit(role, at.column, *column, word(at.form));
  }
  void place(std::string_view role, const Place& place) {
    if (!place.path.empty() && place.holds == Place::Holds::jsonb) holds(role, place.column, &ColumnFacts::is_json, "a JSON document");
  }
  void condition(const Condition& c) {
    const ColumnFacts* column = access_.column(c.column);
    if (column == nullptr) return;
    using Is = Condition::Is;
    if ((c.is == Is::yes || c.is == Is::no) && column->type != Type::boolean) misfit("a state", c.column, *column, "boolean");
    if (c.is == Is::between && !column->is_number()) misfit("a state", c.column, *column, "a number");
    if (c.is == Is::one_of) {
      for (const std::string& value : c.values) value_fits(c.column, *column, value);
    }
  }
  // Not being long enough for a word is no error of a comparison: no row has it.
  void value_compares(const std::string& name, ColumnFacts column, const std::string& value) {
    column.max_length = -1;
    value_fits(name, column, value);
  }
  void value_fits(const std::string& name, const ColumnFacts& column, const std::string& value) {
    const auto say = [&](std::string_view why) {
      said_.push_back(fmt::format("\"{}\" holds {}: \"{}\" {}.", visible(name), visible(column.type_name), visible(value), why));
    };
    if (column.type == Type::enumeration && std::ranges::find(column.words, value) == column.words.end()) say("is not one of its words");
    if (column.type == Type::boolean && value != "t" && value != "f" && value != "true" && value != "false")
      say("is neither true nor false");
    if (column.is_integer() && !number_from<std::int64_t>(value)) say("is not a whole number");
    if (column.max_length >= 0 && std::cmp_greater(code_points(value), column.max_length)) say("is too long for it");
  }
  void misfit(std::string_view role, const std::string& name, const ColumnFacts& column, std::string_view wanted) {
    said_.push_back(
        fmt::format("\"{}\" is {}, but the profile reads it as {} ({}).", visible(name), visible(column.type_name), wanted, role));
  }
  void say(std::string sentence) { said_.push_back(std::move(sentence)); }

  static bool fits(TimeForm form, const ColumnFacts& column) {
    switch (form) {
      case TimeForm::timestamptz: return column.type == Type::timestamptz;
      case TimeForm::timestamp: return column.type == Type::timestamp;
      case TimeForm::epoch_s:
      case TimeForm::epoch_ms:
      case TimeForm::epoch_us:
      case TimeForm::epoch_ns: return column.is_number();
      case TimeForm::iso_text: return column.is_text();
    }
    return false;
  }

  std::vector<std::string> take() { return std::move(said_); }

 private:
  const Access& access_;
  std::vector<std::string> said_;
};

void judge_assignment(Judge& judge, const Profile& p, Verb verb, const Assignment& a, const ColumnFacts& column) {
  using Value = Assignment::Value;
  const auto cannot = [&](std::string_view what) {
    judge.say(fmt::format("\"{}\" is {}: {} cannot be written there.", visible(a.column), visible(column.type_name), what));
  };
  switch (a.value) {
    case Value::text:
      judge.value_fits(a.column, column, a.text);
      if (a.text.empty() && a.column == p.states.column)
        judge.say(fmt::format("\"{}\" writes an empty word to \"{}\".", word(verb), visible(a.column)));
      break;
    case Value::null:
      if (column.not_null) judge.say(fmt::format("\"{}\" is declared NOT NULL, but \"{}\" writes NULL.", visible(a.column), word(verb)));
      break;
    case Value::now:
    case Value::lease_end:
      if (a.form == TimeForm::timestamp && a.zone == unknown_zone) {
        judge.say(
            fmt::format("The time zone of \"{}\" is unknown: no time is written there. Give it in the profile (zone).", visible(a.column)));
      }
      if (!Judge::fits(a.form, column)) cannot(fmt::format("an instant as {}", word(a.form)));
      if (a.value == Value::lease_end && a.column == p.lease.at.column && p.lease.form != Lease::Form::deadline) {
        judge.say(fmt::format("\"{}\" holds the start of a lease, but \"{}\" writes the end of one.", visible(a.column), word(verb)));
      }
      break;
    case Value::body:
      if (column.holds() == Holds::other) cannot("a body");
      if (p.response_body.is_pointer() && a.column == p.response_body.column) {
        judge.say(fmt::format("\"{}\" points to a body in another table, which cannot be written.", visible(a.column)));
      }
      break;
    case Value::code:
      if (!column.is_number() && !column.is_text()) cannot("a status");
      break;
    case Value::reason:
      if (!column.is_text()) cannot("a reason");
      break;
    case Value::increment:
    case Value::zero:
      if (!column.is_number()) cannot("a count");
      break;
  }
}

// Words of the states that no value of their column can be.
std::vector<Access::Advice> unreadable_words(const Profile& p, const Access& access) {
  std::vector<Access::Advice> out;
  const auto judged = [&](const Condition& c, bool is_state) {
    const ColumnFacts* column = access.column(c.column);
    if (column == nullptr || c.is != Condition::Is::one_of) return;
    for (const std::string& value : c.values) {
      Judge judge(access);
      judge.value_compares(c.column, *column, value);
      const std::string near = nearest(value, column->words);
      for (std::string& sentence : judge.take()) {
        const std::string field = c.column == p.states.column ? "state.words." + visible(value) : "state.rule";
        out.push_back({is_state ? field : "set_aside", std::move(sentence),
                       column->words.empty() ? "Correct the word, or remove it."
                                             : fmt::format("Correct the word, or remove it{}. The column's words: {}.",
                                                           near.empty() ? "" : fmt::format("; the nearest is \"{}\"", visible(near)),
                                                           visible(fmt::format("{}", fmt::join(column->words, ", "))))});
      }
    }
  };
  for (const StateRule& rule : p.states.rules) {
    for (const Condition& c : rule.when) judged(c, true);
  }
  for (const Condition& c : p.set_aside) judged(c, false);
  return out;
}

}  // namespace

Profile only_read(const Profile& profile) {
  Profile read = profile;
  for (auto& [verb, write] : read.writes) write.set.clear();
  return read;
}

std::vector<std::string> misfits(const Profile& p, const Access& access) {
  Judge judge(access);
  for (const auto& [role, at] : instants_of(p)) judge.instant(role, *at);
  judge.holds("length of the lease", p.lease.length_column, &ColumnFacts::is_number, "a number of seconds");
  for (const auto& [role, place] : places_of(p)) judge.place(role, *place);
  if (p.fingerprint.form == Digest::Form::bytes) {
    judge.holds("fingerprint", p.fingerprint.column, &ColumnFacts::is_bytes, "bytes");
  } else {
    judge.holds("fingerprint", p.fingerprint.column, &ColumnFacts::is_text, "text");
  }
  if (!p.response_body.is_pointer()) {
    if (p.response_body.form == Body::Form::bytes) judge.holds("body", p.response_body.column, &ColumnFacts::is_bytes, "bytes");
    if (p.response_body.form == Body::Form::json) judge.holds("body", p.response_body.column, &ColumnFacts::is_json, "a JSON document");
  }
  for (const StateRule& rule : p.states.rules) {
    for (const Condition& condition : rule.when) judge.condition(condition);
  }
  for (const Condition& condition : p.set_aside) judge.condition(condition);
  for (const auto& [verb, write] : p.writes) {
    for (const Condition& condition : write.guard) judge.condition(condition);
  }
  return judge.take();
}

std::vector<std::string> misfits(const Profile& p, Verb verb, const Write& write, const Access& access) {
  Judge judge(access);
  if (write.deletes != write.set.empty()) {
    judge.say(fmt::format("\"{}\" {}.", word(verb), write.deletes ? "both deletes the row and writes into it" : "writes nothing"));
  }
  std::vector<std::string> seen;
  for (const Assignment& a : write.set) {
    const std::string name = visible(a.column);
    if (std::ranges::find(seen, a.column) != seen.end()) judge.say(fmt::format("\"{}\" writes \"{}\" twice.", word(verb), name));
    seen.push_back(a.column);
    if (std::ranges::find(p.identity, a.column) != p.identity.end()) {
      judge.say(fmt::format("\"{}\" would write \"{}\", which is part of the identity.", word(verb), name));
    }
    const ColumnFacts* column = access.column(a.column);
    if (column == nullptr) continue;  // access.missing
    if (column->always_generated) judge.say(fmt::format("\"{}\" is generated by the table and cannot be written.", name));
    if (a.value == Assignment::Value::increment && !column->may_select) {
      judge.say(fmt::format("This user may not read \"{}\", which is to be incremented.", name));
    }
    judge_assignment(judge, p, verb, a, *column);
  }
  return judge.take();
}

std::vector<std::string> not_updated(const Write& write, const Access& access) {
  std::vector<std::string> columns;
  for (const Assignment& a : write.set) {
    const ColumnFacts* column = access.column(a.column);
    if (column != nullptr && !column->may_update) columns.push_back("\"" + visible(a.column) + "\"");
  }
  return columns;
}

std::vector<std::string> unreadable(const Profile& p, const Access& access) {
  std::vector<std::string> out;
  for (Access::Advice& word : unreadable_words(p, access)) out.push_back(std::move(word.what));
  return out;
}

std::vector<Access::Advice> advice(const Profile& p, const Access& access) {
  std::vector<Access::Advice> out = unreadable_words(p, access);
  for (Access::Advice& word : out) word.what += " Every read of the table fails on it.";
  if (access.relation != Access::Relation::table && access.relation != Access::Relation::partitioned)
    return out;  // a view declares nothing
  for (const std::string& name : p.never_null) {
    const ColumnFacts* column = access.column(name);
    if (column == nullptr || column->not_null) continue;
    out.push_back({"never_null", fmt::format("\"{}\" may be NULL in the catalog: listings would miss such rows.", visible(name)),
                   "Remove it from never_null, or declare the column NOT NULL."});
  }
  std::vector<std::string> ordering = p.identity;
  for (const std::string& name : order_columns(p)) {
    if (std::ranges::find(ordering, name) == ordering.end()) ordering.push_back(name);
  }
  for (const std::string& name : ordering) {
    const ColumnFacts* column = access.column(name);
    if (column == nullptr || !column->not_null || p.is_never_null(name)) continue;
    out.push_back(
        {"never_null",
         fmt::format("\"{}\" is never NULL in the catalog, but the profile does not say so: pages cannot be read in one walk of an index.",
                     visible(name)),
         "Add it to never_null."});
  }
  return out;
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t corner = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t above = row[j];
        row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)});
        corner = above;
      }
    }
    return row[b.size()];
  };
  // "lockedAt" and "locked_at" are the same name.
  const auto plain = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c != '_' && c != '-' && c != ' ') out += ascii_lower(c);
    }
    return out;
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

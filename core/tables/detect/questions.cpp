#include "core/tables/detect/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/duration_text.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/tables/detect/columns.h"
#include "core/tables/parts.h"

namespace onceover::tables {
namespace {

using std::chrono::minutes;

constexpr std::size_t most_examples = 3, most_values_shown = 6, most_state_values = 30, longest_cell = 40;
constexpr const char* a_length = "a time such as 90s, 15m, 2h or 3d";

// Each role that a column may have, as a person would say it, and as a question.
struct RoleWords {
  const char *role, *words, *question;
};
constexpr RoleWords role_words[] = {
    {"key", "what clients, senders or people call the row", "What do clients, senders or people call a row?"},
    {"tenant", "the tenant or account that it belongs to", "Which column holds the tenant or account?"},
    {"operation", "what is done: a route, a command, a type", "Which column shows what is done: a route, a command, a type?"},
    {"created_at", "when the row was created", "Which column shows when a row was created?"},
    {"updated_at", "when the row was last changed", "Which column shows when a row was last changed?"},
    {"completed_at", "when the work was finished", "Which column shows when the work was finished?"},
    {"due", "when the work is due, or is tried again", "Which column shows when the work is due, or is tried again?"},
    {"expires_at", "until when the row is kept", "Which column shows until when a row is kept?"},
    {"owner", "the process that works on it", "Which column names the process that works on a row?"},
    {"attempts", "how often it was tried", "Which column counts how often it was tried?"},
    {"error", "why it failed", "Which column shows why the work failed?"},
    {"customer", "the customer", "Which column holds the customer?"},
    {"amount", "the amount", "Which column holds the amount?"},
    {"currency", "the currency of the amount", "Which column holds the currency of the amount?"},
    {"reference", "the order, the invoice or another reference", "Which column holds the order, the invoice or another reference?"},
    {"correlation_id", "the id that leads to logs and traces", "Which column holds the id that leads to logs and traces?"},
    {"payload", "the request, or the message itself", "Which column holds the request, or the message itself?"},
    {"fingerprint", "a hash of the request", "Which column holds a hash of the request?"},
    {"response_code", "the status of the response", "Which column holds the status of the response?"},
    {"response_body", "the stored response", "Which column holds the stored response?"},
};

std::size_t filled(const ColumnFacts& column) {
  return static_cast<std::size_t>(std::ranges::count_if(column.sample, [](const auto& cell) { return cell.has_value(); }));
}

bool has_gaps(const ColumnFacts& column) { return filled(column) < column.sample.size(); }

std::string of_rows(std::size_t n, const TableFacts& facts) { return fmt::format("{} of {} sampled rows", n, facts.sampled_rows()); }

bool may_be_time(const ColumnFacts& column) { return time_form(Column(column)).has_value(); }

std::vector<const ColumnFacts*> columns_where(const TableFacts& facts, const auto& holds) {
  std::vector<const ColumnFacts*> columns;
  for (const ColumnFacts& column : facts.columns) {
    if (holds(column)) columns.push_back(&column);
  }
  return columns;
}

std::string examples_of(const ColumnFacts& column) {
  std::vector<std::string> seen;
  for (std::size_t row = 0; row < column.sample.size() && seen.size() < most_examples; ++row) {
    if (!column.sample[row]) continue;
    std::string cell = shown_cell(column, row);
    if (std::ranges::find(seen, cell) == seen.end()) seen.push_back(std::move(cell));
  }
  if (column.sample.empty()) return column.type_name;
  if (seen.empty()) return column.type_name + ", empty in all sampled rows";
  return fmt::format("{}: {}{}", column.type_name, fmt::join(seen, ", "), column.values.size() > seen.size() ? ", …" : "");
}

Choice choice_of_column(const ColumnFacts& column, std::string id, std::string help) {
  return {std::move(id), visible(column.name), std::move(help)};
}

void add_columns(Question& question, const std::vector<const ColumnFacts*>& columns) {
  for (const ColumnFacts* column : columns) question.choices.push_back(choice_of_column(*column, column->name, examples_of(*column)));
}

// "offen (10), fertig (10)": in the sampled rows; a declared value that no row has is there too.
std::string counted_values(const ColumnFacts& column) {
  if (column.vocabulary().empty()) return "no sampled row has a value";
  std::vector<std::string> words;
  for (const std::string& value : column.vocabulary()) {
    if (words.size() == most_values_shown) {
      words.emplace_back("…");
      break;
    }
    const auto n = std::ranges::count_if(column.sample, [&](const auto& cell) { return cell == value; });
    words.push_back(fmt::format("{} ({})", elided(visible(value), longest_cell), n));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

// Few values, each of them in several rows; or they are declared; or no row shows any yet.
bool may_show_state(const ColumnFacts& column) {
  if (may_be_time(column) || column.is_json() || column.is_bytes() || !column.references.empty() || column.generated) return false;
  if (!column.words.empty()) return column.words.size() <= most_state_values;
  const std::size_t values = column.values.size();
  if (values == 0) return column.is_text() || column.is_integer();
  return values <= most_state_values && (values < filled(column) || filled(column) <= 2);
}

// As a state and the time of its end do.
bool changes_with_another(const ColumnFacts& words, const TableFacts& facts) {
  return std::ranges::any_of(facts.columns, [&](const ColumnFacts& other) { return &other != &words && fills(words, other); });
}

std::optional<Question> kind_question(const Mapping& mapping) {
  if (mapping.has_kind) return std::nullopt;
  return Question{
      .about = "kind",
      .text = "What does one row of this table stand for?",
      .why = "Names and values do not show it.",
      .choices = {{"queue", "a job or task that is to be done", "Workers take such rows, and try some of them again."},
                  {"idempotency", "a request with the key that its client sent", "So that the same request is carried out once."},
                  {"inbox", "a message that was received", "So that the same message is handled once."},
                  {"outbox", "a message that is to be sent", "Written with the change that it is about."}},
      .typed = "",
      .rows = {0, 1, 2}};
}

std::optional<Question> state_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("state") || !mapping.state.is_blank() || !mapping.state.column.empty()) return std::nullopt;
  Question question{.about = "state", .text = "Which column shows whether the work is finished?", .why = "", .choices = {}, .typed = ""};
  const TableFacts& facts = mapping.facts;
  const auto is_flag = [](const ColumnFacts& c) { return c.type == ColumnFacts::Type::boolean; };
  auto columns = columns_where(facts, [&](const auto& c) { return !is_flag(c) && may_show_state(c); });
  const auto place = [&](const ColumnFacts* c) {
    const std::size_t values = c->vocabulary().empty() ? most_state_values + 1 : c->vocabulary().size();
    return std::pair(changes_with_another(*c, facts) ? 0 : 1, values);
  };
  std::ranges::stable_sort(columns, {}, place);
  for (const ColumnFacts* column : columns)
    question.choices.push_back(choice_of_column(*column, "words:" + column->name, counted_values(*column)));
  for (const ColumnFacts* column : columns_where(facts, is_flag))
    question.choices.push_back(choice_of_column(*column, "flags:" + column->name, "yes or no: " + counted_values(*column)));
  for (const ColumnFacts* column : columns_where(facts, [](const auto& c) { return may_be_time(c) && has_gaps(c); }))
    question.choices.push_back(
        choice_of_column(*column, "presence:" + column->name, "finished once it has a value: " + of_rows(filled(*column), facts)));
  question.choices.push_back({"row", "none: a row is written when its work is finished", "Then no row is ever stuck."});
  return question;
}

// Of a column in which no row shows a value.
std::optional<Question> values_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("state") || !mapping.state.is_blank() || mapping.state.column.empty()) return std::nullopt;
  return Question{.about = "state.values",
                  .text = fmt::format("Which values may {} have?", visible(mapping.state.column)),
                  .why = "No sampled row shows one.",
                  .choices = {{"", "another column shows the state", ""}},
                  .typed = "the values, with commas between them"};
}

std::optional<Question> meaning_question(const Mapping& mapping) {
  const auto line = unsaid_line(mapping.state);
  if (!line) return std::nullopt;
  const StateLine& asked = mapping.state.lines[*line];
  const auto rows = rows_of_line(mapping.state, *line, mapping.facts);
  const std::string words = line_words(mapping.state, asked);
  Question question{.about = fmt::format("meaning:{}", *line),
                    .text = mapping.state.way == StateWay::words && !asked.is_rest()
                                ? fmt::format("What does \"{}\" in {} mean?", words, visible(mapping.state.column))
                                : fmt::format("What does it mean where {}?", words),
                    .why = of_rows(rows.size(), mapping.facts) + ".",
                    .choices = {},
                    .typed = "",
                    .rows = {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most_examples))}};
  for (const Meaning meaning : meanings_of(mapping.profile.kind, asked))
    question.choices.push_back(
        {std::string(meaning_words.of(meaning)), std::string(meaning_words.of(meaning)), std::string(meaning_facts(meaning).help)});
  return question;
}

std::vector<const ColumnFacts*> time_columns(const TableFacts& facts) {
  auto times = columns_where(facts, may_be_time);
  std::ranges::stable_sort(times, {}, [](const ColumnFacts* column) { return has_gaps(*column); });
  return times;
}

bool may_be_unfinished(const Mapping& mapping) {
  return std::ranges::any_of(
      mapping.state.lines, [](const StateLine& line) { return line.meaning == Meaning::waiting || line.meaning == Meaning::in_progress; });
}

// Only what an age is counted from is needed; other times may stay unknown.
std::optional<Question> begin_question(const Mapping& mapping) {
  const Profile& p = mapping.profile;
  const bool is_lease_open = mapping.unknown.contains("lease") && may_be_unfinished(mapping);
  if (!is_lease_open || !p.created_at.empty() || !p.updated_at.empty() || mapping.said.contains("created_at")) return std::nullopt;
  const auto times = time_columns(mapping.facts);
  if (times.empty()) return std::nullopt;
  Question question{.about = "created_at",
                    .text = "Which column shows when a row was created?",
                    .why = "The age of a row is counted from it.",
                    .choices = {},
                    .typed = ""};
  add_columns(question, times);
  question.choices.push_back({"", "none of them", ""});
  return question;
}

std::optional<Question> lease_question(const Mapping& mapping) {
  const Profile& p = mapping.profile;
  const bool is_optional = p.lease.form == Lease::Form::none && may_be_unfinished(mapping) && !mapping.said.contains("lease");
  if (!mapping.unknown.contains("lease") && !is_optional) return std::nullopt;
  const Instant& begin = p.created_at.empty() ? p.updated_at : p.created_at;
  Question question{.about = "lease",
                    .text = "When is an unfinished row stuck?",
                    .why = "",
                    .choices = {},
                    .typed = begin.empty() ? "" : a_length,
                    .is_needed = mapping.unknown.contains("lease")};
  if (!begin.empty()) {
    question.why = fmt::format("Counted from {}.", visible(begin.column));
    for (const auto& [id, words] : {std::pair("15m", "after 15 minutes"), std::pair("1h", "after 1 hour"), std::pair("1d", "after 1 day")})
      question.choices.push_back({id, words, ""});
  }
  if (time_columns(mapping.facts).size() > (begin.empty() ? 0U : 1U)) {
    question.choices.push_back({"deadline", "when the time in a column is over", "A column shows until when a worker holds the row."});
    question.choices.push_back({"since", "some time after a worker began", "A column shows when that was."});
    question.choices.push_back({"heartbeat", "some time after a worker's last sign of life", "A column shows when that was."});
  }
  question.choices.push_back({"none", "this table does not show it", "The number of stuck rows is then unknown."});
  return question;
}

std::optional<Question> lease_part_question(const Mapping& mapping) {
  const Lease& lease = mapping.profile.lease;
  if (!has_time(lease.form) || mapping.unknown.contains("lease")) return std::nullopt;
  Question question{.about = "lease.at", .text = "", .why = "", .choices = {}, .typed = ""};
  if (lease.at.empty()) {
    question.text = lease.form == Lease::Form::deadline ? "Which column shows until when a worker holds the row?"
                    : lease.form == Lease::Form::since  ? "Which column shows when a worker began with the row?"
                                                        : "Which column shows a worker's last sign of life?";
    auto times = time_columns(mapping.facts);
    std::ranges::reverse(times);  // those that some rows lack come first
    add_columns(question, times);
    return question;
  }
  if (!lacks_length(lease)) return std::nullopt;
  question.about = "lease.length";
  question.text = fmt::format("How long after {} is the row stuck?", visible(lease.at.column));
  question.why = "The database does not show it: ask the people who run the service. A time that is too short calls living work dead.";
  question.typed = a_length;
  for (const auto& [id, words] :
       {std::pair("1m", "1 minute"), std::pair("5m", "5 minutes"), std::pair("15m", "15 minutes"), std::pair("1h", "1 hour")})
    question.choices.push_back({id, words, ""});
  return question;
}

std::optional<Question> zone_question(const Mapping& mapping) {
  const Lease& lease = mapping.profile.lease;
  if (!has_time(lease.form) || !lease.at.has_unknown_zone()) return std::nullopt;
  Question question{.about = "zone",
                    .text = fmt::format("In which time zone is {} written?", visible(lease.at.column)),
                    .why = "The column has no zone, and the rows do not show it. Without it nothing can be compared with a clock.",
                    .choices = {{"UTC", "UTC", ""}},
                    .typed = "a time zone such as Europe/Berlin"};
  if (!mapping.facts.database_zone.empty() && mapping.facts.database_zone != "UTC")
    question.choices.push_back({mapping.facts.database_zone, mapping.facts.database_zone, "The zone of this database."});
  return question;
}

Question question_of_role(const Mapping& mapping, const RoleWords& role) {
  Question question{.about = role.role, .text = role.question, .why = "", .choices = {}, .typed = "", .is_needed = false};
  if (const auto why = mapping.unknown.find(role.role); why != mapping.unknown.end()) question.why = why->second;
  const bool is_time = part_named(times_of(mapping.profile), role.role) != nullptr;
  const bool is_value = part_named(columns_of(mapping.profile), role.role) != nullptr;  // and no document
  const auto fits = [is_value](const ColumnFacts& column) { return !may_be_time(column) && !(is_value && column.is_json()); };
  add_columns(question, is_time ? time_columns(mapping.facts) : columns_where(mapping.facts, fits));
  return question;
}

std::optional<Question> key_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("key")) return std::nullopt;
  Question question = question_of_role(mapping, role_words[0]);
  question.is_needed = true;
  if (question.choices.empty()) add_columns(question, columns_where(mapping.facts, [](const ColumnFacts&) { return true; }));
  const auto is_unique = [&](const Choice& choice) {
    return std::ranges::any_of(mapping.facts.indexes, [&](const IndexFacts& index) {
      return index.unique && std::ranges::find(index.columns, choice.id) != index.columns.end();
    });
  };
  std::ranges::stable_sort(question.choices, std::greater<>(), is_unique);
  return question;
}

std::optional<Question> open_role_question(const Mapping& mapping) {
  for (const RoleWords& role : role_words) {
    if (!mapping.unknown.contains(role.role) || mapping.said.contains(role.role)) continue;
    Question question = question_of_role(mapping, role);
    std::erase_if(question.choices, [&](const Choice& choice) { return !roles_of_column(mapping, choice.id).empty(); });
    if (question.choices.empty()) continue;
    question.choices.push_back({"none", "none: the table does not keep it", ""});
    return question;
  }
  return std::nullopt;
}

std::string retry_name(const StateLine& line) { return "may_retry:" + line.rule.word; }

std::optional<Question> retry_question(const Mapping& mapping) {
  for (std::size_t i = 0; i < mapping.state.lines.size(); ++i) {
    const StateLine& line = mapping.state.lines[i];
    if (line.meaning != Meaning::failed || line.rule.may_retry || mapping.said.contains(retry_name(line))) continue;
    if (!mapping.said.contains("state")) continue;  // a profile leaves it out on purpose
    return Question{.about = fmt::format("may_retry:{}", i),
                    .text = fmt::format("Does the service itself try failed rows again (\"{}\")?", line_words(mapping.state, line)),
                    .why = "",
                    .choices = {{"no", "no: they stay failed until a person acts", "They are counted as dead letters."},
                                {"yes", "yes: it tries them again", "They are not finished."}},
                    .typed = "",
                    .is_needed = false};
  }
  return std::nullopt;
}

// The line that "meaning:2" or "may_retry:2" is about.
StateLine& line_named(StateChoice& choice, const std::string& about) {
  return choice.lines.at(static_cast<std::size_t>(number_from<int>(about.substr(about.find(':') + 1)).value_or(0)));
}

void say_state_by(Mapping& mapping, const std::string& given) {
  const std::size_t colon = given.find(':');
  const std::string way = given.substr(0, colon), column = colon == std::string::npos ? "" : given.substr(colon + 1);
  const StateWay chosen = way == "words"      ? StateWay::words
                          : way == "flags"    ? StateWay::flags
                          : way == "presence" ? StateWay::presence
                                              : StateWay::row;
  StateChoice choice = suggested(chosen, mapping.facts, column, "");
  choice.aside = mapping.state.aside;
  say_state(mapping, std::move(choice));
  if (!may_be_unfinished(mapping) && !mapping.unknown.contains("state")) mapping.unknown.erase("lease");
}

void say_lease(Mapping& mapping, const std::string& given) {
  RoleFields fields;
  if (const auto length = parse_duration(given)) {
    const Profile& p = mapping.profile;
    const Instant& begin = p.created_at.empty() ? p.updated_at : p.created_at;
    fields = {
        .column = begin.column, .form = static_cast<int>(begin.form), .zone = begin.zone, .lease = Lease::Form::age, .length = *length};
  } else {
    fields.lease = given == "deadline"    ? Lease::Form::deadline
                   : given == "since"     ? Lease::Form::since
                   : given == "heartbeat" ? Lease::Form::heartbeat
                                          : Lease::Form::none;
  }
  set_fields(mapping, "lease", fields);
  mapping.unknown.erase("lease");
  mapping.said.insert("lease");
}

void say_zone(Mapping& mapping, const std::string& zone) {
  for (const auto& [role, at] : instants_of(mapping.profile)) {
    if (at->has_unknown_zone()) at->zone = zone;
  }
}

// A column as the sign of a lease: "lease.deadline".
void say_lease_column(Mapping& mapping, const std::string& form, const std::string& column) {
  say_lease(mapping, form);
  mapping.profile.lease.at = instant_kept_in(mapping.profile, *mapping.facts.column(column));
}

void say_role_of_column(Mapping& mapping, const std::string& column, const std::string& given) {
  if (given == "nothing") {
    say_aside(mapping, column, false);
    for (const std::string& role : roles_of_column(mapping, column)) {
      if (role != "state" && role != "set_aside" && role != "lease") set_column(mapping, role, "");
    }
  } else if (given == "set_aside") {
    say_aside(mapping, column, true);
  } else if (given.starts_with("lease.")) {
    say_lease_column(mapping, given.substr(6), column);
  } else if (given.find(':') != std::string::npos) {
    say_state_by(mapping, given);
  } else {
    set_column(mapping, given, column);
  }
}

void say_values(Mapping& mapping, const std::string& given) {
  StateChoice choice = mapping.state;
  if (given.empty()) choice.column.clear();
  for (std::size_t from = 0; !given.empty() && from <= given.size();) {
    const std::size_t to = std::min(given.find(',', from), given.size());
    const std::size_t first = given.find_first_not_of(' ', from), last = given.find_last_not_of(' ', to - 1);
    if (first < to && last != std::string::npos && last >= first) add_value(choice, given.substr(first, last - first + 1));
    from = to + 1;
  }
  say_state(mapping, std::move(choice));
}

bool is_choice(const Question& question, const std::string& given) {
  return std::ranges::any_of(question.choices, [&](const Choice& choice) { return choice.id == given; });
}

std::string no_answer(const Question& question) {
  return question.typed.empty() ? "This is not one of the answers."
                                : fmt::format("This is not one of the answers, and not {}.", question.typed);
}

}  // namespace

std::optional<Question> next_question(const Mapping& mapping) {
  for (const auto ask : {kind_question, state_question, values_question, meaning_question, begin_question, lease_question,
                         lease_part_question, zone_question, key_question}) {
    if (auto question = ask(mapping); question && question->is_needed) return question;
  }
  for (const auto ask : {lease_question, open_role_question, retry_question}) {
    if (auto question = ask(mapping)) return question;
  }
  return std::nullopt;
}

Question question_of_column(const Mapping& mapping, const std::string& column) {
  const ColumnFacts& facts = *mapping.facts.column(column);
  Question question{.about = "column:" + column,
                    .text = fmt::format("What is {}?", visible(column)),
                    .why = examples_of(facts),
                    .choices = {},
                    .typed = "",
                    .is_needed = false};
  const bool is_time = may_be_time(facts), is_flag = facts.type == ColumnFacts::Type::boolean;
  if (is_flag || (!is_time && may_show_state(facts)))
    question.choices.push_back({(is_flag ? "flags:" : "words:") + column, "what shows the state", counted_values(facts)});
  if (is_time) {
    question.choices.push_back({"presence:" + column, "what shows the state: finished once it has a value", ""});
    question.choices.push_back({"lease.deadline", "until when a worker holds the row", ""});
    question.choices.push_back({"lease.since", "when a worker began with the row", ""});
    question.choices.push_back({"lease.heartbeat", "a worker's last sign of life", ""});
  }
  for (const RoleWords& role : role_words) {
    const bool is_time_role = part_named(times_of(mapping.profile), role.role) != nullptr;
    const bool is_value = part_named(columns_of(mapping.profile), role.role) != nullptr;
    if (is_time_role == is_time && !(is_value && facts.is_json())) question.choices.push_back({role.role, role.words, ""});
  }
  if (is_flag || (is_time && has_gaps(facts)))
    question.choices.push_back({"set_aside", "set aside: deleted, archived or cancelled", "Such rows are neither stuck nor waiting."});
  question.choices.push_back({"nothing", "nothing that matters here", ""});
  return question;
}

std::optional<std::string> answer(Mapping& mapping, const Question& question, const std::string& given) {
  const std::string& about = question.about;
  const bool is_length = (about == "lease" || about == "lease.length") && parse_duration(given) && !question.typed.empty();
  const bool is_typed = is_length || ((about == "zone" || about == "state.values") && !given.empty());
  if (!is_choice(question, given) && !is_typed && (question.is_needed || !given.empty())) return no_answer(question);
  if (about == "kind") {
    say_kind(mapping, *kind_from_word(given));
  } else if (about == "state") {
    say_state_by(mapping, given);
  } else if (about == "state.values") {
    say_values(mapping, given);
  } else if (about.starts_with("meaning:")) {
    StateChoice choice = mapping.state;
    set_meaning(line_named(choice, about), *meaning_words.from(given));
    say_state(mapping, std::move(choice));
    if (!mapping.unknown.contains("state") && !may_be_unfinished(mapping)) mapping.unknown.erase("lease");
  } else if (about.starts_with("may_retry:")) {
    StateChoice choice = mapping.state;
    StateLine& line = line_named(choice, about);
    mapping.said.insert(retry_name(line));
    if (!given.empty()) line.rule.may_retry = given == "yes";
    say_state(mapping, std::move(choice));
  } else if (about == "lease") {
    if (given.empty()) {
      mapping.said.insert("lease");
    } else {
      say_lease(mapping, given);
    }
  } else if (about == "lease.at") {
    mapping.profile.lease.at = instant_kept_in(mapping.profile, *mapping.facts.column(given));
  } else if (about == "lease.length") {
    mapping.profile.lease.length = *parse_duration(given);
  } else if (about == "zone") {
    say_zone(mapping, given);
  } else if (about.starts_with("column:")) {
    say_role_of_column(mapping, about.substr(7), given);
  } else if (given.empty()) {
    mapping.said.insert(about);  // left open
  } else {
    set_column(mapping, about, given == "none" ? "" : given);
  }
  return std::nullopt;
}

void say_aside(Mapping& mapping, const std::string& column, bool is_aside) {
  StateChoice choice = mapping.state;
  std::erase_if(choice.aside, [&](const Condition& condition) { return condition.column == column; });
  const bool is_flag = mapping.facts.column(column)->type == ColumnFacts::Type::boolean;
  if (is_aside) choice.aside.push_back({.column = column, .is = is_flag ? Condition::Is::yes : Condition::Is::not_null});
  mapping.state = std::move(choice);
  mapping.profile.set_aside = set_aside_of(mapping.state);
}

std::vector<std::string> roles_of_column(const Mapping& mapping, const std::string& column) {
  const Profile& p = mapping.profile;
  std::vector<std::string> roles;
  for (const RoleWords& role : role_words) {
    const RoleFields fields = fields_of(p, role.role);
    if (!column.empty() && (fields.column == column || fields.second == column)) roles.emplace_back(role.role);
  }
  const auto in_condition = [&](const Condition& condition) { return condition.column == column; };
  const auto in_line = [&](const StateLine& line) { return std::ranges::any_of(line.rule.when, in_condition); };
  if (mapping.state.column == column || std::ranges::any_of(mapping.state.lines, in_line)) roles.emplace_back("state");
  if (std::ranges::any_of(mapping.state.aside, in_condition)) roles.emplace_back("set_aside");
  if (p.lease.at.column == column || p.lease.length_column == column) roles.emplace_back("lease");
  return roles;
}

std::string shown_cell(const ColumnFacts& column, std::size_t row) {
  if (row >= column.sample.size()) return "not read";
  const std::optional<std::string>& cell = column.sample[row];
  if (!cell) return "–";
  if (column.is_bytes()) return fmt::format("{} bytes", cell->starts_with("\\x") ? cell->size() / 2 - 1 : cell->size());
  if (column.is_json() || cell->starts_with('{') || cell->starts_with('[')) {
    const auto document = json::parse_json(*cell);
    if (document && document->kind == json::Json::Kind::object) {
      std::vector<std::string> names;
      for (const auto& member : document->members) names.push_back(visible(member.name));
      return elided(fmt::format("{{{}}}", fmt::join(names, ", ")), longest_cell);
    }
    if (column.is_json()) return "a document";
  }
  return elided(visible(*cell), longest_cell);
}

}  // namespace onceover::tables

// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/questions.h"

#include "core/base/json_tree.h"
#include "core/tables/detect/columns.h"

namespace onceover::tables {
namespace {

using ColumnList = std::vector<const ColumnFacts*>;

constexpr std::size_t most_examples = 3, most_values_shown = 6, most_state_values = 30, longest_cell = 40;
constexpr const char* a_length = "a time such as 90s, 15m, 2h or 3d";

// Each role that a column may have, as a person would say it: an answer, and the end of a question.
struct RoleWords {
  const char *role, *words;
};
constexpr RoleWords role_words[] = {
    {"key", "what clients, senders or people call the row"},
    {"tenant", "the tenant or account that it belongs to"},
    {"operation", "what is done: a route, a command, a type"},
    {"created_at", "when the row was created"},
    {"updated_at", "when the row was last changed"},
    {"completed_at", "when the work was finished"},
    {"due", "when the work is due, or is tried again"},
    {"expires_at", "until when the row is kept"},
    {"owner", "the process that works on it"},
    {"attempts", "how often it was tried"},
    {"error", "why it failed"},
    {"customer", "the customer"},
    {"amount", "the amount"},
    {"currency", "the currency of the amount"},
    {"reference", "the order, the invoice or another reference"},
    {"correlation_id", "the id that leads to logs and traces"},
    {"payload", "the request, or the message itself"},
    {"fingerprint", "a hash of the request"},
    {"response_code", "the status of the response"},
    {"response_body", "the stored response"},
};

// ## ColumnList

std::size_t filled(const ColumnFacts& column) {
  return static_cast<std::size_t>(
      std::ranges::count_if(column.sample, [](const auto& cell) { return cell.has_value(); }));
}
bool has_gaps(const ColumnFacts& column) { return filled(column) < column.sample.size(); }
bool is_flag(const ColumnFacts& column) { return column.type == ColumnFacts::Type::boolean; }
bool may_be_time(const ColumnFacts& column) { return time_form(Column(column)).has_value(); }

// Few values, each of them in several rows; or they are declared; or no row shows any yet.
bool may_show_state(const ColumnFacts& column) {
  if (may_be_time(column) || column.is_json() || column.is_bytes() || !column.references.empty() ||
      column.generated)
    return false;
  if (!column.words.empty()) return column.words.size() <= most_state_values;
  const std::size_t values = column.values.size();
  if (values == 0) return column.is_text() || column.is_integer();
  return values <= most_state_values && (values < filled(column) || filled(column) <= 2);
}

// Of a time, columns of times; of a value, columns that hold no document.
bool may_have_role(const Mapping& mapping, std::string_view role, const ColumnFacts& column) {
  const bool is_time = part_named(times_of(mapping.profile), role) != nullptr;
  const bool is_value = part_named(columns_of(mapping.profile), role) != nullptr;
  return is_time == may_be_time(column) && !(is_value && column.is_json());
}

ColumnList columns_where(const Mapping& mapping, const auto& holds) {
  ColumnList columns;
  for (const ColumnFacts& column : mapping.facts.columns) {
    if (holds(column)) columns.push_back(&column);
  }
  return columns;
}

// Those that every row has come first.
ColumnList time_columns(const Mapping& mapping) {
  ColumnList times = columns_where(mapping, may_be_time);
  std::ranges::stable_sort(times, {}, [](const ColumnFacts* column) { return has_gaps(*column); });
  return times;
}

// ## Words

std::string of_rows(std::size_t n, const Mapping& mapping) {
  return fmt::format("{} of {} sampled rows", n, mapping.facts.sampled_rows());
}

std::string examples_of(const ColumnFacts& column) {
  std::vector<std::string> seen;
  for (std::size_t row = 0; row < column.sample.size() && seen.size() < most_examples; ++row) {
    std::string cell = shown_cell(column, row);
    if (column.sample[row] && !is_among(seen, cell)) seen.push_back(std::move(cell));
  }
  if (column.sample.empty()) return column.type_name;
  if (seen.empty()) return column.type_name + ", empty in all sampled rows";
  return fmt::format("{}: {}{}", column.type_name, fmt::join(seen, ", "),
                     column.values.size() > seen.size() ? ", …" : "");
}

// "offen (10), fertig (10)": in the sampled rows. A value that only the catalog shows has no number: the
// table may have rows with it.
std::string counted_values(const ColumnFacts& column) {
  if (column.vocabulary().empty()) return "no sampled row has a value";
  std::vector<std::string> words;
  for (const std::string& value : column.vocabulary()) {
    const auto n = std::ranges::count_if(column.sample, [&](const auto& cell) { return cell == value; });
    words.push_back(elided(visible(value), longest_cell) + (n > 0 ? fmt::format(" ({})", n) : ""));
  }
  if (words.size() > most_values_shown) words.resize(most_values_shown), words.emplace_back("…");
  return fmt::format("{}", fmt::join(words, ", "));
}

void add_columns(Question& question, const ColumnList& columns) {
  for (const ColumnFacts* column : columns)
    question.choices.push_back({column->name, visible(column->name), examples_of(*column)});
}

// ## The questions

std::optional<Question> kind_question(const Mapping& mapping) {
  if (mapping.has_kind) return std::nullopt;
  return Question{
      .about = "kind",
      .text = "What does one row of this table stand for?",
      .why = "Names and values do not show it.",
      .choices = {{"queue", "a job or task that is to be done",
                   "Workers take such rows, and try some of them again."},
                  {"idempotency", "a request with the key that its client sent",
                   "So that the same request is carried out once."},
                  {"inbox", "a message that was received", "So that the same message is handled once."},
                  {"outbox", "a message that is to be sent", "Written with the change that it is about."}},
      .rows = {0, 1, 2}};
}

std::optional<Question> state_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("state") || !mapping.state.is_blank() || !mapping.state.column.empty())
    return std::nullopt;
  Question question{.about = "state", .text = "Which column shows whether the work is finished?"};
  const auto add = [&](const char* way, const ColumnFacts& column, std::string help) {
    question.choices.push_back({way + column.name, visible(column.name), std::move(help)});
  };
  // A state changes with the time of its end, and has few values.
  const auto place = [&](const ColumnFacts* c) {
    const bool changes = std::ranges::any_of(mapping.facts.columns, [&](const auto& other) {
      return &other != c && fills(Column(*c), Column(other));
    });
    return std::pair(!changes, c->vocabulary().empty() ? most_state_values + 1 : c->vocabulary().size());
  };
  ColumnList words = columns_where(mapping, [](const auto& c) { return !is_flag(c) && may_show_state(c); });
  std::ranges::stable_sort(words, {}, place);
  for (const ColumnFacts* c : words) add("words:", *c, counted_values(*c));
  for (const ColumnFacts* c : columns_where(mapping, is_flag))
    add("flags:", *c, "yes or no: " + counted_values(*c));
  ColumnList times = time_columns(mapping);  // all sampled rows may be finished ones
  std::ranges::stable_partition(times, [](const ColumnFacts* c) { return has_gaps(*c); });
  for (const ColumnFacts* c : times)
    add("presence:", *c, "finished once it has a value: " + of_rows(filled(*c), mapping));
  question.choices.push_back(
      {"row", "none: a row is written when its work is finished", "Then no row is ever stuck."});
  return question;
}

// Of a column in which no row shows a value.
std::optional<Question> values_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("state") || !mapping.state.is_blank() || mapping.state.column.empty())
    return std::nullopt;
  return Question{.about = "state.values",
                  .text = fmt::format("Which values may {} have?", visible(mapping.state.column)),
                  .why = "No sampled row shows one.",
                  .choices = {{"", "another column shows the state"}},
                  .typed = "the values, with commas between them"};
}

std::optional<Question> meaning_question(const Mapping& mapping) {
  const auto line = unsaid_line(mapping.state);
  if (!line) return std::nullopt;
  const StateLine& asked = mapping.state.lines[*line];
  const std::string words = line_words(mapping.state, asked);
  const bool is_word = mapping.state.way == StateWay::words && !asked.is_rest();
  Question question{
      .about = fmt::format("meaning:{}", *line),
      .text = is_word ? fmt::format("What does \"{}\" in {} mean?", words, visible(mapping.state.column))
                      : fmt::format("What does it mean where {}?", words),
      .rows = rows_of_line(mapping.state, *line, mapping.facts)};
  question.why = of_rows(question.rows.size(), mapping) + ".";
  question.rows.resize(std::min(question.rows.size(), most_examples));
  for (const Meaning meaning : meanings_of(mapping.profile.kind, asked)) {
    const std::string word(meaning_words.of(meaning));
    question.choices.push_back({word, word, std::string(meaning_facts(meaning).help)});
  }
  return question;
}

bool may_be_unfinished(const Mapping& mapping) {
  return std::ranges::any_of(mapping.state.lines, [](const StateLine& line) {
    return line.meaning == Meaning::waiting || line.meaning == Meaning::in_progress;
  });
}

const Instant& beginning(const Profile& p) { return p.created_at.empty() ? p.updated_at : p.created_at; }

// Only what an age is counted from is needed; other times may stay unknown.
std::optional<Question> begin_question(const Mapping& mapping) {
  const bool is_lease_open = mapping.unknown.contains("lease") && may_be_unfinished(mapping);
  if (!is_lease_open || !beginning(mapping.profile).empty() || mapping.said.contains("created_at"))
    return std::nullopt;
  Question question{.about = "created_at",
                    .text = "Which column shows when a row was created?",
                    .why = "The age of a row is counted from it."};
  add_columns(question, time_columns(mapping));
  if (question.choices.empty()) return std::nullopt;
  question.choices.push_back({"", "none of them"});
  return question;
}

std::optional<Question> lease_question(const Mapping& mapping) {
  const Profile& p = mapping.profile;
  const bool is_needed = mapping.unknown.contains("lease");
  const bool is_optional =
      p.lease.form == Lease::Form::none && may_be_unfinished(mapping) && !mapping.said.contains("lease");
  if (!is_needed && !is_optional) return std::nullopt;
  const Instant& begin = beginning(p);
  Question question{.about = "lease", .text = "When is an unfinished row stuck?", .is_needed = is_needed};
  if (!begin.empty()) {
    question.typed = a_length;
    question.why = fmt::format("Counted from {}.", visible(begin.column));
    question.choices = {{"15m", "after 15 minutes"}, {"1h", "after 1 hour"}, {"1d", "after 1 day"}};
  }
  if (time_columns(mapping).size() > (begin.empty() ? 0U : 1U)) {
    question.choices.push_back({"deadline", "when the time in a column is over",
                                "A column shows until when a worker holds the row."});
    question.choices.push_back({"since", "some time after a worker began", "A column shows when that was."});
    question.choices.push_back(
        {"heartbeat", "some time after a worker's last sign of life", "A column shows when that was."});
  }
  question.choices.push_back(
      {"none", "this table does not show it", "The number of stuck rows is then unknown."});
  return question;
}

// The ways in which one column shows that a worker holds a row.
constexpr auto lease_signs =
    some_words<Lease::Form>({{Lease::Form::deadline, "until when a worker holds the row"},
                             {Lease::Form::since, "when a worker began with the row"},
                             {Lease::Form::heartbeat, "a worker's last sign of life"}});

bool has_lease_time(const Mapping& mapping) {
  return has_time(mapping.profile.lease.form) && !mapping.unknown.contains("lease");
}

std::optional<Question> lease_column_question(const Mapping& mapping) {
  const Lease& lease = mapping.profile.lease;
  if (!has_lease_time(mapping) || !lease.at.empty()) return std::nullopt;
  Question question{.about = "lease.at",
                    .text = fmt::format("Which column shows {}?", lease_signs.of(lease.form))};
  ColumnList times = time_columns(mapping);
  std::ranges::reverse(times);  // those that some rows lack come first
  add_columns(question, times);
  return question;
}

std::optional<Question> length_question(const Mapping& mapping) {
  const Lease& lease = mapping.profile.lease;
  if (!has_lease_time(mapping) || lease.at.empty() || !lacks_length(lease)) return std::nullopt;
  return Question{
      .about = "lease.length",
      .text = fmt::format("How long after {} is the row stuck?", visible(lease.at.column)),
      .why =
          "The database does not show it: ask the people who run the service. A time that is too short calls "
          "living work dead.",
      .choices = {{"1m", "1 minute"}, {"5m", "5 minutes"}, {"15m", "15 minutes"}, {"1h", "1 hour"}},
      .typed = a_length};
}

std::optional<Question> zone_question(const Mapping& mapping) {
  const Lease& lease = mapping.profile.lease;
  if (!has_time(lease.form) || !lease.at.has_unknown_zone()) return std::nullopt;
  Question question{.about = "zone",
                    .text = fmt::format("In which time zone is {} written?", visible(lease.at.column)),
                    .why =
                        "The column has no zone, and the rows do not show it. Without it nothing can be "
                        "compared with a clock.",
                    .choices = {{"UTC", "UTC"}},
                    .typed = "a time zone such as Europe/Berlin"};
  if (const std::string& zone = mapping.facts.database_zone; !zone.empty() && zone != "UTC")
    question.choices.push_back({zone, zone, "The zone of this database."});
  return question;
}

Question question_of_role(const Mapping& mapping, const RoleWords& role) {
  Question question{
      .about = role.role, .text = fmt::format("Which column shows {}?", role.words), .is_needed = false};
  if (const auto why = mapping.unknown.find(role.role); why != mapping.unknown.end())
    question.why = why->second;
  ColumnList columns =
      columns_where(mapping, [&](const ColumnFacts& c) { return may_have_role(mapping, role.role, c); });
  std::ranges::stable_sort(columns, {}, [](const ColumnFacts* c) { return may_be_time(*c) && has_gaps(*c); });
  add_columns(question, columns);
  return question;
}

std::optional<Question> key_question(const Mapping& mapping) {
  if (!mapping.unknown.contains("key")) return std::nullopt;
  Question question = question_of_role(mapping, role_words[0]);
  question.is_needed = true;
  if (question.choices.empty())
    add_columns(question, columns_where(mapping, [](const ColumnFacts&) { return true; }));
  const auto is_unique = [&](const Choice& choice) {
    return std::ranges::any_of(mapping.facts.indexes, [&](const IndexFacts& i) {
      return i.unique && is_among(i.columns, choice.id);
    });
  };
  std::ranges::stable_sort(question.choices, std::greater<>(), is_unique);
  return question;
}

std::optional<Question> open_role_question(const Mapping& mapping) {
  for (const RoleWords& role : role_words) {
    if (!mapping.unknown.contains(role.role) || mapping.said.contains(role.role)) continue;
    Question question = question_of_role(mapping, role);
    std::erase_if(question.choices,
                  [&](const Choice& choice) { return !roles_of_column(mapping, choice.id).empty(); });
    if (question.choices.empty()) continue;
    question.choices.push_back({"none", "none: the table does not keep it"});
    return question;
  }
  return std::nullopt;
}

std::string retry_name(const StateLine& line) { return "may_retry:" + line.rule.word; }

std::optional<Question> retry_question(const Mapping& mapping) {
  if (!mapping.said.contains("state")) return std::nullopt;  // a profile leaves it out on purpose
  for (std::size_t i = 0; i < mapping.state.lines.size(); ++i) {
    const StateLine& line = mapping.state.lines[i];
    if (line.meaning != Meaning::failed || line.rule.may_retry || mapping.said.contains(retry_name(line)))
      continue;
    return Question{
        .about = fmt::format("may_retry:{}", i),
        .text = fmt::format("Does the service itself try failed rows again (\"{}\")?",
                            line_words(mapping.state, line)),
        .choices = {{"no", "no: they stay failed until a person acts", "They are counted as dead letters."},
                    {"yes", "yes: it tries them again", "They are not finished."}},
        .is_needed = false};
  }
  return std::nullopt;
}

// ## The answers. of: what follows the colon in Question::about

// What is finished in each of its states is never stuck.
void say_states(Mapping& mapping, StateChoice choice) {
  say_state(mapping, std::move(choice));
  if (!may_be_unfinished(mapping) && !mapping.unknown.contains("state")) mapping.unknown.erase("lease");
}

void say_state_by(Mapping& mapping, const std::string&, const std::string& given) {
  constexpr auto ways = some_words<StateWay>({{StateWay::words, "words"},
                                              {StateWay::flags, "flags"},
                                              {StateWay::presence, "presence"},
                                              {StateWay::row, "row"}});
  const std::size_t colon = std::min(given.find(':'), given.size() - 1);
  const auto way = ways.from(given.substr(0, colon)).value_or(StateWay::row);
  StateChoice choice = suggested(way, mapping.facts, way == StateWay::row ? "" : given.substr(colon + 1), "");
  choice.aside = mapping.state.aside;
  say_states(mapping, std::move(choice));
}

void say_values(Mapping& mapping, const std::string&, const std::string& given) {
  StateChoice choice = mapping.state;
  if (given.empty()) choice.column.clear();
  for (std::size_t from = 0; from < given.size();) {
    const std::size_t to = std::min(given.find(',', from), given.size());
    const std::string value = given.substr(from, to - from);
    const std::size_t first = value.find_first_not_of(' ');
    if (first != std::string::npos)
      add_value(choice, value.substr(first, value.find_last_not_of(' ') - first + 1));
    from = to + 1;
  }
  say_state(mapping, std::move(choice));
}

StateLine& line_named(StateChoice& choice, const std::string& of) {
  return choice.lines.at(number_from<std::size_t>(of).value_or(0));
}

void say_meaning(Mapping& mapping, const std::string& of, const std::string& given) {
  StateChoice choice = mapping.state;
  set_meaning(line_named(choice, of), *meaning_words.from(given));
  say_states(mapping, std::move(choice));
}

void say_retry(Mapping& mapping, const std::string& of, const std::string& given) {
  StateChoice choice = mapping.state;
  StateLine& line = line_named(choice, of);
  mapping.said.insert(retry_name(line));
  if (!given.empty()) line.rule.may_retry = given == "yes";
  say_state(mapping, std::move(choice));
}

void say_lease(Mapping& mapping, const std::string&, const std::string& given) {
  mapping.said.insert("lease");
  if (given.empty()) return;
  RoleFields fields{.lease = lease_words.from(given).value_or(Lease::Form::none)};
  if (const auto length = parse_duration(given)) {
    const Instant& begin = beginning(mapping.profile);
    fields = {.column = begin.column,
              .form = static_cast<int>(begin.form),
              .zone = begin.zone,
              .lease = Lease::Form::age,
              .length = *length};
  }
  set_fields(mapping, "lease", fields);
  mapping.unknown.erase("lease");
}

void say_lease_column(Mapping& mapping, const std::string&, const std::string& column) {
  mapping.profile.lease.at = instant_kept_in(mapping.profile, *mapping.facts.column(column));
}

void say_zone(Mapping& mapping, const std::string&, const std::string& zone) {
  for (const auto& [role, at] : instants_of(mapping.profile)) {
    if (at->has_unknown_zone()) at->zone = zone;
  }
}

void say_column(Mapping& mapping, const std::string& column, const std::string& given) {
  if (given == "nothing") {
    say_aside(mapping, column, false);
    for (const std::string& role : roles_of_column(mapping, column)) {
      if (role != "state" && role != "set_aside" && role != "lease") set_column(mapping, role, "");
    }
  } else if (given == "set_aside") {
    say_aside(mapping, column, true);
  } else if (given.starts_with("lease.")) {
    say_lease(mapping, {}, given.substr(6));
    say_lease_column(mapping, {}, column);
  } else if (given.find(':') != std::string::npos) {
    say_state_by(mapping, {}, given);
  } else {
    set_column(mapping, given, column);
  }
}

// What is asked, in this order. Other answers are about a role: its column.
struct Topic {
  std::string_view about;
  std::optional<Question> (*ask)(const Mapping&);
  void (*say)(Mapping&, const std::string& of, const std::string& given) = nullptr;
};
constexpr Topic topics[] = {
    {"kind", kind_question,
     [](Mapping& m, const std::string&, const std::string& given) { say_kind(m, *kind_from_word(given)); }},
    {"state", state_question, say_state_by},
    {"state.values", values_question, say_values},
    {"meaning", meaning_question, say_meaning},
    {"created_at", begin_question},
    {"lease", lease_question, say_lease},
    {"lease.at", lease_column_question, say_lease_column},
    {"lease.length", length_question,
     [](Mapping& m, const std::string&, const std::string& given) {
       m.profile.lease.length = *parse_duration(given);
     }},
    {"zone", zone_question, say_zone},
    {"key", key_question},
    {"", open_role_question},
    {"may_retry", retry_question, say_retry},
    {"column", [](const Mapping&) { return std::optional<Question>(); }, say_column},
};

bool may_be_typed(const Question& question, const std::string& given) {
  return question.about.starts_with("lease") ? parse_duration(given).has_value() : !given.empty();
}

}  // namespace

std::optional<Question> next_question(const Mapping& mapping) {
  for (const bool is_needed : {true, false}) {
    for (const Topic& topic : topics) {
      if (auto question = topic.ask(mapping); question && question->is_needed == is_needed) return question;
    }
  }
  return std::nullopt;
}

Question question_of_column(const Mapping& mapping, const std::string& column) {
  const ColumnFacts& facts = *mapping.facts.column(column);
  Question question{.about = "column:" + column,
                    .text = fmt::format("What is {}?", visible(column)),
                    .why = examples_of(facts),
                    .is_needed = false};
  const bool is_time = may_be_time(facts), flag = is_flag(facts);
  if (flag || (!is_time && may_show_state(facts)))
    question.choices.push_back(
        {(flag ? "flags:" : "words:") + column, "what shows the state", counted_values(facts)});
  if (is_time) {
    question.choices.push_back({"presence:" + column, "what shows the state: finished once it has a value"});
    for (const auto& [form, words] : lease_signs.pairs)
      question.choices.push_back({fmt::format("lease.{}", lease_words.of(form)), std::string(words)});
  }
  for (const RoleWords& role : role_words) {
    if (may_have_role(mapping, role.role, facts)) question.choices.push_back({role.role, role.words});
  }
  if (flag || (is_time && has_gaps(facts)))
    question.choices.push_back({"set_aside", "set aside: deleted, archived or cancelled",
                                "Such rows are neither stuck nor waiting."});
  question.choices.push_back({"nothing", "nothing that matters here"});
  return question;
}

std::optional<std::string> answer(Mapping& mapping, const Question& question, const std::string& given) {
  const bool is_chosen =
      std::ranges::any_of(question.choices, [&](const Choice& choice) { return choice.id == given; });
  const bool is_typed = !question.typed.empty() && may_be_typed(question, given);
  if (!is_chosen && !is_typed && (question.is_needed || !given.empty()))
    return question.typed.empty()
               ? "This is not one of the answers."
               : fmt::format("This is not one of the answers, and not {}.", question.typed);
  const std::size_t colon = std::min(question.about.find(':'), question.about.size());
  const std::string about = question.about.substr(0, colon);
  const auto* topic = std::ranges::find(topics, about, &Topic::about);
  if (topic != std::end(topics) && topic->say != nullptr) {
    topic->say(mapping, colon < question.about.size() ? question.about.substr(colon + 1) : "", given);
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
  if (is_aside)
    choice.aside.push_back({.column = column, .is = is_flag ? Condition::Is::yes : Condition::Is::not_null});
  mapping.state = std::move(choice);
  mapping.profile.set_aside = set_aside_of(mapping.state);
}

std::vector<std::string> roles_of_column(const Mapping& mapping, const std::string& column) {
  const Profile& p = mapping.profile;
  std::vector<std::string> roles;
  for (const RoleWords& role : role_words) {
    const RoleFields fields = fields_of(p, role.role);
    if (!column.empty() && (fields.column == column || fields.second == column))
      roles.emplace_back(role.role);
  }
  const auto has = [&](const std::vector<Condition>& all) {
    return std::ranges::find(all, column, &Condition::column) != all.end();
  };
  const auto in_line = [&](const StateLine& line) { return has(line.rule.when); };
  if (mapping.state.column == column || std::ranges::any_of(mapping.state.lines, in_line))
    roles.emplace_back("state");
  if (has(mapping.state.aside)) roles.emplace_back("set_aside");
  if (p.lease.at.column == column || p.lease.length_column == column) roles.emplace_back("lease");
  return roles;
}

std::string shown_cell(const ColumnFacts& column, std::size_t row) {
  if (row >= column.sample.size()) return "not read";
  const std::optional<std::string>& cell = column.sample[row];
  if (!cell) return "–";
  if (column.is_bytes())
    return fmt::format("{} bytes", cell->starts_with("\\x") ? cell->size() / 2 - 1 : cell->size());
  const bool is_document = column.is_json() || cell->starts_with('{') || cell->starts_with('[');
  const auto document = is_document ? json::parse_json(*cell) : std::nullopt;
  if (document && document->kind == json::Json::Kind::object) {
    std::vector<std::string> names;
    for (const auto& member : document->members) names.push_back(visible(member.name));
    return elided(fmt::format("{{{}}}", fmt::join(names, ", ")), longest_cell);
  }
  return column.is_json() ? "a document" : elided(visible(*cell), longest_cell);
}

}  // namespace onceover::tables

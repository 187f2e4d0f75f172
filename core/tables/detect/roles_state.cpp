// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/roles.h"

namespace onceover::tables {
namespace {

// open_steps: a word that is not known is a step on the way.
std::map<std::string, std::string> meanings_of(const std::vector<std::string>& words, bool open_steps) {
  std::map<std::string, std::string> meanings;
  for (const std::string& word : words) {
    const auto state = usual_meaning(word);
    meanings[word] = state ? key::word(*state) : open_steps ? "in_progress" : "unknown";
  }
  // "published" is an end where nothing comes after it, and a station before "completed".
  const bool has_end = std::any_of(meanings.begin(), meanings.end(), [](const auto& m) {
    return m.second == "succeeded" && !may_be_halfway(m.first);
  });
  const auto stations =
      std::count_if(meanings.begin(), meanings.end(), [](const auto& m) { return may_be_halfway(m.first); });
  for (auto& [word, meaning] : meanings) {
    if (may_be_halfway(word) && (has_end || stations > 1)) meaning = "unknown";
  }
  // Of two words for one failure, one may mean that it is tried again.
  const auto fails = [&](const std::string& word, std::string_view names) {
    return meanings.at(word) == "failed" && fits(Name(word), names);
  };
  const bool has_failed =
      std::ranges::any_of(meanings, [&](const auto& m) { return fails(m.first, "=failed|failure"); });
  for (auto& [word, meaning] : meanings) {
    if (has_failed && fails(word, "=error|errored")) meaning = "unknown";
  }
  // Beside "dead", what failed may be tried again.
  const auto is_dead = [](const auto& m) { return fits(Name(m.first), "dead|dlq|deadlettered|deadletter"); };
  if (std::ranges::any_of(meanings, is_dead)) {
    for (auto& [word, meaning] : meanings) {
      if (meaning == "failed" && fits(Name(word), "failed|failure|error|errored") &&
          !is_dead(std::pair{word, meaning}))
        meaning = "unknown";
    }
  }
  return meanings;
}

}  // namespace

std::vector<std::map<std::string, Roles::RowsOfValue>> Roles::rows_by_completion(const Column& values,
                                                                                 bool by_any_end) const {
  constexpr std::string_view any_end = "end|ended|finish|complete|stop|stopped -next|last";
  std::vector<std::map<std::string, RowsOfValue>> out;
  for (const Column& done : columns_) {
    if (!time_form(done) || !has_nulls(done) ||
        !(names_done(done, kind_) || (by_any_end && fits(done, any_end))))
      continue;
    if (done.facts.sample.size() != values.facts.sample.size()) continue;
    auto& rows = out.emplace_back();
    for (std::size_t row = 0; row < done.facts.sample.size(); ++row) {
      auto& of_value = rows[values.facts.sample[row].value_or("")];
      ++(has_value(done, row) ? of_value.done : of_value.open);
    }
  }
  return out;
}

namespace {

// Of the rows of this word, how many hold, and how many there are.
std::pair<std::size_t, std::size_t> rows_of(const Column& words, const std::string& word,
                                            const std::function<bool(std::size_t)>& holds) {
  std::pair<std::size_t, std::size_t> out;
  for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
    if (words.facts.sample[row] != word) continue;
    out.first += holds(row) ? 1 : 0;
    ++out.second;
  }
  return out;
}

std::string open_word(const std::string& word, const std::string& seen = {}) {
  return fmt::format(
      "The meaning of \"{}\" is unknown{}. Until it is given, such rows are shown with an unknown state.",
      word, seen);
}

// Steps of an open vocabulary, and not the status of a stage.
bool has_steps(const Column& c) { return fits(c, "recovery|phase|stage -status|state"); }

// A column of words or codes; what is unknown is asked for.
RoleAnswer by_words(const Column& c, std::string form, double confidence, std::string why,
                    std::map<std::string, std::string> meanings) {
  RoleAnswer out = found({c.facts.name}, std::move(form), confidence, std::move(why), std::move(meanings));
  out.states.column = c.facts.name;
  for (const auto& [word, meaning] : out.meanings) {
    if (const auto state = key::state_from_word(meaning)) {
      out.states.rules.push_back(
          {.when = {{.column = c.facts.name, .is = Condition::Is::one_of, .values = {word}}},
           .state = *state});
      continue;
    }
    const auto rows =
        std::ranges::count_if(c.facts.sample, [&](const Cell& cell) { return cell && *cell == word; });
    out.asks.push_back(open_word(
        word,
        c.facts.sample.empty() ? "" : fmt::format(" ({} of {} sampled rows)", rows, c.facts.sample.size())));
  }
  // Steps of an open vocabulary: all but the last are in progress.
  if (c.facts.words.empty() && has_steps(c))
    out.states.otherwise = StateRule{.state = key::State::in_progress};
  return out;
}

// In the rows of one value of `state`, another column holds words of success and of failure; or, both being
// codes, several codes. What is finished shows only there how it ended.
bool says_how_it_ended(const Column& how, const Column& state, const std::string& value) {
  if (&how == &state || how.is_integer() != state.is_integer() ||
      !fits(how, "@wordy|int -@time result|resolution|outcome|conclusion -code|http|id"))
    return false;
  std::set<std::string> values(how.facts.words.begin(), how.facts.words.end());
  for (std::size_t row = 0; row < std::min(how.facts.sample.size(), state.facts.sample.size()); ++row) {
    const Cell& cell = how.facts.sample[row];
    if (state.facts.sample[row] == value && cell) values.insert(*cell);
  }
  const std::size_t most = how.is_integer() ? how.facts.sample.size() / 3 : most_state_words;
  if (values.size() < 2 || how.facts.values.size() > most) return false;
  const LifeWords life = life_words({values.begin(), values.end()});
  const auto is_failure = [](const std::string& word) { return usual_meaning(word) == key::State::failed; };
  return how.is_integer() || life.fails || (life.succeeds && std::ranges::any_of(values, is_failure));
}

}  // namespace

// "ready" to be taken, or ready for the customer; "received" from others, and then? Values decide: the end of
// the work leaves a time or a result in each such row, and rows that wait or are worked on have none. Where
// these words are asked about: no worker shows it, or most rows have the word, beside another one for work
// that waits.
void Roles::doubt_words_of_two_meanings(const Column& words,
                                        std::map<std::string, std::string>& meanings) const {
  const auto is_of_two = [](const std::string& word) {
    return is_listed(ascii_lower(std::string_view(word)), "ready|available|received");
  };
  const std::size_t rows = words.facts.sample.size();
  for (auto& [word, meaning] : meanings) {
    if (!is_of_two(word) || meaning != "in_progress") continue;
    bool any_waits = false, any_works = false, is_left = false;
    for (const auto& [other, its] : meanings) {
      if (its != "in_progress" || is_of_two(other)) continue;
      (means_working(other) ? any_works : any_waits) |=
          rows_of(words, other, [](std::size_t) { return true; }).second > 0;
    }
    for (const Column& left : columns_) {
      if (!fits(left,
                "@time @nulls @filled "
                "-next|due|lock|locked|until|expire|schedule|scheduled|start|started|heartbeat;"
                "@document @nulls @filled -error|reason|lock|locked|owner|worker|next") ||
          left.facts.sample.size() != rows)
        continue;
      std::size_t has = 0, all = 0, of_others = 0;
      for (std::size_t row = 0; row < rows; ++row) {
        const Cell& at = words.facts.sample[row];
        if (!at || !meanings.contains(*at)) continue;
        if (*at == word) ++all, has += has_value(left, row) ? 1 : 0;
        if (*at != word && meanings.at(*at) == "in_progress") of_others += has_value(left, row) ? 1 : 0;
      }
      is_left = is_left || (all >= 3 && 20 * has >= 19 * all && of_others == 0);
    }
    const bool are_most = 2 * rows_of(words, word, [](std::size_t) { return true; }).second > rows;
    if (is_left && any_works)
      meaning = "succeeded";
    else if ((is_left || are_most) && any_waits)
      meaning = "unknown";
  }
}

// A word of success is not the end that it is taken for where none of its rows has a time of completion, and
// others have.
void Roles::doubt_words_by_rows(const Column& words, std::map<std::string, std::string>& meanings) const {
  for (const auto& rows : rows_by_completion(words, true)) {
    const bool any_done =
        std::ranges::any_of(rows, [](const auto& of_value) { return of_value.second.done > 0; });
    for (auto& [word, meaning] : meanings) {
      const auto of_word = rows.find(word);
      if (meaning == "succeeded" && any_done && of_word != rows.end() && of_word->second.done == 0)
        meaning = "unknown";
    }
  }
  // Rows pile up at the end: beside a word that most rows have and that is not known, a success that few rows
  // have may be a station.
  const auto rows_with = [&](const std::string& word) {
    return rows_of(words, word, [](std::size_t) { return true; }).second;
  };
  const bool may_end_unknown = std::ranges::any_of(meanings, [&](const auto& m) {
    return m.second == "unknown" && !may_be_halfway(m.first) &&
           2 * rows_with(m.first) > words.facts.sample.size();
  });
  for (auto& [word, meaning] : meanings) {
    if (may_end_unknown && meaning == "succeeded" && 10 * rows_with(word) < words.facts.sample.size())
      meaning = "unknown";
  }
  // Where attempts are counted, of two words of failure that with fewer attempts is tried again; what was
  // cancelled is not.
  for (const Column* counter : those(sign::attempts)) {
    std::map<std::string, std::pair<double, double>> tries;  // of a word: the fewest and the most
    for (std::size_t row = 0; row < std::min(words.facts.sample.size(), counter->facts.sample.size());
         ++row) {
      const Cell &word = words.facts.sample[row], &count = counter->facts.sample[row];
      const auto n = count ? number_from<double>(*count) : std::nullopt;
      if (!word || !n || !meanings.contains(*word) || meanings.at(*word) != "failed" ||
          means_cancelled(*word))
        continue;
      auto& [fewest, most] = tries.try_emplace(*word, *n, *n).first->second;
      fewest = std::min(fewest, *n), most = std::max(most, *n);
    }
    for (const auto& [word, of_word] : tries) {
      if (std::ranges::any_of(tries, [&](const auto& other) { return other.second.first > of_word.second; }))
        meanings[word] = "unknown";
    }
  }
  // What was delivered and is hidden until a time comes back, unless it is acknowledged before.
  for (const Column* hidden : those("@time until|visible|visibility|lock|locked|lease|claimed")) {
    for (auto& [word, meaning] : meanings) {
      const auto held = rows_of(words, word, [&](std::size_t row) { return has_value(*hidden, row); });
      if (meaning == "succeeded" && may_be_halfway(word) && held.first >= 3 && held.first == held.second)
        meaning = "unknown";
    }
  }
}

// nullopt: its words are not those of a state, or too few are known.
std::optional<RoleAnswer> Roles::state_in_words(const Column& c, bool named) const {
  const std::vector<std::string>& words = c.facts.vocabulary();
  const std::string form = c.is(Type::enumeration) ? "enum" : "word";
  if ((&c == shape_.words || &c == events_.words) && is_mute(c.name))
    return by_words(c, form, 0.7,
                    &c == shape_.words
                        ? "Its words are of finished work in exactly the rows that have an answer."
                        : "The only column whose words are those of a state.",
                    meanings_of(words, false));
  const LifeWords life = life_words(words);
  // An open vocabulary of steps ends in a final word; what comes before it is unfinished.
  const bool steps = named && has_steps(c) && life.finished;
  const bool whole = life.unfinished && life.finished && (named || life.known == words.size());
  // A column named as a state is one even where only some of its words are known: the others are asked for.
  const bool partial = named && life.known > 0 && 2 * life.known >= words.size();
  if (!whole && !partial && !steps) return std::nullopt;
  const bool closed = !c.facts.words.empty();
  auto meanings = meanings_of(words, steps);
  doubt_words_by_rows(c, meanings);
  doubt_words_of_two_meanings(c, meanings);
  return by_words(c, form, (closed ? 0.9 : 0.8) - (named ? 0 : 0.15) - (partial && !whole ? 0.15 : 0),
                  whole || steps ? fmt::format("Its words{} are those of a state: unfinished and finished.",
                                               closed ? "" : ", as far as rows show them,")
                                 : "Named as a state, and words of it are known.",
                  std::move(meanings));
}

// Of a column of words or codes: where a second column says how a row ended, both are the state.
RoleAnswer Roles::with_outcome(RoleAnswer answer) const {
  if (answer.is != RoleAnswer::Is::found || answer.columns.size() != 1) return answer;
  const Column& state = *column(answer.columns[0]);
  const auto meanings = answer.meanings;
  // it says so itself
  if (std::ranges::any_of(meanings, [](const auto& m) { return m.second == "failed"; })) return answer;
  for (const auto& [value, meaning] : meanings) {
    const auto how =
        std::ranges::find_if(columns_, [&](const Column& c) { return says_how_it_ended(c, state, value); });
    if (how == columns_.end() || meaning == "in_progress") continue;
    add_once(answer.columns, how->facts.name);
    const auto is_of_value = [&](const StateRule& rule) { return rule.when.front().values.front() == value; };
    std::erase_if(answer.states.rules, is_of_value);
    std::erase_if(answer.asks,
                  [&](const std::string& ask) { return ask.find('"' + value + '"') != std::string::npos; });
    answer.meanings.erase(value);
    const auto ends =
        how->is_integer() ? meanings_of({}, false) : meanings_of(how->facts.vocabulary(), false);
    for (const std::string& end : how->facts.vocabulary()) {
      const auto rows = rows_of(state, value, [&](std::size_t row) { return how->facts.sample[row] == end; });
      if (how->facts.words.empty() && rows.first == 0) continue;
      const std::string word = fmt::format("{}: {}", value, end),
                        means = ends.contains(end) ? ends.at(end) : "unknown";
      answer.meanings[word] = means;
      const auto known = key::state_from_word(means);
      if (!known) answer.asks.push_back(open_word(word));
      if (!known) continue;
      answer.states.rules.push_back(
          {.when = {{.column = state.facts.name, .is = Condition::Is::one_of, .values = {value}},
                    {.column = how->facts.name, .is = Condition::Is::one_of, .values = {end}}},
           .state = *known,
           .word = word});
    }
    answer.why += fmt::format(" \"{}\" shows how a row with \"{}\" ended.", how->facts.name, value);
  }
  return answer;
}

std::optional<RoleAnswer> Roles::state_by_words() {
  Columns candidates, weak;
  const auto is_state = [](const Column& c) {
    return fits(c, sign::state) && fits(c, "-code -$message|text|reason|description|detail|at|trace");
  };
  // The last of several, unless another column is the state.
  const auto is_named = [&](const Column& c) {
    return is_state(c) || (fits(c, "=last.status|last.state") && !any(columns_, [&](const Column& other) {
                             return other.is_wordy() && is_state(other);
                           }));
  };
  const auto is_shape = [this](const Column& c) { return &c == shape_.words || &c == events_.words; };
  for (const Column& c : columns_) {
    if (!c.is_wordy()) continue;
    const bool named = is_named(c), closed = !c.facts.words.empty();
    // What kind of event it is reads like a life ("created", "sent") and is none.
    if (!named && !(is_shape(c) && is_mute(c.name)) && (!closed || fits(c, "type|kind|event|action|name")))
      continue;
    // Each row has a state: what most rows lack is a note for people.
    const auto lacking = static_cast<std::size_t>(
        std::ranges::count_if(c.facts.sample, [](const Cell& cell) { return !cell; }));
    const std::vector<std::string>& words = c.facts.vocabulary();
    if (!words.empty() && (2 * lacking > c.facts.sample.size() || words.size() > most_state_words)) continue;
    // "active" in each row, or nothing: no state changes.
    const bool is_always_alike =
        words.empty() ? !c.facts.not_null : words.size() == 1 && life_words(words).common;
    if (c.facts.words.empty() && has_rows() && is_always_alike) continue;
    if (!words.empty() && state_in_words(c, named)) {
      candidates.push_back(&c);
    } else if (named) {
      weak.push_back(&c);
    }
  }
  const auto only_those = [&](auto holds) {
    if (candidates.size() > 1 && std::ranges::any_of(candidates, holds))
      std::erase_if(candidates, [&](const Column* c) { return !holds(c); });
  };
  only_those([&](const Column* c) { return fits(*c, sign::state) || is_shape(*c); });
  only_those([](const Column* c) { return fits(*c, "-external|remote|provider|gateway"); });
  const auto of_kind = [](const Column* c) {
    return fits(*c, "outbox|inbox|job|task|processing|delivery|message");
  };
  if (std::ranges::count_if(candidates, of_kind) == 1) only_those(of_kind);
  if (candidates.size() == 1) return with_outcome(*state_in_words(*candidates[0], is_named(*candidates[0])));
  if (candidates.size() > 1) return several("show the state", candidates);
  return state_in_unknown_words(weak);
}

// Columns that are named as a state, and whose words say nothing.
std::optional<RoleAnswer> Roles::state_in_unknown_words(const Columns& weak) const {
  const bool is_done_at =
      any(columns_, [this](const Column& c) { return time_form(c) && names_done(c, kind_); });
  if (weak.size() == 1 && fits(*weak[0], "-@needed -@default") && !has_rows() && is_done_at)
    return unclear(weak, "is named as a state, but may be absent, and a time beside it marks the end");
  if (weak.size() == 1 && weak[0]->facts.words.empty() && !weak[0]->has_values())
    return by_words(*weak[0], "word", 0.6, "Named as a state; no row and no catalog entry shows its words.",
                    {});
  // Each row has one of a few words that are not known here, and nothing else shows an end: as of codes,
  // each word is asked about.
  const auto recur = [](const Column& c) {
    const std::size_t n = c.facts.values.size();
    return n >= 2 && 3 * n <= c.facts.sample.size() && !has_nulls(c);
  };
  if (weak.size() == 1 && recur(*weak[0]) && !is_done_at &&
      !any(columns_, [this](const Column& c) { return fits(c, "@bool") && names_done(c, kind_); }))
    return by_words(*weak[0], "word", 0.65, "Named as a state. Please say what its words mean.",
                    meanings_of(weak[0]->facts.vocabulary(), false));
  if (!weak.empty())
    return unclear(weak, "is named as a state, but no catalog entry and no row shows known words");
  return std::nullopt;
}

// A code means success where exactly its rows have a time of completion. What other codes mean must be asked.
std::map<std::string, std::string> Roles::meanings_of_codes(const Column& code) const {
  std::map<std::string, std::string> meanings;
  for (const std::string& value : code.facts.values) meanings[value] = "unknown";
  for (const auto& rows : rows_by_completion(code, false)) {
    if (std::ranges::count_if(rows, [](const auto& of_value) { return of_value.second.done > 0; }) != 1)
      continue;
    for (const auto& [value, of_value] : rows) {
      if (of_value.open == 0 && of_value.done >= 3 && meanings.contains(value)) meanings[value] = "succeeded";
    }
  }
  return meanings;
}

std::optional<RoleAnswer> Roles::state_by_code() {
  Columns coded;  // codes of what is done, whose name does not say that they are the state
  for (const Column* c : those("@whole -@time -http|response|code|count|id; @whole =status.id|state.id")) {
    if (fits(*c, sign::attempts)) continue;
    const bool state = fits(*c, sign::state);
    if (!state && !(c->facts.integer_bytes == 2 && names_done(*c, kind_))) continue;
    const auto numbers = c->numbers();
    if (!numbers) continue;
    if (fits(*c, sign::done) && std::set<double>(numbers->begin(), numbers->end()) == std::set<double>{0, 1})
      return by_words(*c, "code", 0.8,
                      "A number used as yes and no, named for the work being done; both occur.",
                      {{"0", "in_progress"}, {"1", "succeeded"}});
    if (!state && numbers->size() == 2) coded.push_back(c);
    if (!state || is_http_code(*c) || fits(*c, "suspension|approval|review|payment")) continue;
    // Without a row, a request's status may be that of the answer.
    const bool few = std::ranges::all_of(*numbers, [](double n) { return n >= -10 && n < 100; });
    if (!few || (numbers->empty() && kind_ == Kind::idempotency)) continue;
    if (!coded.empty()) {
      coded.push_back(c);
      return several("show the state", coded);
    }
    return with_outcome(by_words(*c, "code", 0.65,
                                 "Named as a state and kept as a number. Please say what its codes mean.",
                                 meanings_of_codes(*c)));
  }
  return std::nullopt;
}

// ## Flags, and times that are there or not

namespace {

using Is = Condition::Is;

// As a number, 1 for what failed.
bool is_numbered_flag(const Column& c) {
  return c.is_integer() && !c.time && fits(c, "=error|failed|is.error|is.failed|has.error|has.failed|dead") &&
         is_yes_or_no(c.facts);
}
bool is_flag(const Column& c) { return c.is(Type::boolean) || is_numbered_flag(c); }
Condition is_number(const Column& c, const char* number) {
  return {.column = c.facts.name, .is = Is::one_of, .values = {number}};
}
Condition is_set(const Column& c) {
  if (is_numbered_flag(c)) return is_number(c, "1");
  return {.column = c.facts.name, .is = is_flag(c) ? Is::yes : Is::not_null};
}

// Each way in which a column says no: a flag that may be NULL has two.
std::vector<Condition> not_set(const Column& c) {
  if (!is_flag(c)) return {{.column = c.facts.name, .is = Is::null}};
  const Condition no =
      is_numbered_flag(c) ? is_number(c, "0") : Condition{.column = c.facts.name, .is = Is::no};
  if (c.facts.not_null) return {no};
  return {no, {.column = c.facts.name, .is = Is::null}};
}

bool has_it(const Column& c, std::size_t row) {
  const Cell& cell = c.facts.sample[row];
  return has_value(c, row) && (!is_flag(c) || is_true(*cell) || *cell == "1");
}

bool have_both(const Column& first, const Column& second) {
  const std::size_t rows =
      first.facts.sample.size() == second.facts.sample.size() ? first.facts.sample.size() : 0;
  for (std::size_t row = 0; row < rows; ++row) {
    if (has_it(first, row) && has_it(second, row)) return true;
  }
  return false;
}

// Some row has a value in both, and none in the third.
bool have_but(const Column& first, const Column& second, const Column& third) {
  for (std::size_t row = 0; row < std::min(first.facts.sample.size(), third.facts.sample.size()); ++row) {
    if (has_it(first, row) && has_it(second, row) && !has_it(third, row)) return true;
  }
  return false;
}

bool has_error(const Cell& cell) { return cell && !is_blank(*cell); }

// Each way in which a column of errors says that there is none.
std::vector<Condition> no_error_in(const Column& c) {
  std::vector<Condition> out;
  Condition blank{.column = c.facts.name, .is = Is::one_of};
  for (const Cell& cell : c.facts.sample) {
    if (cell && is_blank(*cell) && !is_among(blank.values, *cell)) blank.values.push_back(*cell);
  }
  if (!blank.values.empty()) out.push_back(blank);
  if (!c.facts.not_null || blank.values.empty()) out.push_back({.column = c.facts.name, .is = Is::null});
  return out;
}

std::string open_error(const std::string& rows, const Column& error) {
  return fmt::format(
      "Rows {} that have \"{}\" may have failed, or are tried again. Until it is given, they are shown with "
      "an unknown state.",
      rows, error.facts.name);
}

// Rows in which all of these columns are set, and none of those: a rule for each way to say "not set".
struct Line {
  Columns set, unset;
  key::State state;
  std::string word;
};

RoleAnswer by_lines(std::string form, const std::vector<Line>& lines,
                    std::map<std::string, std::string> meanings, double confidence, std::string why) {
  RoleAnswer out = found({}, std::move(form), confidence, std::move(why), std::move(meanings));
  for (const Line& line : lines) {
    for (const Columns* columns : {&line.set, &line.unset}) {
      for (const Column* c : *columns) add_once(out.columns, c->facts.name);
    }
    std::vector<std::vector<Condition>> ways{{}};
    for (const Column* c : line.set) ways.front().push_back(is_set(*c));
    for (const Column* c : line.unset) {
      const bool is_error = c->name.has("error") && !is_flag(*c) && !c->time;
      std::vector<std::vector<Condition>> longer;
      for (const auto& way : ways) {
        for (const Condition& no : is_error ? no_error_in(*c) : not_set(*c)) {
          longer.push_back(way);
          longer.back().push_back(no);
        }
      }
      ways = std::move(longer);
    }
    for (auto& way : ways) {
      StateRule rule{.when = std::move(way), .state = line.state, .word = line.word};
      if (rule.when.empty())
        out.states.otherwise = std::move(rule);
      else
        out.states.rules.push_back(std::move(rule));
    }
  }
  return out;
}

// One column that says that the work is over: set is succeeded.
RoleAnswer by_end(const Column& done, double confidence, std::string why) {
  using key::State;
  const std::string& name = done.facts.name;
  if (!is_flag(done))
    return by_lines("timestamps",
                    {{{&done}, {}, State::succeeded, name}, {{}, {}, State::in_progress, "open"}},
                    {{"null", "in_progress"}, {"not null", "succeeded"}}, confidence, std::move(why));
  RoleAnswer out = by_lines("flag", {{{&done}, {}, State::succeeded, name + ": true"}},
                            {{"false", "in_progress"}, {"true", "succeeded"}}, confidence, std::move(why));
  // A flag that rows lack has a third value: what "no" is there, only the service knows.
  const bool has_third = has_nulls(done);
  if (has_third) out.meanings = {{"true", "succeeded"}, {"null", "in_progress"}, {"false", "unknown"}};
  if (has_third) out.asks.push_back(open_word(name + ": false"));
  out.states.rules.push_back({.when = {{.column = name, .is = has_third ? Is::null : Is::no}},
                              .state = State::in_progress,
                              .word = name + (has_third ? ": none" : ": false")});
  return out;
}

// Rows with an error among those of `of` may have failed, or are tried again: only the service knows.
RoleAnswer by_end_and_error(const Column& done, const Column& error, bool of_done, double confidence,
                            std::string why) {
  using key::State;
  const Columns ended = of_done ? Columns{&error} : Columns{},
                open = of_done ? Columns{&done} : Columns{&done, &error};
  RoleAnswer out =
      by_lines("done_and_error",
               {{{&done}, ended, State::succeeded, done.facts.name}, {{}, open, State::in_progress, "open"}},
               {{done.facts.name, "succeeded"}, {error.facts.name, "unknown"}, {"neither", "in_progress"}},
               confidence, std::move(why));
  out.asks.push_back(
      open_error(fmt::format("{} \"{}\"", of_done ? "with" : "without", done.facts.name), error));
  return out;
}

}  // namespace

// A column for success and another for failure; either may be left out. Rows that have both are left open
// where some do. others: what such rows are, only the service knows.
RoleAnswer Roles::by_ends(const Column* done, const Column* dead, double confidence, std::string why,
                          const Columns& others) const {
  using key::State;
  const bool is_mixed = done != nullptr && dead != nullptr && have_both(*done, *dead);
  const auto but = [&](const Column* c) { return is_mixed ? Columns{c} : Columns{}; };
  std::vector<Line> lines;
  if (done != nullptr) lines.push_back({{done}, but(dead), State::succeeded, done->facts.name});
  Line open{{}, others, State::in_progress, "open"};
  if (is_mixed || !others.empty()) {
    if (dead != nullptr) open.unset.insert(open.unset.begin(), dead);
    if (done != nullptr) open.unset.insert(open.unset.begin(), done);
  }
  if (is_mixed) lines.push_back(open);
  // A row that failed and has not ended may be tried again: then it has a due time, which not every row has.
  const bool is_tried = is_mixed && any(columns_, [&](const Column& due) {
                          return (fits(due, sign::due) || fits(due, "@time =retry.after|retry.at")) &&
                                 has_nulls(due) && have_but(due, *dead, *done);
                        });
  if (dead != nullptr && !is_tried) lines.push_back({{dead}, but(done), State::failed, dead->facts.name});
  if (!is_mixed) lines.push_back(open);
  RoleAnswer out = by_lines(is_flag(*(done != nullptr ? done : dead)) ? "flags" : "timestamps", lines,
                            {{"neither", "in_progress"}}, confidence, std::move(why));
  if (done != nullptr) out.meanings[done->facts.name] = "succeeded";
  if (dead != nullptr) out.meanings[dead->facts.name] = is_tried ? "unknown" : "failed";
  if (is_tried)
    out.asks.push_back(
        fmt::format("Rows with \"{}\" and without \"{}\" may have failed, or are tried again. Until it is "
                    "given, they are shown with an unknown state.",
                    dead->facts.name, done->facts.name));
  if (is_mixed)
    out.asks.push_back(
        fmt::format("Some rows have both \"{}\" and \"{}\". Until it is given what they are, they are shown "
                    "with an unknown state.",
                    done->facts.name, dead->facts.name));
  for (const Column* c : others) {
    out.meanings[c->facts.name] = "unknown";
    out.asks.push_back(open_word(c->facts.name));
  }
  return out;
}

struct Errors {
  std::size_t with = 0, without = 0;  // rows
  bool are_mixed() const { return with > 0 && without > 0; }
};
static Errors errors_of(const Column& error, const std::function<bool(std::size_t)>& is_of) {
  Errors out;
  for (std::size_t row = 0; row < error.facts.sample.size(); ++row) {
    if (is_of(row)) ++(has_error(error.facts.sample[row]) ? out.with : out.without);
  }
  return out;
}

// A text of errors in some of the rows that are done (or, not of_done, that are not), or that may come;
// nullptr: there is none. Where attempts are counted or another is due, an error is that of an attempt.
const Column* Roles::error_of_some(const Column& done, bool of_done) const {
  const bool is_tried = any(columns_, sign::attempts) || any(columns_, sign::due);
  for (const Column& c : columns_) {
    if (!fits(c, of_done ? "@document error -code|class|type|count"
                         : "@document error -code|class|type|last|count"))
      continue;
    if (c.facts.sample.size() != done.facts.sample.size()) continue;
    const Errors its = errors_of(c, [&](std::size_t row) { return has_it(done, row) == of_done; }),
                 others = errors_of(c, [&](std::size_t row) { return has_it(done, row) != of_done; });
    // Of rows that are not done, those without an error may not be in the sample.
    const bool is_of_some =
        its.are_mixed() || (!of_done && its.with > 0 && others.with == 0 && others.without > 0);
    const bool may_come = of_done && kind_ != Kind::queue && !c.has_values() && !c.name.has("last") &&
                          !any(columns_, sign::attempts);
    if ((is_of_some && (of_done || !is_tried)) || may_come) return &c;
  }
  return nullptr;
}

// No word means failure, and some finished rows have an error: they may have failed. Where attempts are
// counted, it may be that of an earlier one.
RoleAnswer Roles::with_error(RoleAnswer answer) const {
  const auto fails = [](const auto& m) { return m.second == "failed"; };
  if (answer.states.column.empty() || answer.columns.size() != 1 || any(columns_, sign::attempts) ||
      std::ranges::any_of(answer.meanings, fails))
    return answer;
  const Column& state = *column(answer.columns[0]);
  for (const StateRule& rule : std::exchange(answer.states.rules, {})) {
    const std::string word = rule.when.front().values.front();
    const auto is_of = [&](std::size_t row) { return state.facts.sample[row] == word; };
    const auto errors = those([&](const Column& c) {
      return fits(c, sign::error) && fits(c, "-code|class|type|last|count|at|id") && c.facts.base != "json" &&
             c.facts.sample.size() == state.facts.sample.size() && errors_of(c, is_of).are_mixed();
    });
    if (rule.state != key::State::succeeded || errors.size() != 1) {
      answer.states.rules.push_back(rule);
      continue;
    }
    for (const Condition& none : no_error_in(*errors[0])) {
      answer.states.rules.push_back({.when = rule.when, .state = rule.state, .word = word});
      answer.states.rules.back().when.push_back(none);
    }
    add_once(answer.columns, errors[0]->facts.name);
    answer.asks.push_back(open_error(fmt::format("with \"{}\"", word), *errors[0]));
  }
  return answer;
}

// A flag of success beside a time of the end: what has ended without it has failed.
std::optional<RoleAnswer> Roles::by_end_and_success(const Column& end, const Column& good) const {
  if (!have_both(end, good) || have_but(good, good, end) || !have_but(end, end, good)) return std::nullopt;
  using key::State;
  const std::string failed = good.facts.name + ": false";
  return by_lines("flags",
                  {{{&end, &good}, {}, State::succeeded, good.facts.name},
                   {{&end}, {&good}, State::failed, failed},
                   {{}, {&end}, State::in_progress, "open"}},
                  {{good.facts.name, "succeeded"}, {failed, "failed"}, {"neither", "in_progress"}}, 0.8,
                  "One is absent until the work is done, the other a flag that says whether it succeeded.");
}

std::optional<RoleAnswer> Roles::state_by_flags() {
  Columns done, dead, undone, others;
  // A flag says less than a state that is kept as several numbers.
  const auto says_more = [](const Column* c) {
    return fits(*c, sign::state) && !is_http_code(*c) && c->facts.values.size() >= 2;
  };
  if (std::ranges::any_of(those("@whole -@time -http|response|code|count|id"), says_more))
    return std::nullopt;
  for (const Column& c : columns_) {
    if (!is_flag(c)) continue;
    if (fits(c, "blocked|archived|disabled|paused|suspended|skipped|hidden|deleted")) others.push_back(&c);
    if (names_done(c, kind_) || fits(c, "=delivered|is.delivered; complete")) done.push_back(&c);
    if (fits(c, sign::dead) || c.name.has("error")) dead.push_back(&c);
    if (fits(c, "flight|pending|processing|running|progress")) undone.push_back(&c);
  }
  const Columns all_ends = times_of_end().done, ends = done.empty() ? all_ends : Columns();
  const Columns good = those("@bool success|successful|succeeded");
  if (dead.empty() && all_ends.size() == 1 && good.size() == 1)
    if (auto answer = by_end_and_success(*all_ends[0], *good[0])) return answer;
  if (undone.size() == 1 && done.empty() && dead.empty() && ends.empty()) {
    const std::string& name = undone[0]->facts.name;
    // A key is answered then. A job or an event may wait as well, where finished ones are deleted.
    const bool shows_end = kind_ == Kind::idempotency;
    std::vector<Line> lines{{{undone[0]}, {}, key::State::in_progress, name + ": true"}};
    if (shows_end) lines.push_back({{}, {undone[0]}, key::State::succeeded, name + ": false"});
    RoleAnswer out =
        by_lines("flag", lines, {{"true", "in_progress"}, {"false", shows_end ? "succeeded" : "unknown"}},
                 0.8, "A flag named for work under way.");
    if (!shows_end) out.asks.push_back(open_word(name + ": false"));
    return out;
  }
  // A time of the end beside a flag for what was given up.
  if (dead.size() == 1 && ends.size() == 1)
    return by_ends(ends[0], dead[0], 0.8,
                   "One is absent until the work is done, the other a flag for work that was given up.");
  // Such a queue deletes jobs that are done, and keeps those that were given up.
  if (done.empty() && ends.empty() && dead.size() == 1 && kind_ == Kind::queue &&
      !any(columns_, "@time -@needed -@now complete|completed|finished|done"))
    return by_ends(nullptr, dead[0], 0.7,
                   "A flag named for work that was given up; work that is done leaves no row.");
  if (done.empty()) return std::nullopt;
  if (done.size() > 1 || dead.size() > 1) {
    done.insert(done.end(), dead.begin(), dead.end());
    return several("show the state", done);
  }
  const std::string why = "A flag named for the work being done.";
  if (!others.empty())
    return by_ends(done[0], dead.empty() ? nullptr : dead[0], 0.75,
                   why + fmt::format(" Beside it, {} may keep a row from being worked on.", list(others)),
                   others);
  if (!dead.empty()) return by_ends(done[0], dead[0], 0.8, why);
  if (const Column* error = error_of_some(*done[0], false))
    return by_end_and_error(*done[0], *error, false, 0.75,
                            why + " Some rows that are not done have an error.");
  return by_end(*done[0], 0.8, why);
}

// Times that some rows lack, named for an end: of success, of failure, or of either. With a default of now it
// is there from the beginning.
Roles::Ends Roles::times_of_end() const {
  Ends out;
  for (const Column& c : columns_) {
    if (!fits(c, "@time|day -@needed -@now -next|last|until|first|scheduled|after|before")) continue;
    if (names_done(c, kind_))
      out.done.push_back(&c);
    else if (fits(c, sign::dead) || (kind_ == Kind::queue && fits(c, "=expired.at")))
      out.dead.push_back(&c);
    else if (kind_ != Kind::queue && fits(c, "delivered|executed|closed|ended|end"))
      out.vague.push_back(&c);
  }
  return out;
}

// A flag that says that a row is still there: some that lack this time are not, and none that has it is.
const Column* Roles::given_up_without(const Column& done) const {
  for (const Column& c : columns_) {
    if (!fits(c, "@bool|int -@time active|open|pending|live|alive") ||
        c.facts.sample.size() != done.facts.sample.size())
      continue;
    const auto is_off = [&](std::size_t row) {
      const Cell& cell = c.facts.sample[row];
      return cell && (*cell == "0" || *cell == "f" || *cell == "false");
    };
    std::size_t over = 0, live = 0, live_and_done = 0;
    for (std::size_t row = 0; row < done.facts.sample.size(); ++row) {
      if (is_off(row))
        over += has_value(done, row) ? 0 : 1;
      else
        ++(has_value(done, row) ? live_and_done : live);
    }
    if (over > 0 && live > 0 && live_and_done == 0) return &c;
  }
  return nullptr;
}

std::optional<RoleAnswer> Roles::state_by_instants() {
  auto [done, dead, vague] = times_of_end();
  const auto coded = std::ranges::any_of(those("@whole -@time -http|response|code"), [](const Column* c) {
    return fits(*c, sign::state) && !is_http_code(*c);
  });
  if (!has_rows() && !done.empty() && coded) return std::nullopt;  // a state kept as a number goes before
  if (done.size() == 1 && dead.size() <= 1 && vague.empty()) {
    if (const Column* live = given_up_without(*done[0]))
      return unclear({done[0], live},
                     "may show the state: some rows without the first are over by the second");
    const std::string why = "Absent until the work is done.";
    const Column* error = error_of_some(*done[0], true);
    if (error != nullptr && dead.empty())
      return by_end_and_error(*done[0], *error, true, 0.75,
                              why + " Some rows that are done have an error, or may get one.");
    const Columns errors = those("@text error -code|class|type|last|count");
    if (dead.empty() && !has_rows() && any(columns_, sign::attempts) && !errors.empty())
      return unclear({done[0], errors[0]},
                     "may show the state: an error may be that of an attempt, or of the end");
    if (!dead.empty()) return by_ends(done[0], dead[0], 0.85, why);
    error = error_of_some(*done[0], false);
    return error == nullptr ? by_end(*done[0], 0.85, why)
                            : by_end_and_error(*done[0], *error, false, 0.75,
                                               why + " Some rows that are not done have an error.");
  }
  if (kind_ == Kind::queue && done.empty() && dead.size() == 1)
    return by_ends(nullptr, dead[0], 0.75, "Set when the work is given up; work that is done leaves no row.");
  done.insert(done.end(), dead.begin(), dead.end());
  done.insert(done.end(), vague.begin(), vague.end());
  if (done.empty()) return std::nullopt;
  return unclear(done, "may show the state by being NULL or not");
}

States Roles::answered_states(const std::string& code) {
  return {.rules = {
              {.when = {{.column = code, .is = Is::one_of, .values = {"0"}}},
               .state = key::State::in_progress,
               .word = "no answer"},
              {.when = {{.column = code, .is = Is::between, .lowest = lowest_code, .highest = highest_code}},
               .state = key::State::succeeded,
               .word = "answered"}}};
}

// A status of 0 until there is an answer.
RoleAnswer Roles::by_answered(const Column& code) const {
  const auto is_status = [](double n) { return n == 0 || (n >= lowest_code && n <= highest_code); };
  if (kind_ != Kind::idempotency || any(columns_, sign::lease) ||
      !std::ranges::all_of(code.numbers().value_or(std::vector<double>{1}), is_status))
    return unclear({&code}, "is 0 in some rows, and may show the state");
  RoleAnswer out = found({code.facts.name}, "response_code", 0.65,
                         "Nothing else shows the state, and the answer's status is 0 until there is one.",
                         {{"0", "in_progress"}});
  out.states = answered_states(code.facts.name);
  return out;
}

RoleAnswer Roles::state() {
  for (const auto& attempt :
       {&Roles::state_by_words, &Roles::state_by_flags, &Roles::state_by_code, &Roles::state_by_instants}) {
    if (auto answer = (this->*attempt)()) return with_error(*answer);
  }
  Columns numbered, ambiguous;
  for (const Column* c : those("@whole -@time -http|response|code|count|id")) {
    const bool named = fits(*c, sign::state) ||
                       (c->facts.integer_bytes == 2 && (fits(*c, sign::done) || fits(*c, sign::dead)));
    if (named && !is_http_code(*c) && !fits(*c, sign::attempts)) numbered.push_back(c);
    // Numbers that may be statuses of HTTP, beside a column that is one by its name.
    if (fits(*c, sign::state) && is_http_code(*c) && !c->name.has("result")) ambiguous.push_back(c);
  }
  if (!numbered.empty())
    return unknown(fmt::format("{} looks like a state kept as a number. Please say what its codes mean.",
                               list(numbered)));
  const Columns codes = those("@int response+code|status+code|response+status|http+status");
  if (!ambiguous.empty() && !codes.empty())
    return unclear(ambiguous, "may be a state kept as a number, or the answer's status");
  if (codes.size() == 1 && codes[0]->any_value([](std::string_view v) { return v == "0"; }))
    return by_answered(*codes[0]);
  if (codes.size() != 1 || codes[0]->facts.not_null) return state_by_presence();
  if (codes[0]->has_values() && !has_nulls(*codes[0]))
    return unclear(codes, "is there in every sampled row: a row may be written only once there is an answer");
  if (!has_rows())
    return unclear(codes, "is absent until there is an answer, unless a row is written only then");
  return by_lines("response_code",
                  {{{}, {codes[0]}, key::State::in_progress, "no answer"},
                   {{codes[0]}, {}, key::State::succeeded, "answered"}},
                  {{"null", "in_progress"}, {"not null", "succeeded"}}, 0.65,
                  "Nothing else shows the state, and the answer's status is absent until there is one.");
}

}  // namespace onceover::tables

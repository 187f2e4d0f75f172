#include <fmt/format.h>

#include "core/detect/roles.h"

namespace onceover::profile {
namespace {

// open_steps: a word that is not known is a step on the way.
std::map<std::string, std::string> meanings_of(const std::vector<std::string>& words, bool open_steps) {
  std::map<std::string, std::string> meanings;
  for (const std::string& word : words) {
    const auto state = usual_meaning(word);
    meanings[word] = state ? key::word(*state) : open_steps ? "in_progress" : "unknown";
  }
  // "published" is an end where nothing comes after it, and a station before "completed".
  const bool has_end =
      std::any_of(meanings.begin(), meanings.end(), [](const auto& m) { return m.second == "succeeded" && !may_be_halfway(m.first); });
  const auto stations = std::count_if(meanings.begin(), meanings.end(), [](const auto& m) { return may_be_halfway(m.first); });
  for (auto& [word, meaning] : meanings) {
    if (may_be_halfway(word) && (has_end || stations > 1)) meaning = "unknown";
  }
  // Of two words for one failure, one may mean that it is tried again.
  const auto fails = [&](const std::string& word, std::string_view names) {
    return meanings.at(word) == "failed" && fits(Name(word), names);
  };
  const bool has_failed = std::ranges::any_of(meanings, [&](const auto& m) { return fails(m.first, "=failed|failure"); });
  for (auto& [word, meaning] : meanings) {
    if (has_failed && fails(word, "=error|errored")) meaning = "unknown";
  }
  // Beside "dead", what failed may be tried again.
  const auto is_dead = [](const auto& m) { return fits(Name(m.first), "dead|dlq|deadlettered|deadletter"); };
  if (std::ranges::any_of(meanings, is_dead)) {
    for (auto& [word, meaning] : meanings) {
      if (meaning == "failed" && fits(Name(word), "failed|failure|error|errored") && !is_dead(std::pair{word, meaning}))
        meaning = "unknown";
    }
  }
  return meanings;
}

}  // namespace

std::vector<std::map<std::string, Roles::RowsOfValue>> Roles::rows_by_completion(const Column& values) const {
  std::vector<std::map<std::string, RowsOfValue>> out;
  for (const Column& done : columns_) {
    if (!time_form(done) || !names_done(done.name, kind_) || !has_nulls(done)) continue;
    if (done.facts.sample.size() != values.facts.sample.size()) continue;
    auto& rows = out.emplace_back();
    for (std::size_t row = 0; row < done.facts.sample.size(); ++row) {
      auto& of_value = rows[values.facts.sample[row].value_or("")];
      ++(done.facts.sample[row] ? of_value.done : of_value.open);
    }
  }
  return out;
}

// A word of success is not the end that it is taken for where none of its rows has a time of completion, and others have.
void Roles::doubt_words_by_rows(const Column& words, std::map<std::string, std::string>& meanings) const {
  for (const auto& rows : rows_by_completion(words)) {
    const bool any_done = std::ranges::any_of(rows, [](const auto& of_value) { return of_value.second.done > 0; });
    for (auto& [word, meaning] : meanings) {
      const auto of_word = rows.find(word);
      if (meaning == "succeeded" && any_done && of_word != rows.end() && of_word->second.done == 0) meaning = "unknown";
    }
  }
}

std::optional<RoleAnswer> Roles::state_by_words() {
  struct Found {
    const Column* column;
    RoleAnswer answer;
  };
  std::vector<Found> candidates;
  Columns weak;
  for (const Column& c : columns_) {
    if (!c.is_wordy()) continue;
    const bool named = names_a_state(c.name) && !fits(c.name, "code|message|text|reason|description|at|trace");
    const bool closed = !c.facts.words.empty();
    const std::vector<std::string>& words = c.facts.vocabulary();
    const std::string form = c.is(Type::enumeration) ? "enum" : "word";
    if ((&c == shape_.words || &c == events_.words) && is_mute(c.name)) {
      candidates.push_back({&c, found({c.facts.name}, form, 0.7,
                                      &c == shape_.words ? "Its words are of finished work in exactly the rows that have an answer."
                                                         : "The only column whose words are those of a state.",
                                      meanings_of(words, false))});
      continue;
    }
    // What kind of event it is reads like a life ("created", "sent") and is none.
    if (!named && (!closed || fits(c.name, "type|kind|event|action|name"))) continue;
    if (words.empty()) {
      if (named) weak.push_back(&c);
      continue;
    }
    // Each row has a state: what most rows lack is a note for people.
    const auto lacking = static_cast<std::size_t>(std::ranges::count_if(c.facts.sample, [](const Cell& cell) { return !cell; }));
    if (2 * lacking > c.facts.sample.size()) continue;
    if (words.size() > most_state_words) continue;
    const LifeWords life = life_words(words);
    // An open vocabulary of steps ends in a final word; what comes before it is unfinished.
    const bool steps = named && fits(c.name, "phase|stage|recovery") && life.finished;
    const bool whole = life.unfinished && life.finished && (named || life.known == words.size());
    // A column named as a state is one even where only some of its words are known: the others are asked for.
    const bool partial = named && life.known > 0 && 2 * life.known >= words.size();
    if (!whole && !partial && !steps) {
      if (named) weak.push_back(&c);
      continue;
    }
    double confidence = closed ? 0.9 : 0.8;
    if (!named) confidence -= 0.15;
    if (partial && !whole) confidence -= 0.15;
    RoleAnswer answer = found({c.facts.name}, form, confidence,
                              whole || steps ? fmt::format("Its words{} are those of a state: unfinished and finished.",
                                                           closed ? "" : ", as far as rows show them,")
                                             : "Named as a state, and words of it are known.",
                              meanings_of(words, steps));
    doubt_words_by_rows(c, answer.meanings);
    candidates.push_back({&c, std::move(answer)});
  }
  if (candidates.size() > 1) {
    std::erase_if(candidates, [this](const Found& f) {
      return !names_a_state(f.column->name) && f.column != shape_.words && f.column != events_.words;
    });
  }
  if (candidates.size() > 1) {
    const auto of_kind = [](const Found& f) { return fits(f.column->name, "outbox|inbox|job|task|processing|delivery|message"); };
    if (std::ranges::count_if(candidates, of_kind) == 1) return std::ranges::find_if(candidates, of_kind)->answer;
  }
  if (candidates.size() == 1) return candidates[0].answer;
  if (candidates.size() > 1) {
    Columns columns;
    for (const Found& f : candidates) columns.push_back(f.column);
    return several("show the state", columns);
  }
  const auto is_done_at = [this](const Column& c) { return time_form(c) && names_done(c.name, kind_); };
  if (weak.size() == 1 && !weak[0]->facts.not_null && weak[0]->facts.default_sql.empty() && !has_rows() && any(columns_, is_done_at))
    return unclear(weak, "is named as a state, but may be absent, and a time beside it marks the end");
  if (weak.size() == 1 && weak[0]->facts.words.empty() && !weak[0]->has_values())
    return found({weak[0]->facts.name}, "word", 0.6, "Named as a state; no row and no catalog entry shows its words.");
  if (!weak.empty()) return unclear(weak, "is named as a state, but no catalog entry and no row shows known words");
  return std::nullopt;
}

// A code means success where exactly its rows have a time of completion. What other codes mean must be asked.
std::map<std::string, std::string> Roles::meanings_of_codes(const Column& code) const {
  std::map<std::string, std::string> meanings;
  for (const std::string& value : code.facts.values) meanings[value] = "unknown";
  for (const auto& rows : rows_by_completion(code)) {
    if (std::ranges::count_if(rows, [](const auto& of_value) { return of_value.second.done > 0; }) != 1) continue;
    for (const auto& [value, of_value] : rows) {
      if (of_value.open == 0 && of_value.done >= 3 && meanings.contains(value)) meanings[value] = "succeeded";
    }
  }
  return meanings;
}

std::optional<RoleAnswer> Roles::state_by_code() {
  for (const Column& c : columns_) {
    if (!c.is_integer() || time_form(c) || fits(c, sign::attempts) || fits(c.name, "http|response|code|count|id")) continue;
    const bool state = names_a_state(c.name);
    if (!state && !(c.facts.integer_bytes == 2 && names_done(c.name, kind_))) continue;
    const auto numbers = c.numbers();
    if (!numbers) continue;
    if (names_done(c.name) && std::set<double>(numbers->begin(), numbers->end()) == std::set<double>{0, 1}) {
      return found({c.facts.name}, "code", 0.8, "A number used as yes and no, named for the work being done; both occur.",
                   {{"0", "in_progress"}, {"1", "succeeded"}});
    }
    if (!state || is_http_code(c) || fits(c.name, "suspension|approval|review|payment")) continue;
    // Without a row, a request's status may be that of the answer.
    const bool few = std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= -10 && n < 100; });
    if (!few || (numbers->empty() && kind_ == Kind::idempotency)) continue;
    return found({c.facts.name}, "code", 0.65, "Named as a state and kept as a number. Please say what its codes mean.",
                 meanings_of_codes(c));
  }
  return std::nullopt;
}

std::optional<RoleAnswer> Roles::state_by_flags() {
  Columns done, dead, undone, others;
  for (const Column& c : columns_) {
    if (!c.is(Type::boolean)) continue;
    if (fits(c.name, "blocked|archived|disabled|paused|suspended|skipped|hidden|deleted")) others.push_back(&c);
    if (names_done(c.name, kind_) || fits(c.name, "=delivered") || fits(c.name, "=is.delivered") || c.name.has("complete"))
      done.push_back(&c);
    if (names_dead(c.name) || c.name.has("error")) dead.push_back(&c);
    if (fits(c.name, "flight|pending|processing|running|progress")) undone.push_back(&c);
  }
  if (undone.size() == 1 && done.empty() && dead.empty()) {
    return found({undone[0]->facts.name}, "flag", 0.8, "A flag named for work under way.",
                 {{"true", "in_progress"}, {"false", "succeeded"}});
  }
  // Such a queue deletes jobs that are done, and keeps those that were given up.
  if (done.empty() && dead.size() == 1 && kind_ == Kind::queue) {
    return found({dead[0]->facts.name}, "flags", 0.7, "A flag named for work that was given up; work that is done leaves no row.",
                 {{dead[0]->facts.name, "failed"}, {"neither", "in_progress"}});
  }
  if (done.empty()) return std::nullopt;
  if (done.size() > 1 || dead.size() > 1) {
    Columns both = done;
    both.insert(both.end(), dead.begin(), dead.end());
    return several("show the state", both);
  }
  const std::string why = "A flag named for the work being done.";
  if (!others.empty()) {
    // What such a row is, only the service knows.
    RoleAnswer answer =
        found({done[0]->facts.name}, "flags", 0.75, why + fmt::format(" Beside it, {} may keep a row from being worked on.", list(others)),
              {{done[0]->facts.name, "succeeded"}, {"neither", "in_progress"}});
    for (const Column* c : dead) {
      answer.columns.push_back(c->facts.name);
      answer.meanings[c->facts.name] = "failed";
    }
    for (const Column* c : others) {
      answer.columns.push_back(c->facts.name);
      answer.meanings[c->facts.name] = "unknown";
    }
    return answer;
  }
  if (dead.empty()) return found({done[0]->facts.name}, "flag", 0.8, why, {{"false", "in_progress"}, {"true", "succeeded"}});
  return found({done[0]->facts.name, dead[0]->facts.name}, "flags", 0.8, why,
               {{done[0]->facts.name, "succeeded"}, {dead[0]->facts.name, "failed"}, {"neither", "in_progress"}});
}

// A text of errors that may be in rows that have this time: in some it is, or no row has it yet; nullptr: there is none.
const Column* Roles::error_of_some(const Column& done) const {
  for (const Column& c : columns_) {
    if (!c.is_text() || !c.name.has("error") || fits(c.name, "code|class|type")) continue;
    if (c.facts.sample.size() != done.facts.sample.size()) continue;
    std::size_t with = 0, without = 0;
    for (std::size_t row = 0; row < done.facts.sample.size(); ++row) {
      if (done.facts.sample[row]) ++(c.facts.sample[row] ? with : without);
    }
    // Where attempts are counted, an error is that of an attempt.
    const bool may_come = !c.has_values() && !c.name.has("last") && !any(columns_, sign::attempts);
    if ((with > 0 && without > 0) || may_come) return &c;
  }
  return nullptr;
}

std::optional<RoleAnswer> Roles::state_by_instants() {
  Columns done, dead, vague;
  for (const Column& c : columns_) {
    const auto form = time_form(c);
    // With a default of now it is there from the beginning.
    if (!form || c.facts.not_null || is_default_now(c) || fits(c.name, "next|last|until|first|scheduled|after|before")) continue;
    if (names_done(c.name, kind_))
      done.push_back(&c);
    else if (names_dead(c.name) || (kind_ == Kind::queue && fits(c.name, "=expired.at")))
      dead.push_back(&c);
    else if (kind_ != Kind::queue && fits(c.name, "delivered|executed|closed|ended|end"))
      vague.push_back(&c);
  }
  const auto coded = those([](const Column& c) {
    return c.is_integer() && !time_form(c) && names_a_state(c.name) && !is_http_code(c) && !fits(c.name, "http|response|code");
  });
  if (!has_rows() && !done.empty() && !coded.empty()) return std::nullopt;  // a state kept as a number goes before
  if (done.size() == 1 && dead.size() <= 1 && vague.empty()) {
    const std::string why = "Absent until the work is done.";
    // Done, and with an error: whether it failed or was tried again, only the service knows.
    if (const Column* error = error_of_some(*done[0]); error != nullptr && dead.empty()) {
      return found({done[0]->facts.name, error->facts.name}, "done_and_error", 0.75,
                   why + " Some rows that are done have an error, or may get one.",
                   {{done[0]->facts.name, "succeeded"}, {error->facts.name, "unknown"}, {"neither", "in_progress"}});
    }
    const auto errors = those([](const Column& c) { return c.is_text() && fits(c.name, "=error"); });
    if (dead.empty() && !has_rows() && any(columns_, sign::attempts) && !errors.empty())
      return unclear({done[0], errors[0]}, "may show the state: an error may be that of an attempt, or of the end");
    if (dead.empty()) return found({done[0]->facts.name}, "timestamps", 0.85, why, {{"null", "in_progress"}, {"not null", "succeeded"}});
    return found({done[0]->facts.name, dead[0]->facts.name}, "timestamps", 0.85, why,
                 {{done[0]->facts.name, "succeeded"}, {dead[0]->facts.name, "failed"}, {"neither", "in_progress"}});
  }
  if (kind_ == Kind::queue && done.empty() && dead.size() == 1) {
    return found({dead[0]->facts.name}, "timestamps", 0.75, "Set when the work is given up; work that is done leaves no row.",
                 {{dead[0]->facts.name, "failed"}, {"neither", "in_progress"}});
  }
  Columns all = done;
  all.insert(all.end(), dead.begin(), dead.end());
  all.insert(all.end(), vague.begin(), vague.end());
  if (all.empty()) return std::nullopt;
  return unclear(all, "may show the state by being NULL or not");
}

RoleAnswer Roles::state() {
  for (const auto& attempt : {&Roles::state_by_words, &Roles::state_by_flags, &Roles::state_by_code, &Roles::state_by_instants}) {
    if (auto answer = (this->*attempt)()) return *answer;
  }
  const auto numbered = those([](const Column& c) {
    return c.is_integer() && !time_form(c) && !is_http_code(c) && !fits(c, sign::attempts) &&
           (names_a_state(c.name) || (c.facts.integer_bytes == 2 && (names_done(c.name) || names_dead(c.name)))) &&
           !fits(c.name, "http|response|code|count|id");
  });
  if (!numbered.empty())
    return unknown(fmt::format("{} looks like a state kept as a number. Please say what its codes mean.", list(numbered)));
  // Numbers that may be statuses of HTTP, beside a column that is one by its name.
  const auto ambiguous = those([](const Column& c) {
    return c.is_integer() && is_http_code(c) && names_a_state(c.name) && !fits(c.name, "http|response|code|result");
  });
  const auto codes = those([](const Column& c) {
    return c.is_integer() &&
           (fits(c.name, "response+code") || fits(c.name, "status+code") || fits(c.name, "response+status") || fits(c.name, "http+status"));
  });
  if (!ambiguous.empty() && !codes.empty()) return unclear(ambiguous, "may be a state kept as a number, or the answer's status");
  if (codes.size() == 1 && !codes[0]->facts.not_null && codes[0]->has_values() && !has_nulls(*codes[0]))
    return unclear(codes, "is there in every sampled row: a row may be written only once there is an answer");
  if (codes.size() == 1 && !codes[0]->facts.not_null && !has_rows())
    return unclear(codes, "is absent until there is an answer, unless a row is written only then");
  if (codes.size() == 1 && !codes[0]->facts.not_null) {
    return found({codes[0]->facts.name}, "response_code", 0.65,
                 "Nothing else shows the state, and the answer's status is absent until there is one.",
                 {{"null", "in_progress"}, {"not null", "succeeded"}});
  }
  return state_by_presence();
}

}  // namespace onceover::profile

#include <fmt/format.h>

#include "core/profile/roles.h"

namespace onceover::profile {
namespace {

std::string meaning_of(std::string_view value, bool open_steps) {
  if (const auto state = usual_meaning(value)) return std::string(key::word(*state));
  return open_steps ? "in_progress" : "unknown";
}

// "published" is an end where nothing comes behind it, and a station before "completed".
void doubt_stations(std::map<std::string, std::string>& meanings) {
  const bool has_end =
      std::any_of(meanings.begin(), meanings.end(), [](const auto& m) { return m.second == "succeeded" && !may_be_halfway(m.first); });
  const auto stations = std::count_if(meanings.begin(), meanings.end(), [](const auto& m) { return may_be_halfway(m.first); });
  for (auto& [word, meaning] : meanings) {
    if (may_be_halfway(word) && (has_end || stations > 1)) meaning = "unknown";
  }
}

}  // namespace

// A word of success whose rows have no time of completion, while others have, is not the end that it is taken for.
void Roles::doubt_words_by_rows(const Column& words, std::map<std::string, std::string>& meanings) const {
  for (const Column& done : columns_) {
    if (!time_form(done) || !names_done(done.name, kind_) || !has_nulls(done) || done.facts.sample.size() != words.facts.sample.size())
      continue;
    std::map<std::string, std::pair<int, int>> counts;  // word → rows with the time, rows without
    int with = 0;
    for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
      if (!words.facts.sample[row]) continue;
      auto& count = counts[*words.facts.sample[row]];
      done.facts.sample[row] ? ++count.first : ++count.second;
      with += done.facts.sample[row] ? 1 : 0;
    }
    for (auto& [word, meaning] : meanings) {
      const auto count = counts.find(word);
      if (meaning == "succeeded" && with > 0 && count != counts.end() && count->second.first == 0) meaning = "unknown";
    }
  }
}

std::optional<RoleAnswer> Roles::state_by_words() {
  struct Found {
    const Column* column;
    RoleAnswer answer;
  };
  std::vector<Found> candidates;
  std::vector<const Column*> weak;
  for (const Column& c : columns_) {
    if (!c.is_text() && !c.is(Type::enumeration)) continue;
    const bool named = names_a_state(c.name) && !c.name.has_any({"code", "message", "text", "reason", "description", "at"});
    const bool closed = !c.facts.words.empty();
    if ((&c == shape_.words || &c == events_.words) && is_mute(c.name)) {
      RoleAnswer answer = found({c.facts.name}, c.is(Type::enumeration) ? "enum" : "word", 0.7,
                                &c == shape_.words ? "Its words are of finished work in exactly the rows that have an answer."
                                                   : "The only column whose words are those of a life.");
      for (const std::string& word : closed ? c.facts.words : c.facts.values) answer.meanings[word] = meaning_of(word, false);
      doubt_stations(answer.meanings);
      candidates.push_back({&c, std::move(answer)});
      continue;
    }
    // What kind of event it is reads like a life ("created", "sent") and is none.
    if (!named && (!closed || c.name.has_any({"type", "kind", "event", "action", "name"}))) continue;
    const std::vector<std::string>& words = closed ? c.facts.words : c.facts.values;
    if (words.empty()) {
      if (named) weak.push_back(&c);
      continue;
    }
    if (words.size() > 30) continue;
    bool unfinished = false, finished = false;
    int known = 0;
    for (const std::string& word : words) {
      const auto state = usual_meaning(word);
      known += state ? 1 : 0;
      unfinished = unfinished || state == key::State::in_progress || state == key::State::released;
      finished = finished || state == key::State::succeeded || state == key::State::failed;
    }
    // An open vocabulary of steps ends in a final word; what stands before it is unfinished.
    const bool steps = named && (c.name.has_any({"phase", "stage"}) || c.name.has("recovery")) && finished;
    const bool whole = unfinished && finished && (named || known == static_cast<int>(words.size()));
    // Of a column named as a state that only some words are known is no doubt about the column: the others are asked for.
    const bool partial = named && (unfinished || finished) && 2 * known >= static_cast<int>(words.size());
    if (!whole && !partial && !steps) {
      if (named) weak.push_back(&c);
      continue;
    }
    double confidence = closed ? 0.9 : 0.8;
    if (!named) confidence -= 0.15;
    if (partial && !whole) confidence -= 0.15;
    RoleAnswer answer = found({c.facts.name}, c.is(Type::enumeration) ? "enum" : "word", confidence,
                              whole || steps ? fmt::format("Its words{} are those of a life: unfinished and finished.",
                                                           closed ? "" : ", as far as rows show them,")
                                             : "Named as a state, and words of it are known.");
    for (const std::string& word : words) answer.meanings[word] = meaning_of(word, steps);
    doubt_stations(answer.meanings);
    doubt_words_by_rows(c, answer.meanings);
    candidates.push_back({&c, std::move(answer)});
  }
  if (candidates.size() > 1) {
    std::erase_if(candidates, [this](const Found& f) {
      return !names_a_state(f.column->name) && f.column != shape_.words && f.column != events_.words;
    });
  }
  if (candidates.size() == 1) return candidates[0].answer;
  if (candidates.size() > 1) {
    std::vector<const Column*> columns;
    for (const Found& f : candidates) columns.push_back(f.column);
    return unknown(fmt::format("Several columns hold words of a life: {}. Please choose.", list(columns)));
  }
  if (weak.size() == 1 && weak[0]->facts.words.empty() && !weak[0]->has_values())
    return found({weak[0]->facts.name}, "word", 0.6,
                 "Named as a state; no row and no catalog entry tells its words. Please say what they mean.");
  if (!weak.empty())
    return unknown(
        fmt::format("{} is named as a state, but no catalog entry and no row tells its words. Please say what they mean.", list(weak)));
  return std::nullopt;
}

// A code means success where a time of completion stands in exactly its rows; what other codes mean must be asked.
std::map<std::string, std::string> Roles::meanings_of_codes(const Column& code) const {
  std::map<std::string, std::string> meanings;
  for (const std::string& value : code.facts.values) meanings[value] = "unknown";
  for (const Column& done : columns_) {
    if (!time_form(done) || !names_done(done.name, kind_) || !has_nulls(done) || done.facts.sample.size() != code.facts.sample.size())
      continue;
    std::map<std::string, std::pair<int, int>> counts;  // code → rows with the time, rows without
    for (std::size_t row = 0; row < code.facts.sample.size(); ++row) {
      auto& count = counts[code.facts.sample[row].value_or("")];
      done.facts.sample[row] ? ++count.first : ++count.second;
    }
    const auto with = std::count_if(counts.begin(), counts.end(), [](const auto& c) { return c.second.first > 0; });
    for (const auto& [value, count] : counts) {
      if (with == 1 && count.second == 0 && count.first >= 3 && meanings.contains(value)) meanings[value] = "succeeded";
    }
  }
  return meanings;
}

std::optional<RoleAnswer> Roles::state_by_code() {
  for (const Column& c : columns_) {
    if (!c.is_integer() || time_form(c) || counts_attempts(c) || c.name.has_any({"http", "response", "code", "count", "id"})) continue;
    const bool state = names_a_state(c.name);
    if (!state && !(c.facts.integer_bytes == 2 && names_done(c.name, kind_))) continue;
    const auto numbers = c.numbers();
    if (!numbers) continue;
    if (names_done(c.name) && std::set<double>(numbers->begin(), numbers->end()) == std::set<double>{0, 1}) {
      RoleAnswer answer = found({c.facts.name}, "code", 0.8, "A number used as yes and no, named for the work being done; both occur.");
      answer.meanings = {{"0", "in_progress"}, {"1", "succeeded"}};
      return answer;
    }
    if (!state || is_http_code(c)) continue;
    // Without a row, a request's status may be that of the answer.
    const bool few = std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= -10 && n < 100; });
    if (!few || (numbers->empty() && kind_ == Kind::idempotency)) continue;
    RoleAnswer answer = found({c.facts.name}, "code", 0.65, "Named as a state and kept as a number. Please say what its codes mean.");
    answer.meanings = meanings_of_codes(c);
    return answer;
  }
  return std::nullopt;
}

std::optional<RoleAnswer> Roles::state_by_flags() {
  std::vector<const Column*> done, dead, undone;
  for (const Column& c : columns_) {
    if (!c.is(Type::boolean)) continue;
    if (names_done(c.name, kind_) || c.name.is({"delivered"}) || c.name.is({"is", "delivered"})) done.push_back(&c);
    if (names_dead(c.name) || c.name.has("error")) dead.push_back(&c);
    if (c.name.has_any({"flight", "pending", "processing", "running", "progress"})) undone.push_back(&c);
  }
  if (undone.size() == 1 && done.empty() && dead.empty()) {
    RoleAnswer answer = found({undone[0]->facts.name}, "flag", 0.8, "A flag named for work under way.");
    answer.meanings = {{"true", "in_progress"}, {"false", "succeeded"}};
    return answer;
  }
  if (done.empty()) return std::nullopt;
  if (done.size() > 1 || dead.size() > 1) {
    std::vector<const Column*> both = done;
    both.insert(both.end(), dead.begin(), dead.end());
    return unknown(fmt::format("Several flags might tell the state: {}. Please choose.", list(both)));
  }
  RoleAnswer answer = found({done[0]->facts.name}, "flag", 0.8, "A flag named for the work being done.");
  answer.meanings = {{"false", "in_progress"}, {"true", "succeeded"}};
  if (!dead.empty()) {
    answer.columns.push_back(dead[0]->facts.name);
    answer.form = "flags";
    answer.meanings = {{done[0]->facts.name, "succeeded"}, {dead[0]->facts.name, "failed"}, {"neither", "in_progress"}};
  }
  return answer;
}

std::optional<RoleAnswer> Roles::state_by_instants() {
  std::vector<const Column*> done, dead, vague;
  for (const Column& c : columns_) {
    const auto form = time_form(c);
    // With a default of now it is there from the beginning.
    if (!form || c.facts.not_null || is_default_now(c) ||
        c.name.has_any({"next", "last", "until", "first", "scheduled", "after", "before"}))
      continue;
    if (names_done(c.name, kind_))
      done.push_back(&c);
    else if (names_dead(c.name))
      dead.push_back(&c);
    else if (c.name.has_any({"delivered", "executed", "closed", "ended", "end"}))
      vague.push_back(&c);
  }
  if (done.size() == 1 && dead.size() <= 1 && vague.empty()) {
    RoleAnswer answer = found({done[0]->facts.name}, "timestamps", 0.85, "Absent until the work is done.");
    answer.meanings = {{done[0]->facts.name, "succeeded"}, {"neither", "in_progress"}};
    if (!dead.empty()) {
      answer.columns.push_back(dead[0]->facts.name);
      answer.meanings[dead[0]->facts.name] = "failed";
    } else {
      answer.meanings = {{"null", "in_progress"}, {"not null", "succeeded"}};
    }
    return answer;
  }
  std::vector<const Column*> all = done;
  all.insert(all.end(), dead.begin(), dead.end());
  all.insert(all.end(), vague.begin(), vague.end());
  if (all.empty()) return std::nullopt;
  return unknown(fmt::format("{} may tell the state by being absent or there. Please choose.", list(all)));
}

RoleAnswer Roles::state() {
  for (const auto& attempt : {&Roles::state_by_words, &Roles::state_by_flags, &Roles::state_by_code, &Roles::state_by_instants}) {
    if (auto answer = (this->*attempt)()) return *answer;
  }
  const auto numbered = those([](const Column& c) {
    return c.is_integer() && !time_form(c) && !is_http_code(c) && !counts_attempts(c) &&
           (names_a_state(c.name) || (c.facts.integer_bytes == 2 && (names_done(c.name) || names_dead(c.name)))) &&
           !c.name.has_any({"http", "response", "code", "count", "id"});
  });
  if (!numbered.empty())
    return unknown(
        fmt::format("{} looks like a state kept as a number; its codes cannot be told. Please say what they mean.", list(numbered)));
  // Numbers that could be HTTP's, beside a column that is surely the answer's status: whose they are, a person must say.
  const auto ambiguous = those([](const Column& c) {
    return c.is_integer() && is_http_code(c) && names_a_state(c.name) && !c.name.has_any({"http", "response", "code", "result"});
  });
  const auto codes = those([](const Column& c) {
    return c.is_integer() && (c.name.has_all({"response", "code"}) || c.name.has_all({"status", "code"}) ||
                              c.name.has_all({"response", "status"}) || c.name.has_all({"http", "status"}));
  });
  if (!ambiguous.empty() && !codes.empty())
    return unknown(fmt::format("{} may be a state kept as a number, or the answer's status. Please choose.", list(ambiguous)));
  if (codes.size() == 1 && !codes[0]->facts.not_null) {
    RoleAnswer answer = found({codes[0]->facts.name}, "response_code", 0.65,
                              "Nothing else tells the state, and the answer's status is absent until there is one.");
    answer.meanings = {{"null", "in_progress"}, {"not null", "succeeded"}};
    return answer;
  }
  // An outbox without a word about sending forgets what it sent, or is read from the log: that a row is there tells neither.
  if (kind_ == Kind::outbox)
    return unknown("No column tells whether a row was sent: sent rows may be deleted, or read from the log. Please choose.");
  const auto bodies = those([](const Column& c) {
    return c.name.has_any({"response", "result", "reply", "output"}) && !c.name.has("address");
  });
  if (!bodies.empty()) return unknown(fmt::format("Whether {} being absent means unfinished cannot be told. Please choose.", list(bodies)));
  // Presence is what is left where every column is understood and none of them tells anything.
  const auto riddles = those([](const Column& c) {
    const bool understood =
        time_form(c) || c.name.has_any({"id", "key", "payload", "body", "content", "data", "header", "metadata", "hash", "type", "name",
                                        "topic", "consumer", "handler", "tenant", "version", "partition", "offset", "source"});
    return !understood;
  });
  if (!riddles.empty()) return unknown(fmt::format("Nothing here is known to tell the state; {} might. Please choose.", list(riddles)));
  RoleAnswer answer = found({}, "presence", 0.7, "No column tells a state: that the row is there is all there is to know.");
  answer.meanings = {{"present", "succeeded"}};
  return answer;
}

}  // namespace onceover::profile

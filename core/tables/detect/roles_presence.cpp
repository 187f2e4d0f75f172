// SPDX-License-Identifier: Apache-2.0
// The state in a table that has no column for it: what the presence of a row means.

#include <nlohmann/json.hpp>

#include "core/tables/detect/roles.h"

namespace onceover::tables {
namespace {

// Its values are no words of a state: classes or paths, documents, sentences; or (almost) each row has its
// own.
bool has_no_state_words(const Column& c) {
  constexpr std::size_t enough_rows = 8;
  const bool differs =
      c.facts.sample.size() >= enough_rows && 10 * c.facts.values.size() >= 9 * c.facts.sample.size();
  return differs || std::ranges::any_of(c.facts.values, [](const std::string& value) {
           return value.size() > 30 || value.find_first_of(".:/(){}[]<>#@ \\") != std::string::npos;
         });
}

// A flag, a word, a code, or a value that some rows lack; its name does not show that it is something else.
bool may_be_a_state(const Column& c, Kind kind) {
  if (time_form(c) || fits(c, sign::attempts) || c.facts.generated) return false;
  if (fits(c.name,
           "id|key|payload|body|content|data|header|metadata|hash|type|name|topic|consumer|handler|tenant|"
           "version|partition|offset|source|"
           "causation|correlation|category|namespace"))
    return false;
  // A queue has more columns that say what the work is, how it is done and what went wrong in an attempt.
  if (kind == Kind::queue && fits(c.name,
                                  "queue|priority|retry|kind|class|worker|channel|count|max|limit|error|args|"
                                  "arg|by|group|tag|label|delay|"
                                  "ttr|timeout|lock|number|failure|func|concurrency|params|message|job|task|"
                                  "tries|try|reserved|batch|cron|"
                                  "function|trace|attempt|revision|exception|repeat|rev|exclusive"))
    return false;
  if (!c.is_wordy() && !c.is(Type::boolean) && !c.is_integer() && c.facts.not_null) return false;
  const bool is_filled_at_once =
      c.facts.not_null && c.facts.default_sql.empty() && c.is_text() && c.has_values();
  return !is_filled_at_once || !has_no_state_words(c);
}

// The member of its documents that holds words of work that goes on, or that is unfinished and finished.
std::string state_member(const Column& c) {
  std::map<std::string, std::vector<std::string>> words;
  for (const Cell& cell : c.facts.sample) {
    const auto json = cell ? nlohmann::json::parse(*cell, nullptr, false) : nlohmann::json();
    if (!json.is_object()) continue;
    for (const auto& [name, value] : json.items()) {
      if (value.is_string() && fits(Name(name), sign::state)) add_once(words[name], value.get<std::string>());
    }
  }
  for (const auto& [name, all] : words) {
    const LifeWords life = life_words(all);
    const bool goes_on =
        std::ranges::any_of(all, [](const auto& w) { return usual_meaning(w) == key::State::in_progress; });
    if (all.size() <= most_state_words && life.unfinished && (life.finished || goes_on)) return name;
  }
  return {};
}

RoleAnswer by_presence(key::State state, double confidence, std::string why) {
  RoleAnswer out =
      found({}, "presence", confidence, std::move(why), {{"present", std::string(key::word(state))}});
  out.states.otherwise = StateRule{.state = state, .word = "present"};
  return out;
}

}  // namespace

// A time that some rows lack and others have; its name does not show that it is something else.
bool Roles::may_be_an_end(const Column& c) const {
  return time_form(c) && has_nulls(c) && c.has_values() && &c != lease_ && &c != created_ &&
         !fits(c.name,
               "lock|locked|lease|claim|claimed|reserved|attempted|attempt|picked|taken|fetched|delivered|"
               "heartbeat|started|run|next|last|"
               "scheduled|schedule|available|visible|due|expire|expiry|expiration|until|after|before|by|"
               "updated|modified|first|expected");
}

// Rows of such an outbox are deleted when they were sent, or kept for a reader of the log. Only the former
// are tried again.
RoleAnswer Roles::sent_by_presence() const {
  const auto may_tell = those([](const Column& c) {
    if (c.is(Type::boolean) || c.is(Type::enumeration) || fits(c, "@whole -@time flag|state|status"))
      return true;
    return time_form(c) && !c.facts.not_null && !fits(c, sign::lease) &&
           !fits(c.name,
                 "lock|locked|claim|claimed|lease|next|retry|scheduled|available|visible|due|expire|until|"
                 "after|by|updated|first|last");
  });
  const bool is_tried = any(columns_, [](const Column& c) {
    return fits(c, sign::attempts) || fits(c, sign::lease) || fits(c.name, "=leader.id") ||
           (time_form(c) && fits(c.name, "scheduled|next|available"));
  });
  if (is_tried && may_tell.empty())
    return by_presence(
        key::State::in_progress, 0.7,
        "Rows are tried again, and nothing shows that one was sent: a row that is there waits.");
  return unknown(
      "No column shows whether a row was sent: sent rows may be deleted, or be read from the log. Please "
      "choose.");
}

RoleAnswer Roles::worked_by_presence() const {
  // A flag, a word or a code may be the state where its name does not say what it is.
  const auto open = those([this](const Column& c) { return may_be_a_state(c, kind_); });
  if (!open.empty()) return several("show the state", open);
  const auto times = those([this](const Column& c) { return may_be_an_end(c); });
  if (!times.empty()) return unclear(times, "may show the state by being NULL or not");
  return by_presence(key::State::in_progress, 0.7,
                     "No column shows a state: a job that is there waits or runs.");
}

std::optional<RoleAnswer> Roles::answered_by_presence(const Columns& bodies) const {
  // Where the table takes no row without its answer, a row that is there is answered.
  const auto is_always_answered = [](const Column* c) {
    return c->facts.not_null && c->facts.default_sql.empty() && c->has_values() &&
           (!c->is_integer() || is_http_code(*c)) && !c->any_value(is_blank);
  };
  // A value that a row may lack could tell that it is being worked on.
  const auto may_show_work = [this](const Column& c) {
    if (c.is(Type::boolean) || c.is(Type::enumeration)) return true;
    if (c.facts.not_null) return false;
    if (time_form(c)) return !fits(c.name, "created|updated|inserted|modified|expire|expiry|expiration");
    return !fits(
               c.name,
               "response|result|header|content|hash|fingerprint|digest|tenant|path|method|route|metadata") &&
           !is_among(identity_, c.facts.name);
  };
  if (kind_ == Kind::idempotency && lease_ == nullptr && !any(columns_, may_show_work) &&
      std::ranges::any_of(bodies, is_always_answered)) {
    RoleAnswer answer = by_presence(
        key::State::succeeded, 0.7,
        fmt::format("No row may lack its answer ({}): it is written once there is one.", list(bodies)));
    // A status of 0, which no sampled row has, is no answer.
    const auto code = std::ranges::find_if(bodies, [](const Column* c) { return is_http_code(*c); });
    if (code != bodies.end()) answer.states = answered_states((*code)->facts.name);
    return answer;
  }
  return std::nullopt;
}

RoleAnswer Roles::state_by_presence() {
  for (const Column* c : those("@json")) {
    if (const std::string member = state_member(*c); !member.empty())
      return unknown(
          fmt::format("\"{}\" shows the state within \"{}\", and a profile names columns only. Read it by a "
                      "generated column.",
                      visible(member), visible(c->facts.name)));
  }
  const auto unread = those([](const Column& c) {
    return (c.is(Type::array) || c.is(Type::other)) && !time_form(c) && fits(c, sign::state);
  });
  if (!unread.empty()) return unclear(unread, "may show the state, in a type that a profile does not read");
  if (kind_ == Kind::outbox) return sent_by_presence();
  if (kind_ == Kind::queue) return worked_by_presence();
  const auto bodies = those([](const Column& c) {
    return (fits(c.name, "response|result|reply|output") && !c.name.has("address")) ||
           (is_http_code(c) && c.name.has("status"));
  });
  if (const auto answer = answered_by_presence(bodies)) return *answer;
  if (!bodies.empty()) return unclear(bodies, "may be absent until the work is done, or for good");
  // Every column is understood, and none shows a state: that leaves the presence of the row.
  const auto riddles = those([this](const Column& c) { return may_be_a_state(c, kind_); });
  if (!riddles.empty()) return several("show the state", riddles);
  return by_presence(key::State::succeeded, 0.7,
                     "No column shows a state: that the row is there is all there is to know.");
}

}  // namespace onceover::tables

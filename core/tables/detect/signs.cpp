// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/signs.h"

#include <algorithm>

namespace onceover::tables {
namespace {

// ## Words of states, without separators

constexpr std::string_view waiting =
    "pending|new|created|initial|initiated|initialized|queued|enqueued|scheduled|delayed|waiting|received|"
    "retrying|retry|ready|available|"
    "staged|unsent|"
    "unpublished|incoming|awaiting|notpublished|undelivered|retryable|unhandled|init|requested|unprocessed|"
    "notstarted|todo|suspended|"
    "paused|"
    "withheld|unsubmitted|undone|onhold|awaitingretry|tobesent|tobepublished|tobeprocessed|open";
constexpr std::string_view working =
    "processing|inprogress|progress|started|running|claimed|locked|executing|active|inflight|sending|"
    "publishing|inprocessing|pickedup|"
    "picked|working|reserved|begun|inprocess|doing|delivering|aborting|resubmitted|canceling|cancelling|"
    "failing";
constexpr std::string_view done =
    "succeeded|success|successful|complete|completed|done|finished|processed|published|sent|delivered|"
    "consumed|ok|acked|acknowledged|"
    "settled|executed|succeed|handled|dispatched|committed|recovered";
constexpr std::string_view refused =
    "failed|fail|failure|error|errored|dead|deadletter|deadlettered|dlq|abandoned|rejected|discarded|aborted|"
    "cancelled|canceled|poisoned|"
    "exhausted|declined|fatal|publishedfailed|publishfailed";
// Words that end one table's life and begin another's: "published" to whom, "sent" and then?
constexpr std::string_view halfway =
    "processed|published|sent|dispatched|delivered|committed|consumed|acked|acknowledged";
// Orders, carts and accounts have these states too.
constexpr std::string_view common =
    "active|open|new|created|available|ready|started|paused|suspended|initial|requested|received|reserved";
// A person says so, of work and of orders alike.
constexpr std::string_view refused_by_people = "cancelled|canceled|rejected|declined|abandoned";

// Only lower-case letters; "" where there is anything but letters and separators.
std::string plain_word(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (c >= 'A' && c <= 'Z') {
      plain += static_cast<char>(c - 'A' + 'a');
    } else if (c >= 'a' && c <= 'z') {
      plain += c;
    } else if (c != '_' && c != '-' && c != ' ' && c != '.') {
      return {};
    }
  }
  return plain;
}

// "uploading", "exporting_data": it goes on. Other words with this ending do not say so.
bool is_going_on(std::string_view word) {
  constexpr std::string_view others =
      "missing|existing|remaining|outgoing|billing|shipping|nothing|warning|trialing|setting|meeting|"
      "building|training|onboarding";
  // Most values are no such word: they are not taken apart.
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (std::ranges::search(word, std::string_view("ing"), {}, lower).empty()) return false;
  const std::vector<std::string> parts = words_in(word);
  return !parts.empty() && parts.size() <= 3 && word.find(' ') == word.npos && parts[0].size() > 6 &&
         parts[0].ends_with("ing") && !is_listed(parts[0], others) && !is_listed(plain_word(word), waiting) &&
         !is_listed(parts.back(), refused);
}

}  // namespace

std::optional<key::State> usual_meaning(std::string_view word) {
  const std::string plain = plain_word(word);
  if (is_listed(plain, done)) return key::State::succeeded;
  if (is_listed(plain, refused)) return key::State::failed;
  if (plain == "released") return key::State::released;
  if (is_listed(plain, waiting) || is_listed(plain, working) || is_going_on(word))
    return key::State::in_progress;
  return std::nullopt;
}

LifeWords life_words(const std::vector<std::string>& words) {
  LifeWords out;
  for (const std::string& word : words) {
    const auto state = usual_meaning(word);
    // "delivery_failed": after such a failure the service may try again.
    const auto ends_refused = [&] {
      const std::vector<std::string> parts = words_in(word);
      return !parts.empty() && is_listed(parts.back(), refused);
    };
    const bool fails = state ? state == key::State::failed : ends_refused();
    if (!state && !fails) continue;
    ++out.known;
    const std::string plain = plain_word(word);
    if (state == key::State::in_progress) {
      out.unfinished = true;
      (is_listed(plain, common) ? out.common : means_working(word) ? out.working : out.waiting) = true;
    } else {
      out.finished = true;
      out.succeeds = out.succeeds || !fails;
      out.fails = out.fails || (fails && !is_listed(plain, refused_by_people));
    }
  }
  return out;
}

bool means_working(std::string_view word) {
  return is_listed(plain_word(word), working) || is_going_on(word);
}

bool means_cancelled(std::string_view word) { return is_listed(plain_word(word), "cancelled|canceled"); }

bool may_be_halfway(std::string_view word) { return is_listed(plain_word(word), halfway); }

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  return std::ranges::any_of(columns, holds);
}

bool any(const std::vector<Column>& columns, std::string_view pattern) {
  return std::ranges::any_of(columns, [&](const Column& c) { return fits(c, pattern); });
}

bool in_unique(const TableFacts& table, const std::string& column) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    return index.unique && is_among(index.columns, column);
  });
}

bool names_an_event_id(const Name& name) { return name.words().size() <= 4 && fits(name, sign::event_id); }

bool dedupes_deeds(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() > 6 || any(columns, sign::payload)) return false;
  const auto is = [&](const std::string& name, auto holds) {
    return any(columns, [&](const Column& c) { return c.facts.name == name && holds(c); });
  };
  const auto names_event = [](const Column& c) { return names_an_event_id(c.name) && c.is_opaque(); };
  const auto names_deed = [](const Column& c) { return fits(c, "@wordy type|kind|action|template"); };
  const bool keyed = std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    if (!index.unique || index.columns.size() != 2) return false;
    const std::string &a = index.columns[0], &b = index.columns[1];
    return (is(a, names_event) && is(b, names_deed)) || (is(b, names_event) && is(a, names_deed));
  });
  return keyed && any(columns, "@time -@needed sent|done|delivered|executed|completed|processed|handled");
}

bool has_life_words(const Column& column) {
  const std::vector<std::string>& words = column.facts.vocabulary();
  if (words.size() > most_state_words || !column.is_wordy()) return false;
  const LifeWords life = life_words(words);
  return life.unfinished && life.finished;
}

bool has_an_index_of_waiting_rows(const TableFacts& table, const std::vector<Column>& columns) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    const std::string& p = index.predicate;
    return !index.unique && !p.empty() && any(columns, [&](const Column& c) {
      if (p.find(c.facts.name) == std::string::npos) return false;
      const bool says_open = p.find(" IS NULL") != std::string::npos || p.find("NOT ") != std::string::npos ||
                             p.find("false") != std::string::npos;
      const auto is_open = [&](const std::string& word) {
        return usual_meaning(word) == key::State::in_progress &&
               p.find('\'' + word + '\'') != std::string::npos;
      };
      return (says_open && (fits(c, sign::done) || fits(c, sign::lease) || fits(c, "owner|worker"))) ||
             fits(c, "@bool queued|pending|waiting") || std::ranges::any_of(c.facts.vocabulary(), is_open);
    });
  });
}

bool is_http_code(const Column& column) {
  const auto numbers = column.numbers();
  return column.is_integer() && numbers && !numbers->empty() &&
         std::ranges::all_of(*numbers, [](double n) { return n >= lowest_code && n <= highest_code; });
}

bool tells_of_life(const Column& c) {
  return has_life_words(c) ||
         fits(c,
              "processed|published|sent|dispatched|delivered|consumed|completed|handled|abandoned|completion|"
              "acknowledged|acked|done|finished -attempt|count|by");
}

}  // namespace onceover::tables

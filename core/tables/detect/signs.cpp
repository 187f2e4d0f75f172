#include "core/tables/detect/signs.h"

#include <algorithm>
#include <array>

namespace onceover::tables {
namespace {

constexpr std::array unfinished{
    "pending",     "processing",    "inprogress",  "progress",    "started",   "running",       "new",           "created",
    "initial",     "initiated",     "queued",      "enqueued",    "scheduled", "delayed",       "waiting",       "received",
    "claimed",     "locked",        "executing",   "active",      "retrying",  "retry",         "inflight",      "ready",
    "available",   "staged",        "unsent",      "unpublished", "sending",   "publishing",    "inprocessing",  "incoming",
    "awaiting",    "notpublished",  "undelivered", "pickedup",    "picked",    "retryable",     "unhandled",     "init",
    "working",     "requested",     "reserved",    "begun",       "inprocess", "unprocessed",   "notstarted",    "todo",
    "doing",       "suspended",     "paused",      "withheld",    "canceling", "cancelling",    "failing",       "delivering",
    "unsubmitted", "awaitingretry", "aborting",    "resubmitted", "tobesent",  "tobepublished", "tobeprocessed", "open"};
constexpr std::array done{"succeeded", "success", "successful", "complete",   "completed", "done",     "finished",     "processed",
                          "published", "sent",    "delivered",  "consumed",   "ok",        "acked",    "acknowledged", "settled",
                          "executed",  "succeed", "handled",    "dispatched", "committed", "recovered"};
constexpr std::array refused{
    "failed",    "failure", "error",     "errored",  "dead",     "deadletter", "deadlettered", "dlq",   "abandoned",       "rejected",
    "discarded", "aborted", "cancelled", "canceled", "poisoned", "exhausted",  "declined",     "fatal", "publishedfailed", "publishfailed"};
// Words that end one table's life and begin another's: "published" to whom, "sent" and then?
constexpr std::array halfway{"published", "sent", "dispatched", "delivered", "committed", "consumed", "acked", "acknowledged"};

constexpr std::array working{"processing", "inprogress", "progress", "started",     "running",    "claimed",      "locked",
                             "executing",  "active",     "inflight", "sending",     "publishing", "inprocessing", "pickedup",
                             "picked",     "working",    "reserved", "begun",       "inprocess",  "doing",        "busy",
                             "delivering", "handling",   "aborting", "resubmitted", "canceling",  "cancelling",   "failing"};

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

}  // namespace

std::optional<key::State> usual_meaning(std::string_view word) {
  const std::string plain = plain_word(word);
  const auto in = [&plain](const auto& words) { return std::find(words.begin(), words.end(), plain) != words.end(); };
  if (in(done)) return key::State::succeeded;
  if (in(refused)) return key::State::failed;
  if (plain == "released") return key::State::released;
  if (in(unfinished)) return key::State::in_progress;
  return std::nullopt;
}

LifeWords life_words(const std::vector<std::string>& words) {
  LifeWords out;
  for (const std::string& word : words) {
    const auto state = usual_meaning(word);
    if (!state) continue;
    ++out.known;
    (key::is_final(*state) ? out.finished : out.unfinished) = true;
  }
  return out;
}

bool means_working(std::string_view word) { return std::find(working.begin(), working.end(), plain_word(word)) != working.end(); }

bool may_be_halfway(std::string_view word) { return std::find(halfway.begin(), halfway.end(), plain_word(word)) != halfway.end(); }

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  return std::ranges::any_of(columns, holds);
}

bool any(const std::vector<Column>& columns, std::string_view pattern) {
  return std::ranges::any_of(columns, [&](const Column& c) { return fits(c, pattern); });
}

bool in_unique(const TableFacts& table, const std::string& column) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) { return index.unique && is_among(index.columns, column); });
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

bool is_http_code(const Column& column) {
  const auto numbers = column.numbers();
  return column.is_integer() && numbers && !numbers->empty() &&
         std::ranges::all_of(*numbers, [](double n) { return n >= 100 && n <= 599; });
}

bool tells_of_life(const Column& c) {
  return has_life_words(c) || fits(c,
                                   "processed|published|sent|dispatched|delivered|consumed|completed|handled|abandoned|completion|"
                                   "acknowledged|acked|done|finished -attempt|count|by");
}

}  // namespace onceover::tables

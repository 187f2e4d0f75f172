#include "core/tables/detect/state_words.h"

#include <algorithm>
#include <array>
#include <string>

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

constexpr std::array working{"processing", "inprogress", "progress", "started",    "running",    "claimed",      "locked",
                             "executing",  "active",     "inflight", "sending",    "publishing", "inprocessing", "pickedup",
                             "picked",     "working",    "reserved", "begun",      "inprocess",  "doing",        "busy",
                             "delivering", "handling",   "aborting", "resubmitted"};

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

}  // namespace onceover::tables

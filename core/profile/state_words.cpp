#include "core/profile/state_words.h"

#include <algorithm>
#include <array>
#include <string>

namespace onceover::profile {
namespace {

constexpr std::array unfinished{
    "pending",  "processing", "inprogress", "progress", "started",   "running",     "new",        "created",     "initial",    "initiated",
    "queued",   "enqueued",   "scheduled",  "delayed",  "waiting",   "received",    "claimed",    "locked",      "executing",  "active",
    "retrying", "retry",      "inflight",   "ready",    "available", "staged",      "unsent",     "unpublished", "sending",    "publishing",
    "working",  "requested",  "reserved",   "begun",    "inprocess", "unprocessed", "notstarted", "todo",        "resubmitted"};
constexpr std::array done{"succeeded",    "success",   "successful", "complete",  "completed", "done", "finished",
                          "processed",    "published", "sent",       "delivered", "consumed",  "ok",   "acked",
                          "acknowledged", "handled",   "dispatched", "committed", "recovered"};
constexpr std::array refused{"failed",       "failure",   "error",     "errored",   "dead",    "deadletter",
                             "deadlettered", "abandoned", "rejected",  "discarded", "aborted", "cancelled",
                             "canceled",     "poisoned",  "exhausted", "declined",  "fatal"};

}  // namespace

std::optional<key::State> usual_meaning(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (c >= 'A' && c <= 'Z') {
      plain += static_cast<char>(c - 'A' + 'a');
    } else if (c >= 'a' && c <= 'z') {
      plain += c;
    } else if (c != '_' && c != '-' && c != ' ' && c != '.') {
      return std::nullopt;
    }
  }
  const auto in = [&plain](const auto& words) { return std::find(words.begin(), words.end(), plain) != words.end(); };
  if (in(done)) return key::State::succeeded;
  if (in(refused)) return key::State::failed;
  if (plain == "released") return key::State::released;
  if (in(unfinished)) return key::State::in_progress;
  return std::nullopt;
}

}  // namespace onceover::profile

#include <algorithm>
#include <array>

#include "core/tables/detect/names.h"

namespace onceover::tables {
namespace {

// Words of such tables' columns. Left out is what splits a word that is one: "up" of "update", "on" of nothing but an instant is only
// taken for the last part, below.
constexpr std::array known{"account",    "aggregate",    "amount",      "attempt",     "attempts", "available", "bag",       "body",
                           "channel",    "claimed",      "client",      "code",        "command",  "completed", "consumer",  "content",
                           "context",    "correlation",  "count",       "created",     "creation", "currency",  "customer",  "data",
                           "date",       "delivered",    "destination", "dispatched",  "endpoint", "error",     "event",     "expires",
                           "expiry",     "expiration",   "failed",      "fingerprint", "handler",  "hash",      "header",    "headers",
                           "http",       "id",           "idempotency", "key",         "last",     "lease",     "lock",      "locked",
                           "message",    "method",       "modified",    "name",        "next",     "number",    "occurred",  "operation",
                           "order",      "organization", "owner",       "partition",   "path",     "payload",   "process",   "processed",
                           "processing", "published",    "received",    "request",     "response", "result",    "retries",   "retry",
                           "route",      "sent",         "sequence",    "server",      "source",   "started",   "state",     "status",
                           "stream",     "tenant",       "time",        "times",       "token",    "topic",     "trace",     "type",
                           "updated",    "url",          "user",        "utc",         "version",  "worker",    "job",       "queue",
                           "scheduled",  "signature",    "heartbeat",   "picked",      "reserved", "expire",    "processor", "causation",
                           "due",        "delivery",     "webhook",     "output",      "closed",   "checked",   "item"};
// Short words that end a name and begin none.
constexpr std::array endings{"at", "by", "on", "to", "until", "utc"};

bool is_known(std::string_view word) { return std::find(known.begin(), known.end(), word) != known.end(); }

bool is_ending(std::string_view word) { return std::find(endings.begin(), endings.end(), word) != endings.end(); }

bool split(std::string_view rest, std::size_t most, std::vector<std::string>& parts) {
  if (!parts.empty() && (is_known(rest) || is_ending(rest))) {
    parts.emplace_back(rest);
    return true;
  }
  if (most == 1) return false;
  for (std::size_t length = rest.size() - 1; length >= 2; --length) {
    if (!is_known(rest.substr(0, length)) && !(!parts.empty() && is_ending(rest.substr(0, length)))) continue;
    parts.emplace_back(rest.substr(0, length));
    if (split(rest.substr(length), most - 1, parts)) return true;
    parts.pop_back();
  }
  return false;
}

}  // namespace

std::vector<std::string> parts_of(std::string_view word) {
  // "regionoutbox": whatever precedes these is a word.
  for (const std::string_view box : {"outbox", "inbox"}) {
    if (word.size() < box.size() + 3 || !word.ends_with(box)) continue;
    std::vector<std::string> parts = parts_of(word.substr(0, word.size() - box.size()));
    parts.emplace_back(box);
    return parts;
  }
  std::vector<std::string> parts;
  if (word.size() >= 6 && !is_known(word) && split(word, 3, parts)) return parts;
  return {std::string(word)};
}

}  // namespace onceover::tables

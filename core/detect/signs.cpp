#include "core/detect/signs.h"

#include <algorithm>

#include "core/detect/state_words.h"

namespace onceover::profile {

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  return std::any_of(columns.begin(), columns.end(), holds);
}

bool is_among(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

bool in_unique(const TableFacts& table, const std::string& column) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) { return index.unique && is_among(index.columns, column); });
}

bool speaks_of_events(const Name& name) {
  return name.has_any({"message", "msg", "event", "webhook", "notification", "envelope", "delivery", "letter", "command"});
}

bool names_an_idempotency_key(const Name& name) {
  const bool speaks = name.has_prefix("idempot") || name.has_any({"idem", "idemp"}) || name.has_prefix("dedup");
  // An event's id names what happened; it does not name a request.
  if (name.has("id") && name.has_any({"event", "message"})) return false;
  // "user provided idempotency key", "idempotency key expires at" are about a key and none.
  return speaks &&
         !name.has_any({"at", "expire", "hash", "status", "state", "inactive", "provided", "count", "until", "type", "ttl", "window"});
}

bool names_an_event_id(const Name& name) {
  const bool event =
      name.has_any({"message", "msg", "event", "webhook", "notification", "envelope", "delivery", "command", "request", "external"});
  return event && name.has_any({"id", "uuid", "guid", "key", "identifier"}) && name.words().size() <= 4 &&
         !name.has_any({"endpoint", "consumer", "type", "after", "previous", "next", "user", "parent", "correlation", "causation",
                        "subscription", "reply", "thread", "room"});
}

bool dedupes_deeds(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() > 6 || any(columns, is_payload)) return false;
  const auto find = [&](const std::string& name) {
    return std::ranges::find_if(columns, [&](const Column& c) { return c.facts.name == name; });
  };
  const bool keyed = std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    if (!index.unique || index.columns.size() != 2) return false;
    const auto is = [&](std::size_t at, auto holds) {
      const auto c = find(index.columns[at]);
      return c != columns.end() && holds(*c);
    };
    const auto names_event = [](const Column& c) { return names_an_event_id(c.name) && c.is_opaque(); };
    const auto names_deed = [](const Column& c) {
      return c.is_wordy() && !c.name.words().empty() && c.name.has_any({"type", "kind", "action", "template"});
    };
    return (is(0, names_event) && is(1, names_deed)) || (is(1, names_event) && is(0, names_deed));
  });
  return keyed && any(columns, [](const Column& c) {
           return time_form(c) && !c.facts.not_null &&
                  c.name.has_any({"sent", "done", "delivered", "executed", "completed", "processed", "handled"});
         });
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
         std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 100 && n <= 599; });
}

bool is_response(const Column& c) {
  const bool body = c.name.has_any({"response", "result", "reply", "answer", "output"}) &&
                    !c.name.has_any({"request", "time", "address", "hash", "sha", "digest"});
  return body && (c.is_json() || c.is_text() || c.is_bytes() || c.is_integer());
}

bool is_fingerprint(const Column& c) {
  return c.name.has("fingerprint") ||
         (c.name.has_any({"hash", "digest", "checksum", "sha"}) && !c.name.has_any({"password", "response", "token", "secret"}));
}

bool is_lease(const Column& c) {
  return c.name.has_any({"lock", "locked", "lease", "leased", "claimed", "claim", "reserved"}) &&
         (time_form(c) || c.is_text() || c.is(ColumnFacts::Type::uuid));
}

bool is_payload(const Column& c) {
  return c.name.has_any({"payload", "body", "content", "data", "event", "envelope", "message", "serialized", "value", "invocation",
                         "argument", "arg"}) &&
         !c.name.has_any({"id", "hash", "type", "at", "name", "key", "header", "status", "state", "error"}) &&
         (c.is_json() || c.is_text() || c.is_bytes());
}

bool tells_of_life(const Column& c) {
  if (has_life_words(c)) return true;
  const bool participle = c.name.has_any({"processed", "published", "sent", "dispatched", "delivered", "consumed", "completed", "handled",
                                          "abandoned", "completion", "acknowledged", "acked", "done", "finished"});
  return participle && !c.name.has_any({"attempt", "count", "by"});
}

bool counts_attempts(const Column& c) {
  if (!c.is_integer() || time_form(c)) return false;
  if (c.name.has_any({"max", "maximum", "limit", "remaining", "left", "delay", "after", "interval", "backoff", "second", "timeout", "id"}))
    return false;
  if (c.name.has_any({"attempt", "attempted", "retry", "retried", "try", "requeue"}) || c.name.is({"exec", "count"})) return true;
  const bool counted = c.name.has("count") || c.facts.name.starts_with("times") || c.facts.name.starts_with("Times");
  return counted && c.name.has_any({"receive", "received", "delivery", "failure", "error", "sent", "send", "publish", "published",
                                    "dispatch", "dispatched", "dequeue", "processing", "execution", "executed"});
}

}  // namespace onceover::profile

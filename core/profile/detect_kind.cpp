#include "core/profile/detect_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/profile/state_words.h"

namespace onceover::profile {
namespace {

// Points for one kind, with the reasons that earned them.
struct Points {
  int n = 0;
  std::vector<std::string> why;
  void add(int points, std::string reason) {
    n += points;
    why.push_back(std::move(reason));
  }
};

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  return std::any_of(columns.begin(), columns.end(), holds);
}

bool in_unique(const TableFacts& table, const std::string& column) {
  return std::any_of(table.indexes.begin(), table.indexes.end(), [&](const IndexFacts& index) {
    return index.unique && std::find(index.columns.begin(), index.columns.end(), column) != index.columns.end();
  });
}

bool speaks_of_events(const Name& name) {
  return name.has_any({"message", "msg", "event", "webhook", "notification", "envelope", "delivery", "letter", "command"});
}

// A name that speaks of what else may be kept under a unique word for a while: no store of keys, whatever else it looks like.
std::optional<std::string> other_purpose(const TableFacts& table, const std::vector<Column>& columns) {
  const Name name(table.name);
  if (name.has_prefix("idempot") && !name.has_any({"schedule", "scheduled", "task", "job", "migration"})) return std::nullopt;
  const auto has = [&](std::initializer_list<std::string_view> words) {
    return any(columns, [&](const Column& c) { return c.name.has_any(words); });
  };
  const auto has_pair = [&](std::initializer_list<std::string_view> words) {
    return any(columns, [&](const Column& c) { return c.name.has_all(words); });
  };
  if (name.has_any({"email", "mail", "sms", "chat"}) || (has({"subject"}) && has({"recipient", "sender"})) ||
      (has({"room", "thread", "conversation"}) && has({"sender", "author"})))
    return "mails or chats";
  if (has({"password", "passwd"}) || has_pair({"email", "verified"})) return "people who sign in";
  if (has({"etag", "vary"}) || has_pair({"max", "age"}) || has_pair({"cache", "control"}) || name.has("cache")) return "a cache";
  if (has({"checksum"}) && any(columns, [](const Column& c) { return c.name.has_any({"installed", "applied", "script", "migration"}); }))
    return "migrations";
  if (name.has_any({"migration", "migrations", "changelog", "flyway", "liquibase"})) return "migrations";
  if (name.has("session") || (has_pair({"session", "id"}) && has_pair({"user", "agent"}))) return "sessions";
  if (name.has_any({"schedule", "scheduled", "scheduler", "cron", "task", "job"}) ||
      (has_pair({"task", "name"}) && any(columns, [](const Column& c) {
         return c.name.has_any({"execution", "schedule", "heartbeat"});
       })))
    return "scheduled work";
  if (name.has_any({"lock", "mutex", "semaphore", "leader"})) return "locks";
  if (name.has_all({"api", "key"}) || name.has_any({"credential", "permission", "role", "setting", "config"}))
    return "credentials or settings";
  if (name.has_any({"audit", "log", "history", "metric", "monitoring"}) && !name.has_any({"message", "event"})) return "a log";
  return std::nullopt;
}

// Words of both unfinished and finished work: a life is kept here.
bool has_life_words(const Column& column) {
  const std::vector<std::string>& words = column.facts.words.empty() ? column.facts.values : column.facts.words;
  if (words.size() > 30 || !(column.is_text() || column.is(ColumnFacts::Type::enumeration))) return false;
  bool unfinished = false, finished = false;
  for (const std::string& w : words) {
    const auto state = usual_meaning(w);
    unfinished = unfinished || state == key::State::in_progress;
    finished = finished || state == key::State::succeeded || state == key::State::failed;
  }
  return unfinished && finished;
}

bool is_http_code(const Column& column) {
  const auto numbers = column.numbers();
  return column.is_integer() && numbers && !numbers->empty() &&
         std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 100 && n <= 599; });
}

bool is_response(const Column& c) {
  const bool body = c.name.has_any({"response", "result", "reply", "answer", "output"}) && !c.name.has_any({"request", "time"});
  return body && (c.is_json() || c.is_text() || c.is_bytes() || c.is_integer());
}

bool is_fingerprint(const Column& c) {
  return c.name.has("fingerprint") || (c.name.has_any({"hash", "digest", "checksum", "sha"}) && !c.name.has_any({"password", "response"}));
}

bool is_lease(const Column& c) {
  return c.name.has_any({"lock", "locked", "lease", "leased", "claimed", "claim", "reserved"}) &&
         (time_form(c) || c.is_text() || c.is(ColumnFacts::Type::uuid));
}

bool is_payload(const Column& c) {
  return c.name.has_any({"payload", "body", "content", "data", "event", "envelope", "message", "serialized"}) &&
         !c.name.has_any({"id", "hash", "type", "at"}) && (c.is_json() || c.is_text() || c.is_bytes());
}

bool tells_of_life(const Column& c) {
  if (has_life_words(c)) return true;
  const bool participle = c.name.has_any({"processed", "published", "sent", "dispatched", "delivered", "consumed", "completed", "handled",
                                          "abandoned", "completion", "acknowledged"});
  return participle && !c.name.has_any({"attempt", "count", "by"});
}

Points idempotency_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  bool named = false;
  if (name.has_prefix("idempot") || name.has_any({"idem", "idemp"}) || name.has_prefix("dedup")) {
    points.add(4, "its name speaks of idempotency");
    named = true;
  } else if (name.has_any({"processed", "handled", "seen", "executed"}) && name.has_any({"request", "operation"})) {
    points.add(4, "its name speaks of requests that were handled");
    named = true;
  }
  for (const Column& c : columns) {
    if (!names_an_idempotency_key(c.name) || !c.is_opaque()) continue;
    points.add(in_unique(table, c.facts.name) ? 5 : 3, fmt::format("\"{}\" is named as an idempotency key", c.facts.name) +
                                                           (in_unique(table, c.facts.name) ? " and is unique" : ", yet not unique"));
    break;
  }
  if (points.n == 0) return points;
  if (named && any(columns, [&](const Column& c) {
        return c.is_opaque() && c.name.has("request") && names_an_event_id(c.name) && in_unique(table, c.facts.name);
      }))
    points.add(2, "it names a request");
  bool keeps = false;
  if (any(columns, is_response)) points.add(2, "it stores a response"), keeps = true;
  if (any(columns, is_fingerprint)) points.add(1, "it stores a hash"), keeps = true;
  if (any(columns, is_lease)) points.add(1, "it stores a lock"), keeps = true;
  if (any(columns, [](const Column& c) { return has_life_words(c) || tells_of_life(c); }))
    points.add(1, "it tells how far the work is"), keeps = keeps || named;
  if (any(columns, [](const Column& c) { return c.name.has_any({"expire", "expiry", "expiration", "ttl"}); }))
    points.add(1, "its rows expire");
  // An order that carries the key it was made under is an order.
  if (!named && !keeps) return {};
  return points;
}

Points inbox_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  if (name.has_prefix("inbox")) {
    points.add(6, "its name says inbox");
  } else if (name.has_any({"received", "incoming", "inbound", "consumed", "processed"})) {
    points.add(3, "its name speaks of what came in");
  }
  if (speaks_of_events(name)) points.add(2, "its name speaks of events");
  for (const Column& c : columns) {
    if (!c.is_opaque() && !c.is_integer()) continue;
    if (names_an_event_id(c.name)) {
      points.add(in_unique(table, c.facts.name) ? 2 : 1, fmt::format("\"{}\" names an event", c.facts.name));
      break;
    }
  }
  if (any(columns, [](const Column& c) { return c.name.has("external") && c.name.has("id") && c.is_opaque(); }))
    points.add(2, "events keep the name that their sender gave them");
  if (any(columns, [](const Column& c) { return c.name.has_any({"consumer", "handler", "subscriber", "listener"}) && !c.name.has("at"); }))
    points.add(2, "it names who consumes");
  if (any(columns, [](const Column& c) { return c.name.is_one_of({"group"}) || c.name.has_all({"consumer", "group"}); }))
    points.add(1, "it names a group of consumers");
  if (any(columns, [](const Column& c) { return c.name.has("received") && time_form(c); }))
    points.add(1, "it says when they were received");
  if (any(columns, [](const Column& c) { return c.name.has_any({"processed", "consumed", "handled", "abandoned"}); }))
    points.add(2, "it says whether they were processed");
  if (any(columns, is_payload)) points.add(1, "it keeps a payload");
  if (any(columns, [](const Column& c) { return c.name.has_any({"attempt", "retry", "try", "receive"}) && c.is_integer(); }))
    points.add(1, "it counts attempts");
  if (any(columns, has_life_words)) points.add(1, "it tells how far the work is");
  return points;
}

Points outbox_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  // What goes out must be there to go.
  if (!any(columns, is_payload)) return points;
  if (name.has_prefix("outbox")) {
    points.add(6, "its name says outbox");
  } else if (name.has_any({"outgoing", "outbound", "published", "publication", "dispatch", "dispatched"})) {
    points.add(3, "its name speaks of what goes out");
  }
  if (speaks_of_events(name)) points.add(2, "its name speaks of events");
  if (any(columns, [](const Column& c) { return c.name.has_any({"destination", "topic", "exchange", "routing", "queue"}) && c.is_text(); }))
    points.add(2, "it names a destination");
  if (any(columns, [](const Column& c) { return c.name.has_prefix("aggregate"); })) points.add(2, "it names an aggregate");
  if (any(columns, [](const Column& c) {
        return c.name.has_any({"published", "dispatched", "enqueue", "publication"}) && !c.name.has_any({"id", "by"});
      })) {
    points.add(3, "it says whether they were published");
  } else if (any(columns, [](const Column& c) { return c.name.has("sent") && !c.name.has_any({"id", "by"}); })) {
    points.add(1, "it says whether they were sent");  // as chats and mails say too
  }
  if (any(columns, is_payload)) points.add(1, "it keeps a payload");
  if (any(columns, [](const Column& c) { return c.name.has("header"); })) points.add(1, "it keeps headers");
  if (any(columns, [](const Column& c) { return c.name.has_any({"attempt", "retry", "try"}) && c.is_integer(); }))
    points.add(1, "it counts attempts");
  if (any(columns, has_life_words)) points.add(1, "it tells how far the work is");
  return points;
}

// Without a name that says anything: a unique key of text, an HTTP status that is absent where the stored answer is, and words of a life.
// Nothing else looks so.
std::optional<KindAnswer> by_shape(const TableFacts& table, const std::vector<Column>& columns) {
  const bool keyed =
      any(columns, [&](const Column& c) { return (c.is_text() || c.is(ColumnFacts::Type::uuid)) && in_unique(table, c.facts.name); });
  if (!keyed || !any(columns, has_life_words)) return std::nullopt;
  for (const Column& code : columns) {
    if (!is_http_code(code) || code.facts.sample.empty()) continue;
    for (const Column& body : columns) {
      if (!(body.is_json() || body.is_bytes()) || body.facts.sample.size() != code.facts.sample.size()) continue;
      std::size_t absent = 0;
      bool together = true;
      for (std::size_t row = 0; row < code.facts.sample.size(); ++row) {
        together = together && code.facts.sample[row].has_value() == body.facts.sample[row].has_value();
        absent += code.facts.sample[row] ? 0 : 1;
      }
      if (!together || absent == 0 || absent == code.facts.sample.size()) continue;
      return KindAnswer{
          Kind::idempotency, 0.6,
          fmt::format(
              "No name says so, but \"{}\" holds HTTP statuses and \"{}\" an answer, both absent in unfinished rows of a unique key.",
              code.facts.name, body.facts.name)};
    }
  }
  return std::nullopt;
}

std::string sentence(const Points& points) {
  std::string out;
  for (const std::string& reason : points.why) out += (out.empty() ? "" : ", ") + reason;
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 32);
  return out + ".";
}

}  // namespace

bool names_an_idempotency_key(const Name& name) {
  const bool speaks = name.has_prefix("idempot") || name.has_any({"idem", "idemp"}) || name.has_prefix("dedup");
  // "user provided idempotency key", "idempotency key expires at" are about a key and none.
  return speaks &&
         !name.has_any({"at", "expire", "hash", "status", "state", "inactive", "provided", "count", "until", "type", "ttl", "window"});
}

bool names_an_event_id(const Name& name) {
  const bool event =
      name.has_any({"message", "msg", "event", "webhook", "notification", "envelope", "delivery", "command", "request", "external"});
  return event && name.has_any({"id", "uuid", "guid", "key", "identifier"}) && name.words().size() <= 4 &&
         !name.has_any(
             {"endpoint", "consumer", "type", "user", "parent", "correlation", "causation", "subscription", "reply", "thread", "room"});
}

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.empty() || other_purpose(table, columns)) return std::nullopt;
  const std::array<std::pair<Kind, Points>, 3> all{std::pair{Kind::idempotency, idempotency_points(table, columns)},
                                                   std::pair{Kind::inbox, inbox_points(table, columns)},
                                                   std::pair{Kind::outbox, outbox_points(table, columns)}};
  const auto* best = &all[0];
  for (const auto& one : all) {
    if (one.second.n > best->second.n) best = &one;
  }
  constexpr int enough = 6;
  if (best->second.n < enough) return by_shape(table, columns);
  int second = 0;
  for (const auto& one : all) {
    if (&one != best) second = std::max(second, one.second.n);
  }
  if (best->second.n == second) return std::nullopt;
  const double confidence = std::min(0.95, 0.5 + 0.05 * (best->second.n - enough) + 0.05 * std::min(6, best->second.n - second));
  return KindAnswer{best->first, confidence, sentence(best->second)};
}

}  // namespace onceover::profile

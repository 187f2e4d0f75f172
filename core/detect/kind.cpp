#include "core/detect/kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace onceover::profile {
namespace {

// Points for one kind, with the reasons that earned them.
struct Points {
  int n = 0;
  std::vector<std::string> why;
  bool of_events = false;  // and something shows that messages are kept, or how they are delivered
  bool moves = false;      // something shows that rows come in or go out: otherwise events are a history
  void add(int points, std::string reason) {
    n += points;
    why.push_back(std::move(reason));
  }
  void event(int points, std::string reason) {
    add(points, std::move(reason));
    of_events = true;
  }
  void delivered(int points, std::string reason) {
    event(points, std::move(reason));
    moves = true;
  }
  void sign(int points, std::string reason) {
    add(points, std::move(reason));
    moves = true;
  }
};

bool has(const std::vector<Column>& columns, std::initializer_list<std::string_view> words) {
  return any(columns, [&](const Column& c) { return c.name.has_any(words); });
}

bool names_a_type_of_event(const Column& c) {
  if (!c.is_wordy()) return false;
  return c.name.is({"type"}) || (c.name.has_any({"message", "event", "command"}) && c.name.has_any({"type", "name"}));
}

// Named as a state, and no row shows its words.
bool names_a_state_without_rows(const Column& c) {
  return c.is_wordy() && c.facts.words.empty() && !c.has_values() && c.name.has_any({"state", "status"}) &&
         !c.name.has_any({"code", "message", "text", "reason", "http", "response"});
}

void add_state(Points& points, const std::vector<Column>& columns) {
  if (any(columns, has_life_words)) {
    points.sign(1, "it shows the state of the work");
  } else if (any(columns, names_a_state_without_rows)) {
    points.sign(1, "it has a state");
  }
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
  bool keyed = false;
  for (const Column& c : columns) {
    if (!names_an_idempotency_key(c.name) || !c.is_opaque()) continue;
    points.add(in_unique(table, c.facts.name) ? 5 : 3, fmt::format("\"{}\" is named as an idempotency key", c.facts.name) +
                                                           (in_unique(table, c.facts.name) ? " and is unique" : ", yet not unique"));
    keyed = true;
    break;
  }
  if (points.n == 0) return points;
  if (named && any(columns, [&](const Column& c) {
        return c.is_opaque() && c.name.has("request") && names_an_event_id(c.name) && in_unique(table, c.facts.name);
      })) {
    points.add(2, "it names a request");
  } else if (named && !keyed &&
             any(columns, [&](const Column& c) { return c.is_opaque() && c.name.has("key") && in_unique(table, c.facts.name); })) {
    points.add(2, "its key is unique");
  }
  bool keeps = false;
  if (any(columns, is_response)) points.add(2, "it stores a response"), keeps = true;
  if (any(columns, is_fingerprint)) points.add(1, "it stores a hash"), keeps = true;
  if (any(columns, is_lease)) points.add(1, "it stores a lock"), keeps = true;
  if (any(columns, [](const Column& c) { return has_life_words(c) || tells_of_life(c); }))
    points.add(1, "it shows the state of the work"), keeps = keeps || named;
  if (has(columns, {"expire", "expiry", "expiration", "ttl"})) points.add(1, "its rows expire");
  // An order that carries the key it was made under is an order; so is what other tables point to.
  if (!named && (!keeps || table.referenced_by > 0)) return {};
  return points;
}

// A unique key of a broker's own coordinates.
bool from_a_broker(const TableFacts& table) {
  return std::any_of(table.indexes.begin(), table.indexes.end(), [](const IndexFacts& index) {
    bool partition = false, offset = false;
    for (const std::string& column : index.columns) {
      partition = partition || Name(column).has("partition");
      offset = offset || Name(column).has("offset");
    }
    return index.unique && partition && offset;
  });
}

Points inbox_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  if (name.has_prefix("inbox")) {
    points.sign(4, "its name says inbox");
  } else if (name.has_any({"received", "incoming", "inbound", "consumed", "processed"})) {
    points.sign(3, "its name speaks of received events");
  }
  if (speaks_of_events(name)) points.event(2, "its name speaks of events");
  const auto consumes = [](const Name& n) { return n.has_any({"consumer", "handler", "subscriber", "listener"}); };
  const bool consumed = any(columns, [&](const Column& c) { return consumes(c.name) && !c.name.has("at"); });
  if (consumes(name)) points.sign(2, "its name names a consumer");
  for (const Column& c : columns) {
    // A number names an event to its consumers; without one it is an event that people go to.
    const bool numbered = c.is_integer() && (consumed || consumes(name) || any(columns, is_payload));
    if (!c.is_opaque() && !numbered) continue;
    if (names_an_event_id(c.name)) {
      points.event(in_unique(table, c.facts.name) ? 2 : 1, fmt::format("\"{}\" names an event", c.facts.name));
      break;
    }
  }
  if (any(columns, [](const Column& c) { return c.name.has("external") && c.name.has("id") && c.is_opaque(); }))
    points.sign(2, "events keep their sender's id");
  if (consumed) points.sign(2, "it names the consumer");
  if (any(columns, [](const Column& c) {
        return c.name.is_one_of({"group"}) || c.name.has_all({"consumer", "group"}) || c.name.is({"group", "name"});
      }))
    points.event(1, "it names a group of consumers");
  if (any(columns, [](const Column& c) { return c.name.has("received") && time_form(c); }))
    points.add(1, "it says when they were received");
  if (from_a_broker(table)) points.event(2, "topic, partition and offset identify each event");
  if (has(columns, {"processed", "consumed", "handled", "abandoned"})) points.sign(2, "it says whether they were processed");
  if (any(columns, is_payload)) points.add(1, "it keeps a payload");
  if (any(columns, names_a_type_of_event)) points.add(1, "it names the type of each");
  if (any(columns, counts_attempts)) points.sign(1, "it counts attempts");
  add_state(points, columns);
  // What was processed may be pictures as well.
  if (!points.moves || !(points.of_events || consumed || consumes(name) || name.has_prefix("inbox"))) return {};
  return points;
}

// "subject_type" beside "subject_id": each row names its subject, and keeps nothing of it.
bool points_at_its_subject(const std::vector<Column>& columns) {
  return any(columns, [&](const Column& type) {
    const std::vector<std::string>& words = type.name.words();
    if (!type.is_text() || words.size() < 2 || words.back() != "type") return false;
    return any(columns, [&](const Column& id) {
      const std::vector<std::string>& others = id.name.words();
      return others.size() == words.size() && others.back() == "id" && std::equal(words.begin(), words.end() - 1, others.begin());
    });
  });
}

Points outbox_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  // What goes out must be there to go, or be pointed at.
  const bool payload = any(columns, is_payload);
  const bool pointed = !payload && name.has_prefix("outbox") && any(columns, tells_of_life) && points_at_its_subject(columns);
  if ((!payload && !pointed) || from_a_broker(table)) return points;
  const bool came_in = name.has_any({"received", "incoming", "inbound", "consumed"});
  if (name.has_prefix("outbox") && !came_in) {
    points.sign(5, "its name says outbox");
  } else if (name.has_any({"outgoing", "outbound", "published", "publication", "dispatch", "dispatched"})) {
    points.sign(3, "its name speaks of sent events");
  } else if (name.has_all({"integration", "event"}) || name.has("bus")) {
    points.sign(2, "its name speaks of published events");
  }
  if (speaks_of_events(name)) points.add(2, "its name speaks of events");
  if (any(columns, [](const Column& c) { return c.name.has_any({"destination", "topic", "exchange", "routing", "queue"}) && c.is_text(); }))
    points.delivered(2, "it names a destination");
  if (any(columns, [](const Column& c) { return c.name.has_prefix("aggregate"); })) points.event(2, "it names an aggregate");
  if (any(columns, [](const Column& c) {
        return c.name.has_any({"published", "dispatched", "enqueue", "publication"}) && !c.name.has_any({"id", "by"});
      })) {
    points.sign(3, "it says whether they were published");
  } else if (any(columns, [](const Column& c) { return c.name.has_any({"sent", "delivered"}) && !c.name.has_any({"id", "by"}); })) {
    points.sign(1, "it says whether they were sent");  // as chats and mails say too
  }
  points.add(1, payload ? "it keeps a payload" : "it names the subject of each row");
  if (has(columns, {"header"})) points.event(1, "it keeps headers");
  if (any(columns, names_a_type_of_event)) points.event(1, "it names the type of each");
  if (any(columns, counts_attempts)) points.delivered(1, "it counts attempts");
  if (any(columns, [](const Column& c) { return time_form(c) && c.name.has("next") && c.name.has_any({"retry", "attempt"}); }))
    points.event(1, "it says when to try again");
  add_state(points, columns);
  // Articles are published too, and need neither a type, a destination nor a second try.
  if (!points.moves || !(points.of_events || name.has_prefix("outbox"))) return {};
  return points;
}

std::string sentence(const Points& points) {
  std::string out = fmt::format("{}", fmt::join(points.why, ", "));
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 32);
  return out + ".";
}

}  // namespace

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
  if (best->second.n < enough) return kind_by_shape(table, columns);
  int second = 0;
  for (const auto& one : all) {
    if (&one != best) second = std::max(second, one.second.n);
  }
  if (best->second.n == second) return std::nullopt;
  const double confidence = std::min(0.95, 0.5 + 0.05 * (best->second.n - enough) + 0.05 * std::min(6, best->second.n - second));
  return KindAnswer{best->first, confidence, sentence(best->second)};
}

}  // namespace onceover::profile

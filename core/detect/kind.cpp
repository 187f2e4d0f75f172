#include "core/detect/kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/detect/state_words.h"

namespace onceover::profile {
namespace {

// Points for one kind, with the reasons that earned them.
struct Points {
  int n = 0;
  std::vector<std::string> why;
  std::vector<std::string> missing;  // signs that are not there
  bool of_events = false;            // and something shows that messages are kept, or how they are delivered
  bool moves = false;                // something shows that rows come in or go out: otherwise events are a history
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
  void lacks(std::string sign) { missing.push_back(std::move(sign)); }
  // Nothing of what was found counts: why.
  Points none(std::string why_none) && {
    Points out;
    out.missing = std::move(missing);
    out.missing.insert(out.missing.begin(), std::move(why_none));
    return out;
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
  if (!named && !keyed && dedupes_deeds(table, columns)) {
    points.add(6, "its unique key names an event and what is done about it, and a time shows whether it was done");
    return points;
  }
  if (!named && !keyed) return std::move(points).none("no name speaks of an idempotency key or of handled requests");
  if (!keyed) points.lacks("no unique column is named as an idempotency key");
  if (named && any(columns, [&](const Column& c) {
        return c.is_opaque() && c.name.has("request") && names_an_event_id(c.name) && in_unique(table, c.facts.name);
      })) {
    points.add(2, "it names a request");
  } else if (named && !keyed && any(columns, [&](const Column& c) {
               // A row of "idempotency_keys" is a key, and its id is that.
               const bool is_the_key = name.has("key") && c.name.is({"id"}) && c.is_text() && !c.facts.generated;
               return c.is_opaque() && (c.name.has("key") || is_the_key) && in_unique(table, c.facts.name);
             })) {
    points.add(2, "its key is unique");
  }
  bool keeps = false;
  if (any(columns, is_response)) points.add(2, "it stores a response"), keeps = true;
  if (any(columns, is_fingerprint)) points.add(1, "it stores a hash"), keeps = true;
  if (any(columns, is_lease)) points.add(1, "it stores a lock"), keeps = true;
  if (any(columns, [](const Column& c) { return has_life_words(c) || tells_of_life(c); }))
    points.add(1, "it shows the state of the work"), keeps = keeps || named;
  if (has(columns, {"expire", "expiry", "expiration", "ttl"})) points.add(1, "its rows expire");
  if (!keeps) points.lacks("no stored response, hash or lock");
  // An order that carries the key it was made under is an order; so is what other tables point to.
  if (!named && !keeps) return std::move(points).none("it carries a key, but keeps no response, hash or lock");
  if (!named && table.referenced_by > 0) return std::move(points).none("other tables refer to it: what carries a key is not its store");
  return points;
}

// What is over, or was given up, is copied there, and nothing takes it up again.
bool keeps_what_is_over(const Name& name) {
  return name.has_any({"archive", "archived", "history"}) ||
         (name.has("dead") && name.has_any({"letter", "message", "event", "mail", "queue"}));
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
  if (keeps_what_is_over(name)) return std::move(points).none("it is named for what is over elsewhere");
  if (name.has_prefix("inbox")) {
    points.sign(4, "it is named inbox");
  } else if (name.has_any({"received", "incoming", "inbound", "consumed", "processed"})) {
    points.sign(3, "its name speaks of received events");
  }
  if (speaks_of_events(name)) points.event(2, "its name speaks of events");
  const auto consumes = [](const Name& n) { return n.has_any({"consumer", "handler", "subscriber", "listener"}); };
  const bool consumed = any(columns, [&](const Column& c) { return consumes(c.name) && !c.name.has("at"); });
  if (consumes(name)) points.sign(2, "its name names a consumer");
  const int by_name = points.n;
  for (const Column& c : columns) {
    // A number names an event to its consumers; without one it is an event that people go to.
    const bool numbered = c.is_integer() && (consumed || consumes(name) || any(columns, is_payload));
    if (!c.is_opaque() && !numbered) continue;
    if (names_an_event_id(c.name)) {
      points.event(in_unique(table, c.facts.name) ? 2 : 1, fmt::format("\"{}\" names an event", c.facts.name));
      break;
    }
  }
  const auto keeps_senders_id = [&](const Column& c) {
    return c.is_opaque() && !c.facts.generated && c.facts.not_null && c.facts.references.empty() && c.name.words().size() == 2 &&
           c.name.words().back() == "id" && !c.name.has_any({"aggregate", "user", "tenant", "correlation", "session", "request"}) &&
           std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
             return index.unique && !index.primary && index.columns == std::vector<std::string>{c.facts.name};
           });
  };
  if (speaks_of_events(name) && points.n == by_name && any(columns, keeps_senders_id))
    points.event(1, "beside its own key, a row has the unique id that others gave it");
  if (any(columns, [](const Column& c) { return c.name.has("external") && c.name.has("id") && c.is_opaque(); }))
    points.sign(2, "events keep their sender's id");
  if (consumed) points.sign(2, "it names the consumer");
  if (any(columns, [](const Column& c) {
        return c.name.is_one_of({"group"}) || c.name.has_all({"consumer", "group"}) || c.name.is({"group", "name"});
      }))
    points.event(1, "it names a group of consumers");
  if (any(columns, [](const Column& c) { return c.name.has("received") && time_form(c); }))
    points.add(1, "it shows when they were received");
  if (from_a_broker(table)) points.event(2, "topic, partition and offset identify each event");
  if (has(columns, {"processed", "consumed", "handled", "abandoned"})) points.sign(2, "it shows whether they were processed");
  if (any(columns, is_payload)) points.add(1, "it keeps a payload");
  if (any(columns, names_a_type_of_event)) points.add(1, "it names the type of each");
  if (any(columns, counts_attempts)) points.sign(1, "it counts attempts");
  add_state(points, columns);
  // A name is no more than a beginning: the recipients of an inbox's messages lie beside it.
  if (points.n == by_name) return std::move(points).none("no column shows that its rows are events");
  if (!points.of_events) points.lacks("no column names an event");
  if (!consumed) points.lacks("no consumer is named");
  // What was processed may be pictures as well.
  if (!points.moves) return std::move(points).none("nothing shows that events come in or are processed");
  if (!points.of_events && !consumed && !consumes(name) && !name.has_prefix("inbox"))
    return std::move(points).none("nothing shows that its rows are events");
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
  if (keeps_what_is_over(name)) return std::move(points).none("it is named for what is over elsewhere");
  // What goes out must be there to go, or be pointed at.
  const bool payload = any(columns, is_payload);
  const bool delivers = !payload && name.has("delivery") && speaks_of_events(name) && any(columns, has_life_words);
  const bool pointed = delivers || (!payload && name.has_prefix("outbox") && any(columns, tells_of_life) && points_at_its_subject(columns));
  if (!payload && !pointed) return std::move(points).none("no column holds an event to publish");
  if (from_a_broker(table)) return std::move(points).none("its rows are named by a broker's partition and offset: they came in");
  const bool came_in = name.has_any({"received", "incoming", "inbound", "consumed"});
  if (name.has_prefix("outbox") && !came_in) {
    points.sign(5, "it is named outbox");
  } else if (name.has_any({"outgoing", "outbound", "published", "publication", "dispatch", "dispatched"})) {
    points.sign(3, "its name speaks of sent events");
  } else if (delivers) {
    points.sign(3, "its rows are deliveries of events");
    points.of_events = true;
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
    points.sign(3, "it shows whether they were published");
  } else if (any(columns, [](const Column& c) { return c.name.has_any({"sent", "delivered"}) && !c.name.has_any({"id", "by"}); })) {
    points.sign(1, "it shows whether they were sent");  // as chats and mails say too
  }
  points.add(1, payload ? "it keeps a payload" : "it names the subject of each row");
  if (has(columns, {"header"})) points.event(1, "it keeps headers");
  if (any(columns, names_a_type_of_event)) points.event(1, "it names the type of each");
  if (any(columns, counts_attempts)) points.delivered(1, "it counts attempts");
  if (any(columns, [](const Column& c) { return time_form(c) && c.name.has("next") && c.name.has_any({"retry", "attempt"}); }))
    points.event(1, "it shows when to try again");
  add_state(points, columns);
  if (!any(columns, tells_of_life)) points.lacks("no column shows whether a row was published");
  // Articles are published too, and need neither a type, a destination nor a second try.
  if (!points.moves) return std::move(points).none("nothing shows that its rows go out");
  if (!points.of_events && !name.has_prefix("outbox")) return std::move(points).none("nothing shows that its rows are events");
  return points;
}

// What a worker is to do: "job_class", "task_name", "entrypoint".
bool names_work(const Column& c) {
  if (!c.is_text() && !c.is(ColumnFacts::Type::enumeration)) return false;
  if (c.name.is_one_of({"worker", "entrypoint", "func", "function", "handler"}) || c.name.has_all({"job", "signature"}) ||
      c.name.is({"handler", "type"}))
    return true;
  return c.name.has_any({"job", "task", "command", "message", "class"}) &&
         c.name.has_any({"class", "name", "type", "identifier", "kind", "signature"}) &&
         !c.name.has_any({"queue", "owner", "state", "status"});
}

bool names_a_queue(const Column& c) {
  return (c.is_text() || c.is_integer()) && (c.name.is({"queue"}) || (c.name.has_any({"queue", "q"}) && c.name.has_any({"name", "id"})));
}

// From when on a worker may take it.
bool says_when_due(const Column& c) {
  if (!time_form(c) || c.name.has_any({"last", "finished", "created"})) return false;
  if (c.name.has_any({"scheduled", "schedule", "available", "visible", "due", "delayed", "vt", "eta"})) return true;
  const bool later = c.name.has_any({"at", "after", "on", "time", "from"});
  return (c.name.has_any({"run", "start", "execute", "execution", "deliver"}) && later && !c.name.has_any({"started", "running"})) ||
         c.name.is({"process", "after"}) || c.name.is({"process", "at"}) ||
         (c.name.has("next") && c.name.has_any({"retry", "attempt", "run", "try", "process"}));
}

bool shows_a_worker(const Column& c) {
  if (is_lease(c) || (time_form(c) && c.name.has_all({"processing", "expire"}))) return true;
  const bool taken =
      c.name.has_any({"attempted", "heartbeat", "picked", "taken", "fetched", "started", "delivered", "visibility", "reserved"});
  return (taken && (time_form(c) || c.name.has("by"))) || (c.is_text() && c.name.has("worker") && c.name.has("id"));
}

// Words of work that waits, of work under way, and of finished work; or a word that says "queued".
bool shows_work_in_turn(const Column& c) {
  if (!has_life_words(c)) return false;
  const std::vector<std::string>& words = c.facts.vocabulary();
  if (std::ranges::any_of(words, [](const std::string& w) { return Name(w).is_one_of({"queued", "enqueued"}); })) return true;
  return std::ranges::any_of(words, means_working) &&
         std::ranges::any_of(words, [](const std::string& w) { return usual_meaning(w) == key::State::in_progress && !means_working(w); });
}

Points queue_points(const TableFacts& table, const std::vector<Column>& columns) {
  Points points;
  const Name name(table.name);
  // A table of a queue's schedules, workers or locks holds no jobs.
  if (name.has_any({"cron",    "schedule", "scheduler", "worker", "process", "server",    "leader", "peer",   "lock",      "semaphore",
                    "archive", "log",      "history",   "stat",   "stats",   "migration", "dead",   "offset", "execution", "attempt"}) ||
      has(columns, {"crontab", "cronexpression"}) || any(columns, [](const Column& c) {
        return c.name.has("cron") && c.name.has_any({"expression", "schedule", "spec", "text"});
      }))
    return std::move(points).none("it is named for the machinery around jobs");
  if (name.has_any({"job", "queue", "queued", "task", "background"})) {
    points.add(3, "its name speaks of jobs");
  } else if (name.has_any({"work", "workflow", "command", "message", "execution", "q", "mq"})) {
    points.add(1, "its name speaks of work");
  }
  const bool limited = any(columns, [](const Column& c) {
    return c.is_integer() && c.name.has_any({"max", "maximum", "limit"}) && c.name.has_any({"attempt", "retry", "try", "retries"});
  });
  const bool counts = any(columns, counts_attempts);
  const bool is_of_jobs = name.has_any({"job", "queue", "task"});
  const bool in_turn = any(columns, shows_work_in_turn);
  const bool works = any(columns, shows_a_worker);
  const bool named = any(columns, names_work) || (is_of_jobs && any(columns, [](const Column& c) {
                                                    return c.is_wordy() && c.name.is_one_of({"type", "kind", "action", "class"});
                                                  }));
  const bool due = any(columns, [](const Column& c) { return says_when_due(c) || (c.is_number() && c.name.is_one_of({"delay"})); });
  if (any(columns, names_a_queue)) points.add(2, "it names a queue");
  if (named) points.add(2, "it names the work to do");
  if (any(columns, [](const Column& c) {
        return is_payload(c) ||
               (c.name.has_any({"job", "task", "param", "input", "spec"}) && (c.is_json() || c.is_bytes() || c.name.has("spec")));
      }))
    points.add(1, "it keeps what the work needs");
  if (limited) points.add(2, "it limits the attempts");
  if (counts) points.add(1, "it counts attempts");
  if (any(columns, [](const Column& c) { return c.name.has("priority") && c.is_number(); })) points.add(1, "it has priorities");
  if (due) points.add(2, "it shows when work is due");
  if (works) points.sign(2, "it shows that a worker has taken a row");
  if (any(columns, [](const Column& c) { return c.is_text() && c.name.has("error"); })) points.add(1, "it keeps errors");
  add_state(points, columns);
  if (in_turn) points.add(1, "its state shows which rows wait and which are worked on");
  if (!any(columns, has_life_words) && any(columns, tells_of_life)) points.add(1, "it shows whether work is done");
  if (!works) points.lacks("no column shows a worker");
  if (!counts && !limited) points.lacks("no column counts attempts");
  if (!due) points.lacks("no column shows when work is due");
  if (!works && !counts && !limited && !(in_turn && is_of_jobs && (named || any(columns, names_a_queue))) &&
      !(due && (named || any(columns, names_a_queue))))
    return std::move(points).none("nothing shows that workers take its rows");
  const bool is_named = is_of_jobs && works && (counts || in_turn);
  if (!due && !limited && !named && !is_named && !any(columns, names_a_queue))
    return std::move(points).none("nothing shows that its rows are work");
  return points;
}

std::string sentence(const Points& points) {
  std::string out = fmt::format("{}", fmt::join(points.why, ", "));
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 32);
  return out + ".";
}

constexpr int enough = 6, enough_of_work = 8;

// What each kind's signs say, and why it is none where it is none.
struct Judged {
  std::optional<KindAnswer> answer;
  std::array<std::pair<Kind, Points>, 4> points;
};

Judged judged(const TableFacts& table, const std::vector<Column>& columns) {
  Judged out{
      .answer = std::nullopt,
      .points = {std::pair{Kind::idempotency, idempotency_points(table, columns)}, std::pair{Kind::inbox, inbox_points(table, columns)},
                 std::pair{Kind::outbox, outbox_points(table, columns)}, std::pair{Kind::queue, queue_points(table, columns)}}};
  const auto is_enough = [](const std::pair<Kind, Points>& one) {
    return one.second.n >= (one.first == Kind::queue ? enough_of_work : enough);
  };
  const std::pair<Kind, Points>* best = nullptr;
  for (const auto& one : out.points) {
    if (is_enough(one) && (best == nullptr || one.second.n > best->second.n)) best = &one;
  }
  if (best == nullptr) {
    out.answer = kind_by_shape(table, columns);
    return out;
  }
  int second = 0;
  for (const auto& one : out.points) {
    if (&one != best && is_enough(one)) second = std::max(second, one.second.n);
  }
  if (best->second.n == second) return out;
  const double confidence = std::min(0.95, 0.5 + 0.05 * (best->second.n - enough) + 0.05 * std::min(6, best->second.n - second));
  out.answer = KindAnswer{best->first, confidence, sentence(best->second)};
  return out;
}

}  // namespace

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.empty()) return std::nullopt;
  const auto purpose = other_purpose(table, columns);
  if (purpose && *purpose != scheduled_work) return std::nullopt;
  auto answer = judged(table, columns).answer;
  // Scheduled work is a queue or nothing.
  if (purpose && answer && answer->kind != Kind::queue) return std::nullopt;
  return answer;
}

std::string why_no_kind(const TableFacts& table, const std::vector<Column>& columns) {
  const auto purpose = other_purpose(table, columns);
  if (purpose && *purpose != scheduled_work) return fmt::format("Its names are those of {}.", *purpose);
  const Judged all = judged(table, columns);
  std::vector<std::string> sentences;
  std::vector<std::string> level;
  for (const auto& [kind, points] : all.points) {
    const int needed = kind == Kind::queue ? enough_of_work : enough;
    if (points.n >= needed) level.emplace_back(word(kind));
    std::string said =
        fmt::format("As {}: {}", word(kind), points.why.empty() ? "no sign" : fmt::format("{}", fmt::join(points.why, ", ")));
    said += fmt::format(" ({} of {} points)", points.n, needed);
    if (!points.missing.empty()) said += fmt::format("; {}", fmt::join(points.missing, ", "));
    sentences.push_back(said + ".");
  }
  if (purpose && all.answer) sentences.insert(sentences.begin(), "Its names are those of scheduled work.");
  if (level.size() > 1) sentences.insert(sentences.begin(), fmt::format("It is as likely {}.", fmt::join(level, " as ")));
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace onceover::profile

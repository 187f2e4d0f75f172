// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/kind.h"

#include <span>

namespace onceover::tables {
namespace {

// What a sign of a table shows beside its points.
enum Shows : unsigned {
  named = 1,       // the table's own name says it
  keyed = 2,       // a column is the key
  keeps = 4,       // an answer, a hash or a lock is kept under it
  of_events = 8,   // messages are kept, or how they are delivered
  moves = 16,      // rows come in or go out: otherwise events are a history
  consumed = 32,   // a consumer is named
  works = 64,      // a worker takes rows
  counts = 128,    // attempts are counted or limited
  is_due = 256,    // and when work is due
  is_work = 512,   // what is to be done is named, or where it waits
  delivers = 1024  // the row is a delivery or names its subject: nothing of the event is kept
};

// A table as its kind is judged, and the signs that were found so far.
struct Look {
  const TableFacts& table;
  const std::vector<Column>& columns;
  Name name = Name(table.name);
  unsigned shown = 0;
  int points = 0, by_name = 0;  // by_name: of signs of the table's own name
  std::vector<std::string> why, missing;

  bool shows(unsigned all) const { return (shown & all) == all; }
  bool has(std::string_view pattern) const { return any(columns, pattern); }
  const Column* first(std::string_view pattern) const {
    const auto at = std::ranges::find_if(columns, [&](const Column& c) { return fits(c, pattern); });
    return at == columns.end() ? nullptr : &*at;
  }
  bool is_unique(const Column* c) const { return c != nullptr && in_unique(table, c->facts.name); }
  // A unique index that has a column of each of these names.
  bool has_unique(std::string_view one, std::string_view other) const {
    const auto has = [](const IndexFacts& index, std::string_view pattern) {
      return std::ranges::any_of(index.columns,
                                 [&](const std::string& column) { return fits(Name(column), pattern); });
    };
    return std::ranges::any_of(table.indexes,
                               [&](const IndexFacts& i) { return i.unique && has(i, one) && has(i, other); });
  }
};

using Test = bool (*)(const Look&);

// ## Of columns and of tables

const Column* key_column(const Look& look) {
  const auto at = std::ranges::find_if(
      look.columns, [](const Column& c) { return c.is_opaque() && fits(c, sign::idempotency_key); });
  return at == look.columns.end() ? nullptr : &*at;
}

// A number names an event to its consumers; without one it is an event that people go to.
const Column* event_id(const Look& look) {
  const bool numbered =
      look.shows(consumed) || look.has(sign::payload) || look.has("consumer|handler|subscriber|listener -at");
  const auto at = std::ranges::find_if(look.columns, [&](const Column& c) {
    return (c.is_opaque() || (c.is_integer() && numbered)) && names_an_event_id(c.name);
  });
  return at == look.columns.end() ? nullptr : &*at;
}

bool keeps_senders_id(const Look& look) {
  return any(look.columns, [&](const Column& c) {
    return c.name.words().size() == 2 &&
           fits(c, "@opaque @needed @free -@made $id -aggregate|user|tenant|correlation|session|request") &&
           std::ranges::any_of(look.table.indexes, [&](const IndexFacts& index) {
             return index.unique && !index.primary && index.columns == std::vector<std::string>{c.facts.name};
           });
  });
}

// What is over, or was given up, is copied there, and nothing takes it up again.
bool keeps_what_is_over(const Look& look) {
  return fits(look.name, "archive|archived|history; dead letter|message|event|mail|queue");
}

// "subject_type" beside "subject_id": each row names its subject, and keeps nothing of it.
bool points_at_its_subject(const Look& look) {
  return any(look.columns, [&](const Column& type) {
    const std::vector<std::string>& words = type.name.words();
    return words.size() >= 2 && fits(type, "@text $type") && any(look.columns, [&](const Column& id) {
             const std::vector<std::string>& others = id.name.words();
             return others.size() == words.size() && others.back() == "id" &&
                    std::equal(words.begin(), words.end() - 1, others.begin());
           });
  });
}

bool is_a_delivery(const Look& look) {
  return fits(look.name, "delivery") && fits(look.name, sign::events) && any(look.columns, has_life_words);
}

bool names_what_goes_out(const Look& look) {
  return look.has(sign::payload) || is_a_delivery(look) ||
         (fits(look.name, "^outbox") && any(look.columns, tells_of_life) && points_at_its_subject(look));
}

// Words of work that waits, of work under way, and of finished work; or a word that says "queued".
bool shows_work_in_turn(const Column& c) {
  if (!has_life_words(c)) return false;
  const std::vector<std::string>& words = c.facts.vocabulary();
  const auto waits = [](const std::string& w) {
    return usual_meaning(w) == key::State::in_progress && !means_working(w);
  };
  return std::ranges::any_of(words, [](const std::string& w) { return fits(Name(w), "=queued|enqueued"); }) ||
         (std::ranges::any_of(words, means_working) && std::ranges::any_of(words, waits));
}

// A worker takes a row, or tries it again, and writes its end: whatever the row is called, it is work.
bool is_tried_until_an_end(const Look& look) {
  return look.has("@time lock|locked|lease|leased|claimed|heartbeat")
             ? look.has("@time @nulls finished|completed|done|succeeded|processed")
             : look.has(sign::attempts) && any(look.columns, has_life_words);
}

bool is_of_jobs(const Look& look) { return fits(look.name, "job|queue|task"); }

// Named as a state, and no row shows its words.
bool has_a_state_without_rows(const Look& look) {
  return any(look.columns, [](const Column& c) {
    return c.facts.words.empty() &&
           fits(c, "@wordy -@filled state|status -code|http|response -$message|text|reason");
  });
}

bool serves_waiting_rows(const Look& look) { return has_an_index_of_waiting_rows(look.table, look.columns); }
bool shows_life(const Look& look) { return any(look.columns, has_life_words); }
bool shows_an_end(const Look& look) { return any(look.columns, tells_of_life); }
bool shows_only_an_end(const Look& look) { return !shows_life(look) && shows_an_end(look); }
bool shows_turns(const Look& look) { return any(look.columns, shows_work_in_turn); }
bool dedupes_deeds(const Look& look) { return look.shown == 0 && dedupes_deeds(look.table, look.columns); }
bool has_offsets(const Look& look) { return look.has_unique("partition", "offset"); }
bool is_a_bare_delivery(const Look& look) { return !look.has(sign::payload) && is_a_delivery(look); }
bool has_a_unique_key_column(const Look& look) { return look.is_unique(key_column(look)); }
bool has_a_unique_event(const Look& look) { return look.is_unique(event_id(look)); }
bool has_an_event(const Look& look) { return event_id(look) != nullptr; }
// A stream's events by their number: the truth itself, and nothing to be sent.
bool is_a_stream(const Look& look) {
  return look.has_unique("stream; ^aggregate", "version|position|sequence|revision");
}

// A row of "idempotency_keys" is a key, and its id is that.
bool has_a_unique_key(const Look& look) {
  return any(look.columns, [&](const Column& c) {
    const bool is_the_key = look.name.has("key") && fits(c, "@text -@made =id");
    return c.is_opaque() && (c.name.has("key") || is_the_key) && look.is_unique(&c);
  });
}

constexpr std::string_view queue_name = "@text|int =queue; @text|int queue|q name|id";
constexpr std::string_view work_name =
    "@wordy =worker|entrypoint|func|function|handler|handler.type; @wordy job+signature;"
    "@wordy job|task|command|message|class class|name|type|identifier|kind|signature "
    "-queue|owner|state|status";

// ## The signs

struct Sign {
  Kind kind;
  int points;
  unsigned shows;
  const char* says;              // {}: the column that the test names
  int one_of = 0;                // of signs with the same number the first one counts
  std::string_view table = {};   // the table's name fits
  std::string_view column = {};  // a column fits
  Test holds = nullptr;
  unsigned only_with = 0;
};

constexpr Kind I = Kind::idempotency, N = Kind::inbox, O = Kind::outbox, Q = Kind::queue;
constexpr std::string_view event_type = "@wordy =type; @wordy message|event|command type|name";

// It is tried again until the receiver takes it, and nothing of a sender is kept.
bool is_sent_to_an_endpoint(const Look& look) {
  return look.has("@needed $id endpoint|subscription -consumer") && look.has(sign::attempts) &&
         !look.has("hash|signature|external|raw|received|incoming|source");
}
bool names_a_destination(const Look& look) {
  return look.has("@text destination|topic|exchange|routing|queue") || is_sent_to_an_endpoint(look);
}

constexpr Sign signs[] = {
    {I, 4, named, "its name speaks of idempotency", 1, "^idempot|dedup|idem"},
    {I, 4, named, "its name speaks of requests that were handled", 1,
     "processed|handled|seen|executed request|operation"},
    {I, 5, keyed, "{} is named as an idempotency key and is unique", 2, {}, {}, has_a_unique_key_column},
    {.kind = I,
     .points = 6,
     .shows = named | keyed,
     .says = "its unique key names an event and what is done about it",
     .one_of = 2,
     .holds = dedupes_deeds},
    {.kind = I,
     .points = 2,
     .says = "its key is unique",
     .one_of = 3,
     .holds = [](const Look& l) { return !l.shows(keyed) && has_a_unique_key(l); },
     .only_with = named},
    {I, 2, keeps, "it stores a response", 0, {}, sign::response},
    {I, 1, keeps, "it stores a hash", 0, {}, sign::fingerprint},
    {I, 1, keeps, "it stores a lock", 0, {}, sign::lease},
    {I, 1, 0, "its rows expire", 0, {}, "expire|expiry|expiration|ttl"},

    {N, 4, named | moves, "it is named inbox", 1, "^inbox"},
    {N, 3, named | moves, "its name speaks of received events", 1,
     "received|incoming|inbound|consumed|processed"},
    {N, 2, named | of_events, "its name speaks of events", 0, sign::events},
    {N, 2, named | moves | consumed, "its name names a consumer", 0, "consumer|handler|subscriber|listener"},
    {N, 2, of_events, "{} names an event", 2, {}, {}, has_a_unique_event},
    {N, 1, of_events, "{} names an event", 2, {}, {}, has_an_event},
    {.kind = N,
     .points = 1,
     .shows = of_events,
     .says = "beside its own key, a row has the unique id that others gave it",
     .one_of = 2,
     .table = sign::events,
     .holds = keeps_senders_id},
    {N, 2, moves | consumed, "it names the consumer", 0, {}, "consumer|handler|subscriber|listener -at"},
    {N, 1, of_events, "it names a group of consumers", 0, {}, "=group|group.name; consumer+group"},
    {N, 1, 0, "it shows when they were received", 0, {}, "@time received"},
    {N, 2, of_events, "topic, partition and offset identify each event", 0, {}, {}, has_offsets},
    {N, 2, moves, "it shows whether they were processed", 0, {}, "processed|consumed|handled|abandoned"},
    {N, 1, 0, "it keeps a payload", 0, {}, sign::payload},
    {N, 1, 0, "it names the type of each", 0, {}, event_type},
    {N, 1, moves, "it counts attempts", 0, {}, sign::attempts},
    {N, 1, moves, "it shows the state of the work", 3, {}, {}, shows_life},
    {N, 1, moves, "it has a state", 3, {}, {}, has_a_state_without_rows},
    {N, 1, 0, "it keeps errors", 0, sign::events, sign::error},

    {O, 5, named | moves, "it is named outbox", 1, "^outbox -received|incoming|inbound|consumed"},
    {O, 3, moves, "its name speaks of sent events", 1,
     "outgoing|outbound|published|publication|dispatch|dispatched"},
    {O, 3, moves | of_events, "its rows are deliveries of events", 1, {}, {}, is_a_bare_delivery},
    {O, 2, moves, "its name speaks of published events", 1, "integration+event|bus"},
    {O, 2, 0, "its name speaks of events", 0, sign::events},
    {O, 2, of_events | moves, "it names a destination", 0, {}, {}, names_a_destination},
    {.kind = O,
     .points = 3,
     .shows = moves,
     .says = "it shows whether they were published",
     .one_of = 2,
     .column = "published|dispatched|enqueue|publication -id|by"},
    // as chats and mails say too
    {O, 1, moves, "it shows whether they were sent", 2, {}, "sent|delivered -id|by"},
    {O, 1, 0, "it keeps a payload", 3, {}, sign::payload},
    {O, 1, of_events, "it keeps headers", 0, {}, "header"},
    {O, 1, of_events, "it names the type of each", 0, {}, event_type},
    {O, 1, of_events | moves, "it counts attempts", 0, {}, sign::attempts},
    {O, 1, of_events, "it shows when to try again", 0, {}, "@time next retry|attempt"},
    {O, 1, moves, "it shows the state of the work", 4, {}, {}, shows_life},
    {O, 1, moves, "it has a state", 4, {}, {}, has_a_state_without_rows},

    {Q, 3, 0, "its name speaks of jobs", 1, "job|queue|queued|task|background"},
    {Q, 1, 0, "its name speaks of work", 1, "work|workflow|command|message|execution|q|mq"},
    {Q, 2, is_work, "it names a queue", 0, {}, queue_name},
    {Q, 2, is_work | named, "it names the work to do", 2, {}, work_name},
    {Q, 2, is_work | named, "it names the work to do", 2, "job|queue|task", "@wordy =type|kind|action|class"},
    {Q, 1, 0, "it keeps what the work needs", 3, {}, sign::payload},
    {Q, 1, 0, "it keeps what the work needs", 3, {}, "@json|bytes job|task|param|input|spec; spec"},
    {.kind = Q,
     .points = 2,
     .shows = counts | is_due,
     .says = "it limits the attempts",
     .column = "@int max|maximum|limit attempt|retry|try|retries"},
    {Q, 1, counts, "it counts attempts", 0, {}, sign::attempts},
    {Q, 1, 0, "it has priorities", 0, {}, "@number priority"},
    {Q, 2, is_due, "it shows when work is due", 4, {}, sign::due},
    {Q, 2, works, "it shows that a worker has taken a row", 0, {}, sign::worker},
    {Q, 2, works, "an index serves the rows that wait", 0, {}, {}, serves_waiting_rows},
    {Q, 1, 0, "it keeps errors", 0, {}, sign::error},
    {Q, 1, 0, "it shows the state of the work", 5, {}, {}, shows_life},
    {Q, 1, 0, "it has a state", 5, {}, {}, has_a_state_without_rows},
    {Q, 1, moves, "its state shows which rows wait and which are worked on", 0, {}, {}, shows_turns},
    {Q, 1, 0, "it shows whether work is done", 0, {}, {}, shows_only_an_end},
};

// ## What speaks against a kind, or is missing

struct Doubt {
  Kind kind;
  bool is_final;  // the table is not of this kind
  const char* says;
  unsigned unless = 0;  // any of this was shown
  Test holds = nullptr;
};

constexpr Doubt before[] = {
    {N, true, "it is named for what is over elsewhere", 0, keeps_what_is_over},
    {O, true, "it is named for what is over elsewhere", 0, keeps_what_is_over},
    {O, true, "no column holds an event to publish", 0,
     [](const Look& l) { return !names_what_goes_out(l); }},
    {O, true, "its rows are named by a broker's partition and offset: they came in", 0, has_offsets},
    // A table of a queue's schedules, workers or locks holds no jobs.
    {Q, true, "it is named for the machinery around jobs", 0,
     [](const Look& l) {
       constexpr std::string_view machinery =
           "cron|schedule|scheduler|process|server|leader|peer|lock|semaphore|archive|archived|log|history|"
           "stat|stats|"
           "dead|offset|execution|attempt; worker -queue|job|task; migration";
       return (fits(l.name, machinery) && !(l.name.has("migration") && is_tried_until_an_end(l))) ||
              l.has("crontab|cronexpression; cron|trigger expression|schedule|spec|text|interval");
     }},
};

constexpr Doubt doubts[] = {
    {I, true, "no name speaks of an idempotency key or of handled requests", named | keyed},
    {I, false, "no unique column is named as an idempotency key", keyed},
    {I, false, "no stored response, hash or lock", keeps},
    // An order that carries the key it was made under is an order; so is what other tables point to.
    {I, true, "it carries a key, but keeps no response, hash or lock", named | keeps},
    {I, true, "other tables refer to it: what carries a key is not its store", named,
     [](const Look& l) { return l.table.referenced_by > 0; }},
    // A name is no more than a beginning: the recipients of an inbox's messages lie beside it.
    {N, true, "each row names the endpoint that it goes to", 0, is_sent_to_an_endpoint},
    {N, true, "no column shows that its rows are events", 0,
     [](const Look& l) { return l.points == l.by_name; }},
    {N, true, "it keeps the answers of requests", 0,
     [](const Look& l) { return fits(l.name, "request|operation") && l.has(sign::response); }},
    {N, false, "no column names an event", of_events},
    {N, false, "no consumer is named", consumed},
    // What was processed may be pictures as well.
    {N, true, "nothing shows that events come in or are processed", moves},
    {N, true, "nothing shows that its rows are events", of_events | consumed,
     [](const Look& l) { return !fits(l.name, "^inbox"); }},
    {O, false, "no column shows whether a row was published", 0,
     [](const Look& l) { return !shows_an_end(l); }},
    // Articles are published too, and need neither a type, a destination nor a second try.
    {O, true, "nothing shows that its rows go out", moves},
    {O, true, "nothing shows that its rows are events", of_events,
     [](const Look& l) { return !fits(l.name, "^outbox"); }},
    {Q, false, "no column shows a worker", works},
    {Q, false, "no column counts attempts", counts},
    {Q, false, "no column shows when work is due", is_due},
    {Q, true, "nothing shows that workers take its rows", works | counts,
     [](const Look& l) {
       return !(l.shows(moves | is_work) && is_of_jobs(l)) && !l.shows(is_due | is_work);
     }},
    {Q, true, "nothing shows that its rows are work", is_due | is_work,
     [](const Look& l) { return !(is_of_jobs(l) && l.shows(works) && (l.shows(counts) || l.shows(moves))); }},
};

// ## What such a table is instead

struct Purpose {
  const char* what;
  std::string_view table = {};                   // its name fits
  std::array<std::string_view, 3> columns = {};  // for each of these, some column fits
  std::string_view without = {};                 // and no column fits this
  std::string_view unless = {};                  // nor the table's name
  Test holds = nullptr;
};

constexpr const char *people = "mails, chats, articles or notices", *tasks = "tasks of people",
                     *money = "orders, payments or accounts", *work = "scheduled work";
// Whatever the nouns, what workers lock and try again is a queue.
bool may_be_queued(std::string_view purpose) {
  return purpose == people || purpose == tasks || purpose == money || purpose == work;
}

bool keeps_keys(const Look& l) { return l.name.has("key") && l.is_unique(key_column(l)); }

constexpr Purpose purposes[] = {
    {"appointments", {}, {"title|venue; location -status|update", "start", "end"}},
    {people, "email|mail|mailbox|sms|chat|newsletter"},
    {people, {}, {"subject", "recipient|sender"}},
    {.what = people,
     .columns = {"@bool =read|is.read|seen; "
                 "device+token|sender+number|destination+number|recipient+number|to+address|read+at; phone "
                 "-prefix"}},
    {people, {}, {"title|slug", "body|text|description"}, sign::attempts},
    // A board, a job advert: no worker locks them.
    {.what = tasks,
     .table = "task|ticket|issue|todo|job",
     .columns = {"title|assignee|assigned|reporter|salary|employer|due+date -reporter+type"},
     .without = sign::lease},
    {"a log", {}, {"session|visitor -type", "url|page|referrer|referer"}},
    {"people who sign in", {}, {"password|passwd|email+verified"}},
    {"a cache", "cache"},
    {.what = "migrations",
     .table = "migration|migrations|changelog|flyway|liquibase",
     .holds = [](const Look& l) { return !is_tried_until_an_end(l); }},
    {"sessions", "session"},
    {work, "schedule|scheduled|scheduler|cron|task|job", {}, {}, "inbox|outbox"},
    {work, {}, {"job+class|task+id|schedule+time"}, {}, "inbox|outbox"},
    {"a log or a position", "dlq|exception|checkpoint"},
    {"a log or a position", "offset", {"offset|consumed|acked"}},
    {"locks", "lock|mutex|semaphore|leader"},
    {"credentials or settings", "api+key|credential|permission|role|setting|config"},
    {"a log",
     "audit|analytic|analytics|telemetry|tracking; log|history|metric|monitoring -message|event|webhook"},
    {.what = money,
     .columns = {"@number -@time -try|tried|attempt|retry|count|record|row amount|total|price|cent|balance",
                 "currency|status|state|account|customer"},
     .unless = "inbox|outbox|message|msg|event|webhook|notification|envelope|delivery|letter|command"},
    {"an event store", {}, {}, {}, "inbox|outbox", is_a_stream},
};

std::optional<std::string_view> other_purpose(const Look& look) {
  if (fits(look.name, "^idempot -schedule|scheduled|task|job|migration") ||
      dedupes_deeds(look.table, look.columns))
    return std::nullopt;
  for (const Purpose& p : purposes) {
    if (!p.table.empty() && !fits(look.name, p.table)) continue;
    if (!p.unless.empty() && fits(look.name, p.unless)) continue;
    if (!p.without.empty() && look.has(p.without)) continue;
    if (p.holds != nullptr && !p.holds(look)) continue;
    // of jobs that run under a key: another table holds the work
    if (p.what == work && keeps_keys(look)) continue;
    if (std::ranges::all_of(p.columns,
                            [&](std::string_view columns) { return columns.empty() || look.has(columns); }))
      return p.what;
  }
  return std::nullopt;
}

// ## The judgement

bool doubted(Look& look, Kind kind, std::span<const Doubt> all) {
  for (const Doubt& doubt : all) {
    if (doubt.kind != kind || (look.shown & doubt.unless) != 0 ||
        (doubt.holds != nullptr && !doubt.holds(look)))
      continue;
    look.missing.insert(doubt.is_final ? look.missing.begin() : look.missing.end(), doubt.says);
    if (doubt.is_final) look.points = 0, look.why.clear();
    if (doubt.is_final) return true;
  }
  return false;
}

bool holds(const Sign& sign, const Look& look) {
  return look.shows(sign.only_with) && (sign.table.empty() || fits(look.name, sign.table)) &&
         (sign.column.empty() || look.has(sign.column)) && (sign.holds == nullptr || sign.holds(look));
}

Look look_for(Kind kind, const TableFacts& table, const std::vector<Column>& columns) {
  Look look{.table = table, .columns = columns};
  if (doubted(look, kind, before)) return look;
  int last = 0;
  for (const Sign& sign : signs) {
    if (sign.kind != kind || (sign.one_of != 0 && sign.one_of == last) || !holds(sign, look)) continue;
    last = sign.one_of;
    const Column* column = kind == Kind::idempotency ? key_column(look) : event_id(look);
    look.why.push_back(
        fmt::format(fmt::runtime(sign.says), column == nullptr ? "" : '"' + column->facts.name + '"'));
    look.points += sign.points;
    look.by_name += (sign.shows & named) != 0 ? sign.points : 0;
    look.shown |= sign.shows;
  }
  doubted(look, kind, doubts);
  return look;
}

constexpr std::array kinds{Kind::idempotency, Kind::inbox, Kind::outbox, Kind::queue};
constexpr int enough = 6;
int points_for(Kind kind) { return kind == Kind::queue ? enough + 2 : enough; }

// What each kind's signs say, and why it is none where it is none.
struct Judged {
  std::optional<KindAnswer> answer;
  std::vector<Look> looks;  // in the order of kinds
  std::optional<std::string_view> purpose;
  bool is_no_queue = false;  // it would be of another kind, but its names are those of scheduled work
};

std::optional<KindAnswer> best_of(const Judged& all) {
  const auto points = [&](std::size_t i) {
    return all.looks[i].points >= points_for(kinds[i]) ? all.looks[i].points : 0;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < kinds.size(); ++i) best = points(i) > points(best) ? i : best;
  int second = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) second = i == best ? second : std::max(second, points(i));
  const Look& look = all.looks[best];
  if (look.points == 0 || look.points == second) return std::nullopt;
  const double confidence =
      std::min(0.95, 0.5 + 0.05 * (look.points - enough) + 0.05 * std::min(6, look.points - second));
  std::string why = fmt::format("{}.", fmt::join(look.why, ", "));
  if (why[0] >= 'a' && why[0] <= 'z') why[0] = static_cast<char>(why[0] - 32);
  return KindAnswer{kinds[best], confidence, std::move(why)};
}

Judged judged(const TableFacts& table, const std::vector<Column>& columns) {
  Judged out;
  for (const Kind kind : kinds) out.looks.push_back(look_for(kind, table, columns));
  out.purpose = other_purpose(Look{.table = table, .columns = columns});
  const Look& queue = out.looks.back();
  const bool is_queued = queue.points >= points_for(Kind::queue) && queue.shows(works | counts);
  if (out.purpose && *out.purpose != work && !(is_queued && may_be_queued(*out.purpose))) return out;
  const bool any_enough = std::ranges::any_of(out.looks, [&](const Look& l) {
    return l.points >= points_for(kinds[static_cast<std::size_t>(&l - out.looks.data())]);
  });
  out.answer = any_enough ? best_of(out) : kind_by_shape(table, columns);
  // Scheduled work is a queue or nothing.
  out.is_no_queue = out.purpose && out.answer && out.answer->kind != Kind::queue;
  if (out.is_no_queue) out.answer.reset();
  return out;
}

}  // namespace

bool has_other_purpose(const TableFacts& table, const std::vector<Column>& columns, bool is_worked_on) {
  const Look look{.table = table, .columns = columns};
  const std::string_view purpose = other_purpose(look).value_or(work);
  // These two are names, and rows that are worked on say more; a row of a log never changes.
  const bool is_only_named = purpose == "credentials or settings" ||
                             (purpose == "a log" && (fits(look.name, "^pending|queued") ||
                                                     look.has("@time updated|modified|claimed|locked")));
  return purpose != work && !(is_worked_on && (may_be_queued(purpose) || is_only_named));
}

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns) {
  return columns.empty() ? std::nullopt : judged(table, columns).answer;
}

std::string why_no_kind(const TableFacts& table, const std::vector<Column>& columns) {
  const Judged all = judged(table, columns);
  if (all.purpose && *all.purpose != work) return fmt::format("Its names are those of {}.", *all.purpose);
  std::vector<std::string> sentences, level;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Look& look = all.looks[i];
    if (look.points >= points_for(kinds[i])) level.emplace_back(word(kinds[i]));
    sentences.push_back(
        fmt::format("As {}: {} ({} of {} points){}{}.", word(kinds[i]),
                    look.why.empty() ? "no sign" : fmt::format("{}", fmt::join(look.why, ", ")), look.points,
                    points_for(kinds[i]), look.missing.empty() ? "" : "; ", fmt::join(look.missing, ", ")));
  }
  if (all.is_no_queue) sentences.insert(sentences.begin(), "Its names are those of scheduled work.");
  if (level.size() > 1)
    sentences.insert(sentences.begin(), fmt::format("It is as likely {}.", fmt::join(level, " as ")));
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace onceover::tables

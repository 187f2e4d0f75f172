// SPDX-License-Identifier: Apache-2.0
// What a column or a table is by its type, its name and its values: the patterns and tests from which the
// tables of signs are made (kind.cpp, roles.cpp). Inside the room only.
#pragma once

#include "core/key/types.h"
#include "core/tables/detect/columns.h"

namespace onceover::tables {

namespace sign {
inline constexpr std::string_view events =
    "message|msg|event|webhook|notification|envelope|delivery|letter|command";
// An event's id names what happened, and "idempotency key expires at" is about a key: neither is one.
inline constexpr std::string_view idempotency_key =
    "^idempot|idem|dedup "
    "-at|expire|hash|status|state|inactive|provided|count|until|type|ttl|window|id+event|id+message";
inline constexpr std::string_view event_id =
    "message|msg|event|webhook|notification|envelope|delivery|command|request|external "
    "id|uuid|guid|key|identifier "
    "-endpoint|consumer|type|after|previous|next|user|parent|correlation|causation|subscription|reply|thread|"
    "room";
inline constexpr std::string_view response =
    "@document|int response|result|reply|answer|output -request|time|address|hash|sha|digest";
inline constexpr std::string_view fingerprint =
    "fingerprint; hash|digest|checksum|sha -password|response|token|secret";
inline constexpr std::string_view lease = "@time|text|uuid lock|locked|lease|leased|claimed|claim|reserved";
inline constexpr std::string_view worker =
    "@time|text|uuid lock|locked|lease|leased|claimed|claim|reserved; @time processing+expire;"
    "@time attempted|heartbeat|picked|taken|fetched|started|delivered|visibility|reserved;"
    "by attempted|heartbeat|picked|taken|fetched|started|delivered|visibility|reserved; @text worker+id";
inline constexpr std::string_view payload =
    "@document payload|body|content|data|event|envelope|message|serialized|value|invocation|argument|arg "
    "-id|hash|type|at|name|key|header|status|state|error";
inline constexpr std::string_view attempts =
    "@whole -@time attempt|attempted|retry|retried|try|tried|retrial|trial|requeue|exec+count "
    "-max|maximum|limit|remaining|left|delay|after|interval|backoff|second|timeout|retention|id;"
    "@whole -@time =executions|execution|failure;"
    "@whole -@time @counted "
    "receive|received|consumed|delivery|deliver|fail|failure|error|sent|send|publish|published|dispatch|"
    "dispatched|dequeue|processing|"
    "execution|executed -max|maximum|limit|remaining|left|delay|after|interval|backoff|second|timeout|id";
inline constexpr std::string_view due =
    "@time scheduled|schedule|planned|available|visible|due|delayed|vt|eta -last|finished|created;"
    "@time run|start|execute|execution|deliver at|after|on|time|from -started|running|last|finished|created;"
    "@time =process.after|process.at|send.after|not.before; @time wait until;"
    "@time send at|on|time -last; @time fire|wake|trigger at|on|time -last|previous|prev;"
    "@time next retry|attempt|run|try|process|poll|check|execution|cron|trigger -last|finished|created";
inline constexpr std::string_view of_gateway =
    "gateway|provider|psp|acquirer|processor id|ref|reference|transaction|txn|number";
inline constexpr std::string_view error = "@document|array error|err|exception|fault";
inline constexpr std::string_view state =
    "state|status|phase|stage|recovery+point -previous|prev|old|last|next|target|desired|expected";
inline constexpr std::string_view done =
    "processed|completed|completion|finished|done|succeeded|published|sent|dispatched|consumed|handled|"
    "acknowledged|acked|finalized|"
    "settled|dequeued";
// By which a service knows that a row has changed since it was read, or was changed by no other program.
inline constexpr std::string_view made_anew =
    "=etag|e.tag|entity.tag|concurrency.stamp|concurrency.token|row.version|record.version|row.stamp|"
    "row.hash|row.hmac|row.mac|row.checksum|row.signature|record.hash|record.hmac|record.checksum|"
    "record.signature|hmac|integrity.hash";
inline constexpr std::string_view http_method =
    "@text method -response|redirect|callback|id|payment|shipping|delivery|class";
inline constexpr std::string_view http_path =
    "@text path|route|url|uri|endpoint -response|redirect|callback|id";
inline constexpr std::string_view dead =
    "abandoned|failed|dead|discarded|rejected|aborted";
}  // namespace sign

// ## What other systems call the states of a key or an event

// More distinct values than this are no words of a state.
inline constexpr std::size_t most_state_words = 30;

// The state a word most likely means, whatever its case and separators; nullopt for a word not known here.
// Known words of work that has not begun are in_progress too: unfinished is what matters.
std::optional<key::State> usual_meaning(std::string_view word);

// What a column's words say together: of a state they name both unfinished and finished work.
struct LifeWords {
  std::size_t known = 0;
  bool unfinished = false, finished = false;
  // Of the unfinished: it waits, it is worked on, or orders and accounts say so too. Of the finished: by
  // success, or by a failure that no person decided.
  bool waiting = false, working = false, common = false, succeeds = false, fails = false;
};
LifeWords life_words(const std::vector<std::string>& words);

// The word means that it is being worked on: "running", "locked". False for work that waits.
bool means_working(std::string_view word);

// A person called it off: the row has not failed.
bool means_cancelled(std::string_view word);

// A word of success that is only a station if there is another word of success: "published", "sent",
// "delivered".
bool may_be_halfway(std::string_view word);

// ## Columns and tables

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds);
bool any(const std::vector<Column>& columns, std::string_view pattern);
bool in_unique(const TableFacts& table, const std::string& column);

bool names_an_event_id(const Name& name);

// Words of both unfinished and finished work: a life is kept here.
bool has_life_words(const Column& column);
bool tells_of_life(const Column& column);
// A unique key of an event's id and of what is done about it, beside a time that says whether it was done,
// and little else: "mail a receipt for this event once".
bool dedupes_deeds(const TableFacts& table, const std::vector<Column>& columns);

// A partial index over what waits: workers look there.
bool has_an_index_of_waiting_rows(const TableFacts& table, const std::vector<Column>& columns);

// Of HTTP.
inline constexpr int lowest_code = 100, highest_code = 599;
// Whole numbers, all of them statuses of HTTP, and at least one of them.
bool is_http_code(const Column& column);

// In which time zone a table's timestamps without a zone are written. The writing session's TimeZone decides,
// and no catalog records it: times in the same row that have a zone show it, or the newest times beside the
// server's clock.
struct ZoneAnswer {
  std::string zone;  // an IANA name, or unknown_zone
  std::string why;   // a sentence
};
ZoneAnswer zone_of_timestamps(const TableFacts& table);

}  // namespace onceover::tables

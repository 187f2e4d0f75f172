// SPDX-License-Identifier: Apache-2.0
// An external table as data: which column plays which role, and what each verdict writes. Our own schema is
// one more profile. Names are unquoted here; sql.h quotes them, states.h and instants.h make SQL of the rest.
// Read from TOML by toml.h, proposed by detect/, checked against a real table by inspect/. An empty column
// name: the table has nothing for that role.
#pragma once

#include <map>
#include <memory>

#include "core/key/types.h"

namespace onceover::tables {

// A queue's rows are jobs: workers take them, and a failed one may be queued again.
enum class Kind { idempotency, inbox, outbox, queue };
std::string_view word(Kind kind);
std::optional<Kind> kind_from_word(std::string_view word);

// How an instant is written. iso_text is a text of fixed width, "2026-11-21T02:03:04.000Z", which sorts as it
// reads.
enum class TimeForm { timestamptz, timestamp, epoch_s, epoch_ms, epoch_us, epoch_ns, iso_text };
// Its values may name no zone.
constexpr bool needs_zone(TimeForm form) { return form == TimeForm::timestamp || form == TimeForm::iso_text; }
std::string_view word(TimeForm form);
std::optional<TimeForm> time_form_from_word(std::string_view word);

struct Instant {
  std::string column;
  TimeForm form = TimeForm::timestamptz;
  std::string zone = "UTC";  // of a timestamp, and of texts without an offset: an IANA name, or unknown_zone
  std::vector<key::State> only_in;  // the column has this role only in these states; empty: in all
  bool empty() const { return column.empty(); }
  // Shown as the table has it (zoneless_text), and compared with nothing: no lease is over by it, and no
  // verdict writes it.
  bool has_unknown_zone() const;
  bool operator==(const Instant&) const = default;
};

// Of a column without zones whose writers' time zone is not known.
inline constexpr std::string_view unknown_zone = "unknown";
inline bool Instant::has_unknown_zone() const { return needs_zone(form) && zone == unknown_zone; }

// A value in a column, or deeper in a document that the column holds.
struct Place {
  // What the column is where there is a path: text holds for json, text and bytea, whose documents are read
  // by this program, up to 64 kB.
  enum class Holds { jsonb, text };
  std::string column;
  std::string path;  // JSON Pointer, "/data/amount"; empty: the column itself
  Holds holds = Holds::jsonb;
  bool empty() const { return column.empty(); }
  bool operator==(const Place&) const = default;
};

// One condition on one column.
struct Condition {
  enum class Is { null, not_null, yes, no, one_of, between };
  std::string column;
  Is is = Is::not_null;
  std::vector<std::string> values;       // one_of: as the server writes them; no NULL among them
  std::int64_t lowest = 0, highest = 0;  // between, both included
  bool operator==(const Condition&) const = default;
};

struct StateRule {
  std::vector<Condition> when;  // all of them
  key::State state = key::State::in_progress;
  std::string word;  // the table's own word for it
  // of failed: whether the system itself may run it again; none: not known
  std::optional<bool> may_retry = {};
  // Of in_progress: whether such rows wait for a worker, as a person said; none: their word shows it.
  std::optional<bool> waits = {};
  bool operator==(const StateRule&) const = default;
};

// The first rule that holds gives the state; `otherwise` where none does, and without it the state is
// unknown, which is shown as such.
struct States {
  // where one column holds the word, which is then shown. Empty: the rule's word is shown
  std::string column;
  std::vector<StateRule> rules;
  std::optional<StateRule> otherwise;
  bool operator==(const States&) const = default;
};

struct Lease {
  enum class Form {
    none,        // nothing in the row: it cannot be observed
    deadline,    // `at` is when it ends
    since,       // `at` is when it began; it lasts `length`, or as many seconds as `length_column` says
    age,         // there is none: a row that is unfinished for `length` since `at` is called stuck
    heartbeat,   // `at` is the last sign of life; it lasts `length` from there
    owner_only,  // a name without a time: it cannot be observed either
  };
  Form form = Form::none;
  Instant at;
  Duration length{0};
  std::string length_column;
  std::string free;  // a value of `at` that means free ("epoch", "infinity", "0"); NULL always does
  bool is_observable() const {
    return form != Form::none && form != Form::owner_only && !at.has_unknown_zone();
  }
  bool operator==(const Lease&) const = default;
};

struct Digest {
  enum class Form { bytes, hex, base64 };
  // What it is a hash of. Only where it is of the body alone does another hash of a body show that the body
  // is another one.
  enum class Of { unknown, body, request };
  std::string column;
  Form form = Form::bytes;
  std::string prefix;   // in front of it in the column, "sha256:"
  Of of = Of::unknown;  // request: also of method, path, headers, or a salt
  bool empty() const { return column.empty(); }
  bool operator==(const Digest&) const = default;
};

// Where the stored body is: in the row, or in another table's row that the row points to.
struct Body {
  enum class Form { bytes, text, json };
  std::string column;
  Form form = Form::bytes;
  // A pointer: `column` holds the value of `key_column` in that table, whose `body_column` is the body.
  std::string schema, table, key_column, body_column;
  bool empty() const { return column.empty(); }
  bool is_pointer() const { return !table.empty(); }
  bool operator==(const Body&) const = default;
};

// What a verdict writes into one column.
struct Assignment {
  enum class Value { text, null, now, body, code, reason, lease_end, increment, zero };
  std::string column;
  Value value = Value::text;
  std::string text;                       // Value::text, as the server reads it
  TimeForm form = TimeForm::timestamptz;  // now, lease_end
  std::string zone = "UTC";               // of a timestamp
  Duration plus{0};                       // now: so much later, as the end of a retention
  bool operator==(const Assignment&) const = default;
};

// settle and reap are of plans (core/plan) and of no profile.
enum class Verb { succeed, fail, release, extend, requeue, discard, settle, reap };
// Those of profiles.
inline constexpr Verb all_verbs[] = {Verb::succeed, Verb::fail,    Verb::release,
                                     Verb::extend,  Verb::requeue, Verb::discard};
std::string_view word(Verb verb);
std::optional<Verb> verb_from_word(std::string_view word);

struct Write {
  bool deletes = false;  // the row goes; `set` is empty then
  std::vector<Assignment> set;
  std::vector<Condition> guard;  // beside identity, state, lease and xmin as read
  std::vector<key::State> from;  // states in which it is offered; empty: the verb's own
  bool declared =
      false;  // the owner says that the service's code writes the same: needed while too few rows show it
  bool operator==(const Write&) const = default;
};

struct Profile;

// The profile of a twin table, compared by what it says.
struct Twin {
  std::shared_ptr<const Profile> profile;  // null: there is none
  bool operator==(const Twin& other) const;
};

inline constexpr int most_amount_decimals = 4;

struct Profile {
  std::string name;
  Kind kind = Kind::idempotency;
  std::string schema, table;
  // The columns that identify a row, in the order of their unique index. Empty: there are none, and the table
  // is only read. A column that is not among never_null may be NULL (UNIQUE NULLS NOT DISTINCT): then paging
  // takes no single walk of an index.
  std::vector<std::string> identity;
  // Which column is the caller's key, and which are tenant and operation; usually, but not always, among the
  // identity.
  std::string key, tenant, operation;
  std::string operation_name;  // where no column says it
  // What the service that writes this table sends to its gateway as a key: a text in which {key}, {tenant}
  // and {operation} stand for the row's own. Empty: not known, and a gateway that is looked up by key cannot
  // be asked about its rows.
  std::string gateway_key;
  // the gateway recognises a repeated request: rows that were sent once may be sent again
  bool gateway_deduplicates = false;
  // The order of listings: columns that are never NULL and end in something unique. Empty: created_at and the
  // identity.
  std::vector<std::string> order;
  // columns that the table declares so: their SQL is simpler, and served by partial indexes
  std::vector<std::string> never_null;
  States states;
  Lease lease;
  Instant created_at, updated_at, completed_at, expires_at;
  // When the row's work is due: a scheduled job, or the next attempt of a retry. Until then the row waits: it
  // is neither late nor stuck.
  Instant due;
  // Rows that no one works on any more: deleted softly, archived, cancelled. A row for which any of these
  // holds has no state of work: it is neither stuck, nor waiting, nor a dead letter, nor a duplicate.
  std::vector<Condition> set_aside;
  Digest fingerprint;
  std::string response_code;
  Body response_body;
  Place payload;                      // what was asked for, or the event itself
  std::vector<std::string> attempts;  // one counter, or started and finished
  std::string owner, correlation_id;
  Place error;
  Place customer, amount, currency, reference;
  // How many decimals are folded into the stored amount: 99999 with 2 is 999.99. 0: the number is the amount.
  int amount_decimals = 0;
  std::map<Verb, Write> writes;  // a verb that is not here is not offered
  // Name of the profile of a twin table, to which finished rows are moved: both are read as one listing, and
  // only this one is written.
  std::optional<std::string> archive;
  Twin twin;  // that profile; the reader of TOML finds it. Without it only this table is read

  // Only of our own schema.
  std::string fence, holder, retry_before, fingerprint_kind, response_version, response_headers, retention_s;

  bool is_never_null(std::string_view column) const;
  bool operator==(const Profile&) const = default;
};

// onceover.keys.
const Profile& own();
// onceover.inbox and onceover.outbox, as tables like any other. Without the payload for roles that may not
// read it. Published events are not marked in the outbox: how far each relay is, core/outbox says.
Profile own_inbox(bool with_payload = true);
Profile own_outbox(bool with_payload = true);
// One of them by its name, "onceover.inbox"; nullopt: it is none of ours.
std::optional<Profile> own_events(std::string_view name, bool with_payload = true);

// The key under which a row's effect went to the gateway, by gateway_key; nullopt where the profile does not
// say.
std::optional<std::string> gateway_key_of(const Profile& profile, const key::Identity& id);

// The word that a received event has after a person discarded it, where the profile's verb writes one that
// says so: "discarded". Empty: such rows look like others.
std::string discarded_word(const Profile& profile);

// Whether this is onceover.keys, which has cases beside it.
bool is_own(const Profile& profile);

// The same profile, in which a row is stuck when it is unfinished for longer than this: since its creation,
// or else since its last change. nullopt: it has neither time, or the time's zone is not known, or it is our
// own table, whose leases are known.
std::optional<Profile> stuck_by_age(Profile profile, Duration length);

// What keeps two tables from being read as one listing, to follow a field's name: "must …"; nullopt where
// nothing does. Their orders are compared value by value; that the types are comparable is the server's to
// say.
std::optional<std::string> twin_problem(const Profile& live, const Profile& archive);

// Every column that the profile names, each once; the table's own, not those of a body elsewhere.
std::vector<std::string> columns_named(const Profile& profile);

// The columns that listings are ordered by: profile.order, or made from created_at and the identity. Empty
// where nothing identifies a row: such a table shows only its first page.
std::vector<std::string> order_columns(const Profile& profile);

}  // namespace onceover::tables

// SPDX-License-Identifier: Apache-2.0
// A manual override that no evidence confirms waits for a second approver: another database user, whatever
// name is given. The request holds what would be written and the row as it was seen; approving it is the
// write itself, under the same guards, in the transaction in which the approval is used. A row that changed
// since is not written.
//
// The gateway is not asked again when it is approved: the approver judges the evidence that is on file. Two
// people who share one database user are one here.
//
// Errors: as in settle.h and write_row.h; not_permitted where the same database user asked for it; waits
// (ErrorKind) where a write needs an approval and has none.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::approval {

struct Approval {
  std::int64_t id = 0;
  std::string status;  // "waiting", "used", "refused", "outdated"
  Timestamp asked_at;
  std::string requested_by;  // the database user
  audit::Actor actor;        // as he named himself
  std::string act;           // a verb's word, or "republish"
  key::Identity known_as;
  std::optional<std::int64_t> fence;                          // of our own keys
  std::string profile, profile_toml, relation, row_key_json;  // of an external table
  std::string seen_json, seen_digest, request_json, request_digest;
  std::string response_headers, response_body;
  std::string reason, ticket, evidence_json, verdict;
  std::optional<Timestamp> decided_at;
  std::string decided_by, decided_actor, decided_reason;
  std::optional<std::int64_t> audit_id;
  bool is_mine = false;  // this connection's database user asked for it
  bool is_waiting() const { return status == "waiting"; }
  // Of events, which the request names, and of no row: known_as.key says which, for people.
  bool is_republish() const { return act == "republish"; }
};

// Newest first; all: those that are decided too. limit 1…1000.
Result<std::vector<Approval>> list(pg::Connection& connection, bool all = false, int limit = 200);
// The statement that list() runs, for reading.
std::string list_sql(bool all, int limit);
// How many wait. Above most_counted: at least so many.
inline constexpr std::int64_t most_counted = 1'000;
Result<std::int64_t> count_waiting(pg::Connection& connection);
Result<std::optional<Approval>> find(pg::Connection& connection, std::int64_t id);

struct Approved {
  std::optional<browse::KeyRow> after;  // none: the row was deleted, or it is about events
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
};
// The row is not as it was when the approval was asked for: nothing was written, and the request is outdated.
struct Outdated {
  std::optional<browse::KeyRow> now;  // none: it is gone
};
// It is decided already.
struct Decided {
  Approval approval;
};
// The row is as it was, and cannot be written now: its lease runs, or its table withheld it. The request goes
// on waiting.
struct NotNow {
  std::string why;
};
using ApproveOutcome = std::variant<Approved, Outdated, Decided, NotNow>;
Result<ApproveOutcome> approve(pg::Connection& connection, std::int64_t id, const audit::Actor& actor,
                               const std::string& reason);

// By anybody, whoever asked for it too. false: it was decided already.
Result<bool> refuse(pg::Connection& connection, std::int64_t id, const audit::Actor& actor,
                    const std::string& reason);

// What an approval asks for, and its row as it is now: for the approver. Only reads.
//
// Errors: as in approval.h; unsupported, not_permitted or database where the row's table cannot be read by
// this database user.

// What would be written, as it was filed. unsupported: the approval cannot be read.
Result<reconcile::Settlement> settlement_of(const Approval& approval);  // of our own key
Result<tables::Profile> profile_of(
    const Approval& approval);  // of an external table: as it was described then
Result<reconcile::WriteRequest> write_request_of(const Approval& approval);  // the same
// Whether the requester saw the row's version, and not only its columns.
Result<bool> reads_by_version(const Approval& approval);
// Finds the row: of our own key what it is known as.
Result<key::Identity> row_of(const Approval& approval, const tables::Profile& profile);

struct View {
  Approval approval;
  tables::Profile profile;  // own() for our own key
  // As it is now; none: it is gone. seen: of an external row.
  std::optional<browse::KeyRow> now;
  std::optional<reconcile::SeenRow> seen;
  tables::Access access;  // of an external table
  // Whether approving would find the row as it was asked for; none: this user cannot tell, since he reads
  // other columns than who asked.
  std::optional<bool> is_as_seen;
  // What was kept of the row when it was asked for, beside what it is now: column, then, now. Text; none:
  // NULL, or gone.
  struct Value {
    std::string column;
    std::optional<std::string> then, now;
    bool operator==(const Value&) const = default;
  };
  std::vector<Value> values;
  Timestamp as_of;
  // what is filed cannot be read: only the approval itself is known, and it can only be refused
  std::optional<Error> unreadable;
  std::string sql;  // the guarded statement that approving runs, for reading
};
// none: there is no such approval.
Result<std::optional<View>> view(pg::Connection& connection, std::int64_t id);

// Which gateways a store knows, and how long each deduplicates (onceover.gateways). A declaration of the
// tables' owner is in force at once; any other waits until a second database user approves it. Without one in
// force, a key is released without evidence only with a second approver (reconcile::registered_window).
//
// Errors: as in approval.h.

struct Declared {
  std::string gateway;
  std::string operation;                  // "*": every operation without a declaration of its own
  std::optional<Duration> dedupe_window;  // none: it does not deduplicate
};

struct Registered {
  std::int64_t id = 0;
  Declared declared;
  std::string reason, registered_by, actor;
  Timestamp registered_at;
  std::optional<Timestamp> in_force_since;  // none: it waits for a second approver
  std::string approved_by;                  // empty: the owner registered it, or it is not approved yet
  std::optional<Timestamp> ended_at;        // a later one replaced it
  bool is_mine = false;                     // this connection's database user registered it
};

// Each with its audit row, in one transaction. What is declared already is not registered again: returns
// those that are new.
Result<std::vector<Registered>> register_gateway(pg::Connection& connection,
                                                 const std::vector<Declared>& declared,
                                                 const std::string& reason, const audit::Actor& actor);
// What register_gateway() would register; only reads.
Result<std::vector<Declared>> new_among(pg::Connection& connection, std::vector<Declared> declared);
// False: it does not wait. not_permitted: this database user registered it. is_dry: the same answer, and
// nothing is written.
Result<bool> approve_declaration(pg::Connection& connection, std::int64_t id, const std::string& reason,
                                 const audit::Actor& actor, bool is_dry = false);
// By gateway, operation and number; all: those that ended, too.
Result<std::vector<Registered>> declarations(pg::Connection& connection, bool all = false);

}  // namespace onceover::approval

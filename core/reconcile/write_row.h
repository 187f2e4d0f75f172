// SPDX-License-Identifier: Apache-2.0
// Writing one external row: any verb that its profile has, from a gateway's answer or by a manual override,
// for a person, a plan or a sweeper. Such a table has no fence of ours, so a write matches the row as it was
// seen: identity, state, lease columns, the profile's own guard, and its version (xmin), or every column of
// the profile where that cannot be read. One row changes, with its audit row in the same transaction, or
// nothing does.
//
// What remains: another program that updates by key alone may still overwrite the verdict later. Where xmin
// cannot be read, a change that was taken back between read_row() and write(), or one in a column that the
// profile does not name, goes unnoticed.
//
// Errors: as in settle.h; and not_permitted or unsupported where `access` or the profile does not offer the
// verb (why_not_written()).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/pg/connection.h"
#include "core/pg/transaction.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/verdict.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"
#include "core/tables/writes.h"

namespace onceover::reconcile {

// A row as a person saw it. Made by read_row() alone.
struct SeenRow {
  struct Raw {
    std::string column;
    std::optional<std::string> value;  // as the server writes it; of a digest its length and hash
    bool is_digest = false;
    bool operator==(const Raw&) const = default;
  };
  browse::KeyRow row;
  Timestamp as_of;                  // the database's clock
  std::optional<std::string> xmin;  // none: it may not be read here
  std::vector<Raw> raw;  // identity, state and lease; every column of the profile where there is no xmin
  bool is_lease_over = false;          // by the database's clock; false where a lease cannot be observed
  std::vector<tables::Verb> withheld;  // verbs whose own guard the row does not meet
  // For the audit row. before: state, lease and what verbs write. whole: what is left of a row that is
  // deleted. Of bodies the size alone.
  std::string row_key_json, before_json, whole_json;

  bool is_same_as(const SeenRow& other) const { return xmin == other.xmin && raw == other.raw; }
};

// In its own read-only transaction. id.columns find the row; without them tenant, operation and key do. None:
// there is no such row. More than one is an error of kind unsupported.
Result<std::optional<SeenRow>> read_row(pg::Connection& connection, const tables::Profile& profile,
                                        const tables::Access& access, const key::Identity& id);

struct WriteRequest {
  tables::Verb verb = tables::Verb::release;
  tables::WriteValues values;
  std::string reason;  // never empty
  std::string ticket;
  std::optional<VerdictKind> verdict;  // of a gateway that was asked; none: a manual override
  std::string evidence_json;           // what it rests on; a person's own words as {"said": …}
  // of a sweeper (own_rows.h): Changed where it owns the row no longer
  std::optional<std::int64_t> owned_fence = {};
  // a manual override that whoever holds the lease, or may hold one that cannot be seen, is not at work
  bool although_held = false;
  bool of_plan =
      false;  // of a plan: its maker and its runner are the two who overrule a lease, which the server checks
  // succeed, fail: where no gateway confirms it, of a second approver (second_approver.h)
  std::optional<Approver> approval = {};
};

// Whether the row is already as the verb would leave it: a write would tell the trail of a change that was
// none. write() and script() refuse it. The verb must be one of the profile's.
bool changes_nothing(const tables::Profile& profile, const SeenRow& seen, const WriteRequest& request);

// A sentence: why this verb is not for this row. nullopt where it may be tried.
std::optional<std::string> why_not_written(const tables::Profile& profile, const tables::Access& access,
                                           const SeenRow& seen, tables::Verb verb);

// Whether this connection may write the verb at all.
bool may_write(const tables::Access& access, tables::Verb verb);

// The same, where the statement is run as a script by another person: rights and read-only sessions of this
// user do not matter.
std::optional<std::string> why_not_scripted(const tables::Profile& profile, const tables::Access& access,
                                            const SeenRow& seen, tables::Verb verb);

// Whether write() would end in Held as the row was seen: its lease runs, or nobody can tell.
bool is_held(const tables::Profile& profile, const SeenRow& seen, const WriteRequest& request);

// A sentence about the constraints of the table that would refuse the row as the verb would leave it;
// nullopt: none that can be tried does. Only reads.
Result<std::optional<std::string>> why_refused(pg::Connection& connection, const tables::Profile& profile,
                                               const tables::Access& access, const SeenRow& seen,
                                               const WriteRequest& request);

// The guarded statement that write() runs, spelled out for reading. The verb is one of the profile's.
std::string write_sql(const tables::Profile& profile, const tables::Access& access, const SeenRow& seen,
                      const WriteRequest& request);

// Of its transaction too: the case that is open on the row (case_list.h) is settled by every verb but extend.
struct RowWritten {
  std::optional<browse::KeyRow> after;  // none: the row was deleted
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
};
// A lease on it has not ended, or nobody can tell (is_observable): nothing was written. `although_held`
// overrules.
struct Held {
  browse::KeyRow now;
  bool is_observable = true;
};
// The row is as it was seen, and was not written: the profile's guard, a policy or a trigger of the table
// withheld it.
struct Withheld {
  browse::KeyRow now;
  std::string why;
};
using WriteOutcome = std::variant<RowWritten, Changed, Held, Withheld>;

// More that belongs to the transaction of a write, run before its commit with the number of the audit row. An
// error of it is returned, and nothing is written.
using Within = std::function<Result<void>(pg::Transaction&, std::int64_t audit_id)>;

// succeed and fail that no gateway confirms wait for a second approver: the request is filed
// (second_approver.h), and ErrorKind::waits names it.
Result<WriteOutcome> write(pg::Connection& connection, const tables::Profile& profile,
                           const tables::Access& access, const SeenRow& seen, const WriteRequest& request,
                           const audit::Actor& actor, const Within& within = {});

// The same guarded statement for psql, in one transaction that raises an error unless exactly one row
// changed. Refused by why_not_scripted().
enum class AuditTo {
  trail,  // a row of onceover.audit, which must be there
  // printed as a notice, for a database without our schema: whoever runs it keeps the output. It knows no
  // stop switch
  notice,
};
Result<std::string> script(const tables::Profile& profile, const tables::Access& access, const SeenRow& seen,
                           const WriteRequest& request, const audit::Actor& actor, AuditTo audit_to);

// Writing a row back, by the machinery of write_row.h. Inside the room only.

// Asks for no lease, closes no case and promises no state.
inline constexpr tables::Verb undo_carrier = tables::Verb::extend;

// profile.writes[undo_carrier] says what to write. The audit row's action is "undo"; a case that was settled
// needs a human again.
Result<WriteOutcome> write_back(pg::Connection& connection, const tables::Profile& profile,
                                const tables::Access& access, const SeenRow& seen,
                                const WriteRequest& request, const audit::Actor& actor, std::int64_t undone);

}  // namespace onceover::reconcile

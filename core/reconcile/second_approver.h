// SPDX-License-Identifier: Apache-2.0
// A manual override that no evidence confirms waits for a second approver (core/approval): it is asked for
// here, and the write that it allows uses it up in its own transaction.
//
// Errors: as in settle.h and write_row.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/pg/transaction.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// What says something of the effect (says_of_effect()) needs a second approver unless a gateway's verdict
// confirms it. verdict: none where no gateway was asked. A release passes without, too, while
// repeats_recognised_until() says so. Pure.
bool needs_second_person(const tables::Profile& profile, std::optional<tables::Verb> verb,
                         std::optional<VerdictKind> verdict);
// Whether the write overrules a lease by the functions of a role, which need a second approver for it. A user
// with rights on the table itself needs none: the table is theirs to write. Pure.
bool overrules_lease(const tables::Profile& profile, const tables::Access& access, const SeenRow& seen,
                     const WriteRequest& request);
// Until when the downstream recognises that the row's request is a repeat, by the window that is registered
// for its operation (registered_window()), less a margin; none: it no longer does, or that is unknown. as_of:
// the database's clock. Pure.
std::optional<Timestamp> repeats_recognised_until(const browse::KeyRow& row, std::optional<Duration> window,
                                                  Timestamp as_of);

// Files the request for an external row; its number. The same request again is the same number. Refused as
// write() would refuse it, and where no second approver is needed.
Result<std::int64_t> ask_approval(pg::Connection& connection, const tables::Profile& profile,
                                  const tables::Access& access, const SeenRow& seen,
                                  const WriteRequest& request, const audit::Actor& actor);

// The same of a key of our own that is owned (own()): it is handed back as a case that needs a human, which
// no sweeper takes up, and the request is filed for it as it is then. evidence_json: what shows it.
struct Waiting {
  std::int64_t approval = 0;
  Settled put_aside;
};
Result<std::variant<Waiting, Changed>> ask_approval(pg::Connection& connection,
                                                    const tables::Profile& profile,
                                                    const Settlement& settlement, const audit::Actor& actor,
                                                    const std::string& ticket);

std::string seen_digest_of(const SeenRow& seen);
std::string seen_digest_of(const Settlement& settlement);
// Of all that would be written; not of the evidence.
std::string request_digest_of(const WriteRequest& request);
std::string request_digest_of(const Settlement& settlement);

// What the server's refusal of an approval means (OC005, OC006), as not_permitted; any other error is itself.
Error approval_error(const Error& error, std::int64_t approval);
// Within the transaction of the write. not_permitted where it is not waiting for exactly this, or was asked
// for by this database user.
Result<void> use_approval(pg::Transaction& transaction, const Approver& approver, std::int64_t audit_id,
                          const std::string& request_digest, const std::string& seen_digest);

}  // namespace onceover::reconcile

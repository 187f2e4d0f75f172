// SPDX-License-Identifier: Apache-2.0
// The functions of a reconciler's role on a table that is not ours (roles.h), as SQL: verdicts that a gateway
// bears out, verdicts that another database user asked for, and what a person does without touching the row:
// a note, a case kept, a request for a second approver, and its end. Each is of one table and of what its
// profile says, and runs with the rights of the owner of the schema onceover: it checks, files and keeps the
// trail, and touches the table only by the functions of the table's owner (row_functions.h). Whoever may call
// one can do that on rows of that table and nothing else. Who calls is session_user, which no caller chooses.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/pg/transaction.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::roles {

enum class RoleAct {
  note,  // (row key, actor, host, program, note) → number of the note
  // (row key, version, actor, host, program, reason, ticket, evidence, verdict, next try) → {audit row,
  // attempts}
  keep_case,
  ask,  // (row key, version, actor, host, program, act, reason, ticket, evidence, verdict, code, has body,
        // body, the row's reason, although held, request digest, seen digest) → number of the approval
  agree_succeed,  // (approval, actor, host, program, why) → audit row
  agree_fail,     // the same
  agree_release,  // the same
  agree_requeue,  // the same
  agree_discard,  // the same
  end_approval,  // (approval, 'refused' or 'outdated', actor, host, program, why) → audit row; NULL: it was
                 // decided already
};
// Those that the profile has a use for.
std::vector<RoleAct> role_acts(const tables::Profile& profile);
// The one by which another database user's request for this verb is agreed to.
std::optional<RoleAct> agreement_to(tables::Verb verb);
// Verbs that need a second approver where no gateway bears them out, or where they overrule a lease.
std::vector<tables::Verb> verbs_to_approve(const tables::Profile& profile);

struct RoleFunction {
  std::string name;  // unquoted, in the schema onceover; at most 63 bytes
  std::string_view types;
  int arguments = 0;
  std::string source;  // as the catalog keeps it
};
RoleFunction role_function(const tables::Profile& profile, const tables::Access& access, RoleAct act);
RoleFunction write_function(const tables::Profile& profile, const tables::Access& access, tables::Verb verb);

// CREATE OR REPLACE; only the owner of the schema onceover may call it until a role is granted it.
std::string creation(const tables::Profile& profile, const tables::Access& access, RoleAct act);
std::string creation(const tables::Profile& profile, const tables::Access& access, tables::Verb verb);
// "onceover.name(types)", without looking at the table.
std::string signature(const tables::Profile& profile, RoleAct act);
std::string signature(const tables::Profile& profile, tables::Verb verb);

// What they are made of.
// Of agree_succeed and its like: the verb's write, as another database user asked for it.
std::string agreement_source(const tables::Profile& profile, const tables::Access& access, tables::Verb verb);

// What a user without rights on the tables does by the functions of a role (roles.h). Inside the room only.

// "SELECT onceover.name": to be called with the arguments of its RoleAct. none: this user has the right
// himself, or has no such function; he then does it as everybody does, and the server refuses what he may
// not. unsupported where the function is another than the profile says: an older script may do what it says
// no more.
Result<std::optional<std::string>> call_of(pg::Transaction& transaction, const tables::Profile& profile,
                                           const tables::Access& access, RoleAct act);

// Whether there would be one, whatever it does. Outside of a transaction; the row's table need not be there.
Result<bool> has_call(pg::Connection& connection, const tables::Profile& profile, RoleAct act);

// unsupported, or not_permitted where there is none for this user.
Result<void> check_function(pg::Transaction& transaction, const RoleFunction& function);

}  // namespace onceover::roles

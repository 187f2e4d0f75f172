// SPDX-License-Identifier: Apache-2.0
// Rights for people and daemons that do not own the tables, as SQL that a DBA reads and runs. A viewer reads.
// A reconciler writes verdicts and deletes nothing; on an external table he has no right to write at all, but
// functions for each verb of the profile: they check what write() checks, write the audit row in the same
// statement, and run with their owner's rights (SECURITY DEFINER, search_path pinned). A reaper has one
// function, which deletes finished rows past their window.
//
// The functions are a promise of two owners. Those that a role calls belong to the owner of the schema
// onceover: they check, file and keep the trail. They touch an external table only by functions of that
// table's owner (row_functions.h), so that neither owner can act with the other's rights. Hence the parts of
// a script: roles, for a user who may create them; table and schema, each for its owner. A superuser runs all
// of them at once, and owns none of the functions afterwards unless it owns the table or the schema.
//
// A reconciler names the gateway's verdict himself; what no evidence bears out is refused by the functions of
// the verbs. He asks for it, and another database user agrees, by functions that take what is written from
// the request on file (approval.h); he keeps cases and adds notes on rows of the table by functions, too.
// Nobody's name is his to choose but the one that he gives himself as actor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::roles {

// service: keys, by the library. client: keys, by SQL functions only, in any language. producer: writes
// events. consumer: receives them. relay: publishes them. One process may log in with several.
enum class DbRole { viewer, service, client, producer, consumer, relay, reconciler, approver, reaper };
inline constexpr DbRole all_db_roles[] = {DbRole::viewer,     DbRole::service,  DbRole::client,
                                          DbRole::producer,   DbRole::consumer, DbRole::relay,
                                          DbRole::reconciler, DbRole::approver, DbRole::reaper};
std::string_view word(DbRole role);
std::optional<DbRole> db_role_from_word(std::string_view word);

// The source of the function that reaps an external table, as the catalog keeps it; its profile names
// expires_at.
std::string reap_function_source(const tables::Profile& profile);

enum class Part { roles, table, schema };
std::optional<Part> part_from_word(std::string_view word);

// The script or one part of it, in one transaction. Parts are run in the order of the enum. access: of the
// profile's table, by a connection that may see all its columns. name: the role's, made where it is not
// there. Errors: invalid_input, a name that is none; unsupported, the table or the profile lacks what the
// role needs, or the part.
Result<std::string> role_script(const tables::Profile& profile, const tables::Access& access, DbRole role,
                                const std::string& name, std::optional<Part> part = {});

// What takes it back: functions, rights and the role; parts in the reverse order. Whoever owns something by
// that role keeps it, and the script says so by failing.
Result<std::string> role_drop_script(const tables::Profile& profile, DbRole role, const std::string& name,
                                     std::optional<Part> part = {});

}  // namespace onceover::roles

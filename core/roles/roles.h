// Rights for people and daemons that do not own the tables, as SQL that a DBA reads and runs. A viewer reads. A reconciler writes verdicts
// and deletes nothing; on an external table he has no right to write at all, but functions for each verb of the profile: they check
// what write() checks, write the audit row in the same statement, and run with their owner's rights (SECURITY DEFINER, search_path
// pinned). A reaper has one function, which deletes finished rows past their window.
//
// The functions are the owner's promise: whoever may call one may do what it does and no more. A reconciler names the gateway's verdict
// himself; a word about the effect that no verdict confirms is refused by the functions of the verbs. He asks for it and agrees to what
// another database user asked for, by functions that take what is written from the request on file (approval.h); he keeps cases and adds
// notes on rows of the table by functions, too. Nobody's name is his to choose but the one that he gives himself as actor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/inspect/inspect.h"
#include "core/profile/profile.h"

namespace onceover::roles {

enum class DbRole { viewer, service, reconciler, approver, reaper };
std::string_view word(DbRole role);
std::optional<DbRole> db_role_from_word(std::string_view word);

// The source of the function that reaps an external table, as the catalog keeps it; its profile names expires_at.
std::string reap_function_source(const profile::Profile& profile);

// The script, in one transaction. access: of the profile's table, by a connection that may see all its columns. name: the role's, made
// where it is not there. Errors: invalid_input, a name that is none; unsupported, the table or the profile lacks what the role needs.
Result<std::string> role_script(const profile::Profile& profile, const profile::Access& access, DbRole role, const std::string& name);

// What takes it back: rights, functions and the role. Whoever owns something by that role keeps it, and the script says so by failing.
Result<std::string> role_drop_script(const profile::Profile& profile, DbRole role, const std::string& name);

}  // namespace onceover::roles

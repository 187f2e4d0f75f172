// What somebody without rights of his own does by the functions of his role (roles.h). Inside the room only.
#pragma once

#include <optional>
#include <string>

#include "core/pg/transaction.h"
#include "core/roles/role_functions.h"

namespace onceover::roles {

// "SELECT onceover.name": to be called with the arguments of its RoleAct. none: this user has the right himself, or has no such function;
// he then does it as everybody does, and the server refuses what he may not. unsupported where the function is another than the profile
// says: an older script may do what it says no more.
Result<std::optional<std::string>> call_of(pg::Transaction& transaction, const tables::Profile& profile, const tables::Access& access,
                                           RoleAct act);

// Whether there would be one, whatever it does. Outside of a transaction; the row's table need not be there.
Result<bool> has_call(pg::Connection& connection, const tables::Profile& profile, RoleAct act);

// unsupported, or not_permitted where there is none for this user.
Result<void> check_function(pg::Transaction& transaction, const RoleFunction& function);

}  // namespace onceover::roles

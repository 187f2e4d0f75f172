#include "core/roles/role_call.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::roles {
namespace {

// Whoever may add to it himself needs no function.
std::string_view table_of(RoleAct act) {
  switch (act) {
    case RoleAct::note: return "onceover.notes";
    case RoleAct::keep_case: return "onceover.row_cases";
    case RoleAct::ask:
    case RoleAct::end_approval: return "onceover.approvals";
    case RoleAct::agree_succeed:
    case RoleAct::agree_fail:
    case RoleAct::agree_release:
    case RoleAct::agree_requeue:
    case RoleAct::agree_discard: return "";  // the right on the row's table decides, and was looked at
  }
  return "";
}

Result<pg::Rows> sources_of(pg::Connection& connection, const RoleFunction& function, std::string_view table) {
  return connection.exec(sql::role_function, pg::params(function.name, function.arguments, table));
}

tl::unexpected<Error> stale(ErrorKind kind, std::string what) {
  return fail(kind, std::move(what), "Nothing was written.",
              "Have the role's script made and run anew: oncectl roles print --role reconciler.");
}

Result<bool> is_there(pg::Transaction& transaction, const RoleFunction& function, std::string_view table) {
  const auto source = sources_of(transaction.connection(), function, table);
  if (!source) return fail(source.error());
  if (source->empty()) return false;
  if (source->size() == 1 && source->text(0, 0) == function.source) return true;
  return stale(ErrorKind::unsupported,
               fmt::format("The function onceover.{} does not do what the profile defines.", visible(function.name)));
}

}  // namespace

Result<std::optional<std::string>> call_of(pg::Transaction& transaction, const tables::Profile& p, const tables::Access& access,
                                           RoleAct act) {
  if (tables::is_own(p)) return std::nullopt;
  const RoleFunction function = role_function(p, access, act);
  return is_there(transaction, function, table_of(act)).map([&](bool there) {
    return there ? std::optional("SELECT onceover." + tables::quoted_name(function.name)) : std::nullopt;
  });
}

Result<bool> has_call(pg::Connection& connection, const tables::Profile& p, RoleAct act) {
  return sources_of(connection, role_function(p, {}, act), table_of(act)).map([](const pg::Rows& found) { return !found.empty(); });
}

Result<void> check_function(pg::Transaction& transaction, const RoleFunction& function) {
  const auto there = is_there(transaction, function, "");
  if (!there) return fail(there.error());
  if (*there) return {};
  return stale(ErrorKind::not_permitted, fmt::format("This user may not call onceover.{}.", visible(function.name)));
}

}  // namespace onceover::roles

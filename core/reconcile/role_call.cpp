#include "core/reconcile/role_call.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/profile/sql.h"
#include "core/reconcile/write_request.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

// Whoever may add to it himself needs no function.
std::string_view table_of(RoleAct act) {
  switch (act) {
    case RoleAct::note: return "onceover.notes";
    case RoleAct::keep_case: return "onceover.row_cases";
    case RoleAct::ask:
    case RoleAct::end_approval: return "onceover.approvals";
    case RoleAct::agree_succeed:
    case RoleAct::agree_fail: return "";  // the right on the row's table decides, and was looked at
  }
  return "";
}

pg::Params params_of(const RoleFunction& function, std::string_view table) {
  pg::Params params;
  params.text(function.name).integer(function.arguments).text(table);
  return params;
}

Result<bool> is_there(pg::Transaction& transaction, const RoleFunction& function, std::string_view table) {
  auto source = transaction.exec(sql::role_function, params_of(function, table));
  if (!source) return fail(source.error());
  if (source->empty()) return false;
  if (source->size() == 1 && source->text(0, 0) == function.source) return true;
  return refused_row(ErrorKind::unsupported,
                     fmt::format("The function onceover.{} does not do what the profile says.", visible(function.name)),
                     "Have the role's script made and run anew: oncectl roles print --role reconciler.");
}

}  // namespace

Result<std::optional<std::string>> call_of(pg::Transaction& transaction, const profile::Profile& p, const profile::Access& access,
                                           RoleAct act) {
  if (profile::is_own(p)) return std::optional<std::string>();
  const RoleFunction function = role_function(p, access, act);
  auto there = is_there(transaction, function, table_of(act));
  if (!there) return fail(there.error());
  if (!*there) return std::optional<std::string>();
  return std::optional("SELECT onceover." + profile::quoted_name(function.name));
}

Result<bool> has_call(pg::Connection& connection, const profile::Profile& p, RoleAct act) {
  auto found = connection.exec(sql::role_function, params_of(role_function(p, {}, act), table_of(act)));
  if (!found) return fail(found.error());
  return !found->empty();
}

Result<void> check_function(pg::Transaction& transaction, const RoleFunction& function) {
  auto there = is_there(transaction, function, "");
  if (!there) return fail(there.error());
  if (*there) return {};
  return refused_row(ErrorKind::not_permitted, fmt::format("This user may not call onceover.{}.", visible(function.name)),
                     "Have the role's script made and run anew: oncectl roles print --role reconciler.");
}

}  // namespace onceover::reconcile

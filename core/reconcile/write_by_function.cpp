#include "core/reconcile/write_by_function.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/reconcile/write_request.h"
#include "core/roles/role_call.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

// What another database user asked for: the server takes it from the request on file, and the row must be as it was then.
Result<pg::Rows> agree(pg::Transaction& transaction, const tables::Profile& p, const tables::Access& access, const WriteRequest& request,
                       const audit::Actor& actor) {
  const auto act = roles::agreement_to(request.verb);
  if (!act) return refused_row(ErrorKind::internal, "Nothing of this kind waits for a second approver.");
  auto call = roles::call_of(transaction, p, access, *act);
  if (!call) return fail(call.error());
  if (!*call) {
    return refused_row(ErrorKind::not_permitted, "The role of this user has no function that approves.",
                       "Print its script again and have it run: oncectl roles print --role approver.");
  }
  return transaction.exec(**call + "($1::bigint, $2::text, $3::text, $4::text, $5::text)",
                          pg::params(request.approval->approval, actor.name, actor.host, actor.program, request.approval->reason));
}

Result<pg::Rows> write_verdict(pg::Transaction& transaction, const tables::Profile& p, const tables::Access& access, const SeenRow& seen,
                               const WriteRequest& request, const audit::Actor& actor) {
  if (auto same = roles::check_function(transaction, roles::write_function(p, access, request.verb)); !same) return fail(same.error());
  pg::Params params;
  params.text(seen.row_key_json).text(seen.xmin).text(actor.name).text(actor.host).text(actor.program);
  params.text(request.reason).text(request.ticket).text(pg::or_null(request.evidence_json));
  params.text(request.verdict ? std::optional(std::string(word(*request.verdict))) : std::nullopt);
  params.integer(request.values.code).text(request.values.body).text(request.values.reason);
  params.text(request.values.lease ? std::optional(fmt::format("{} microseconds", request.values.lease->count())) : std::nullopt);
  params.boolean(request.although_held);
  return transaction.exec(
      fmt::format(
          "SELECT onceover.{}($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::text, $10::int, "
          "$11::text, $12::text, $13::text::interval, $14::boolean)",
          tables::quoted_name(access.by_function.at(request.verb))),
      params);
}

}  // namespace

Result<std::optional<std::int64_t>> write_by_function(pg::Transaction& transaction, const tables::Profile& p, const tables::Access& access,
                                                      const SeenRow& seen, const WriteRequest& request, const audit::Actor& actor) {
  if (request.owned_fence) {
    return refused_row(ErrorKind::not_permitted, "This user writes the table only by the functions of a role, which do not do this.",
                       "A user with rights on the table can do it.");
  }
  auto written =
      request.approval ? agree(transaction, p, access, request, actor) : write_verdict(transaction, p, access, seen, request, actor);
  if (written) return std::optional(written->integer(0, 0));
  const Error& error = written.error();
  if (error.sqlstate == "OC004" || error.sqlstate == "OC007") return std::optional<std::int64_t>();
  if (error.sqlstate == "OC005" && request.approval) {
    return refused_row(ErrorKind::not_permitted,
                       fmt::format("Approval {} was asked for by this database user.", request.approval->approval),
                       "Another person approves it, by another database user.");
  }
  if (error.sqlstate == "OC006") {
    return refused_row(ErrorKind::not_permitted,
                       fmt::format("Approval {} is not waiting, or was asked for by another description of the table.",
                                   request.approval ? request.approval->approval : 0),
                       "See it: oncectl approvals show. A user with rights on the table can approve it, too.");
  }
  if (error.sqlstate == "OC005" && request.although_held && !seen.is_lease_over) {
    return refused_row(ErrorKind::not_permitted, "The row is held: to overrule its lease needs a second approver.",
                       request.of_plan ? "Another database user runs the plan." : "Ask for one.");
  }
  if (error.sqlstate == "OC005") {
    return refused_row(ErrorKind::not_permitted,
                       "The functions of this user's role write no word about the effect that no gateway confirms.",
                       "A second approver is asked for it, and agrees.");
  }
  return fail(error);
}

}  // namespace onceover::reconcile

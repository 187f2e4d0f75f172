#include "core/reconcile/write_by_function.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/profile/role_functions.h"
#include "core/profile/sql.h"
#include "core/reconcile/db_roles.h"
#include "core/reconcile/write_request.h"

namespace onceover::reconcile {
namespace {

// An older script may write what the profile says no more.
Result<void> check_source(pg::Transaction& transaction, const profile::Profile& p, const profile::Access& access, profile::Verb verb,
                          const std::string& name) {
  pg::Params params;
  params.text(name).integer(profile::write_function_arguments);
  auto source = transaction.exec(
      "SELECT p.prosrc FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace AND p.proname = $1::text AND "
      "p.pronargs = $2::bigint",
      params);
  if (!source) return fail(source.error());
  if (source->size() == 1 && source->text(0, 0) == write_function_source(p, access, verb)) return {};
  return refused_row(ErrorKind::unsupported, fmt::format("The function onceover.{} does not do what the profile says.", visible(name)),
                     "Have the role's script made and run anew: oncectl roles print --role reconciler.");
}

}  // namespace

Result<std::optional<std::int64_t>> write_by_function(pg::Transaction& transaction, const profile::Profile& p,
                                                      const profile::Access& access, const SeenRow& seen, const WriteRequest& request,
                                                      const audit::Actor& actor) {
  const std::string& name = access.by_function.at(request.verb);
  if (request.approval || request.owned_fence) {
    return refused_row(ErrorKind::not_permitted, "This user writes the table by the functions of his role alone, which do not do this.",
                       "Somebody with rights on the table does it.");
  }
  if (auto same = check_source(transaction, p, access, request.verb, name); !same) return fail(same.error());
  const auto or_null = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); };
  pg::Params params;
  params.text(seen.row_key_json).text(seen.xmin).text(actor.name).text(actor.host).text(actor.program);
  params.text(request.reason).text(request.ticket).text(or_null(request.evidence_json));
  params.text(request.verdict ? std::optional(std::string(word(*request.verdict))) : std::nullopt);
  params.integer(request.values.code).text(request.values.body).text(request.values.reason);
  params.text(request.values.lease ? std::optional(fmt::format("{} microseconds", request.values.lease->count())) : std::nullopt);
  params.boolean(request.although_held);
  auto written = transaction.exec(
      fmt::format(
          "SELECT onceover.{}($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::text, $10::int, "
          "$11::text, $12::text, $13::text::interval, $14::boolean)",
          profile::quoted_name(name)),
      params);
  if (written) return std::optional(written->integer(0, 0));
  const Error& error = written.error();
  if (error.sqlstate == "OC004" || error.sqlstate == "OC007") return std::optional<std::int64_t>();
  if (error.sqlstate == "OC005") {
    return refused_row(ErrorKind::not_permitted,
                       "The functions of this user's role write no word about the effect that no gateway bears out.",
                       "Somebody with rights on the table writes it, with a second person.");
  }
  return fail(error);
}

}  // namespace onceover::reconcile

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "core/key/replay_headers.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"
#include "core/profile/toml.h"
#include "core/reconcile/approval.h"
#include "core/reconcile/approval_use.h"
#include "core/reconcile/role_call.h"
#include "core/reconcile/write_request.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::string> or_null(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }

// What is filed, ours or another's.
struct Filing {
  std::string act;
  key::Identity known_as;
  std::optional<std::int64_t> fence;
  std::string profile, profile_toml, relation, row_key_json, seen_json, seen_digest;
  Json request;
  std::string request_digest, headers, body, reason, ticket, evidence_json, verdict;
};

audit::Entry entry_for(const Filing& filing, std::int64_t id) {
  audit::Entry entry{.action = "ask_approval", .id = filing.known_as};
  entry.fence_before = filing.fence;
  entry.before_json = filing.seen_json;
  entry.evidence_json = dumped({{"approval", {{"id", id}, {"act", filing.act}}}});
  entry.verdict = filing.verdict;
  entry.reason = filing.reason;
  entry.ticket = filing.ticket;
  entry.profile = filing.profile;
  entry.relation = filing.relation;
  entry.row_key_json = filing.row_key_json;
  return entry;
}

// By somebody who may not file one himself; none: he may.
Result<std::optional<std::int64_t>> filed_by_function(pg::Transaction& transaction, const profile::Profile& p,
                                                      const profile::Access& access, const SeenRow& seen, const WriteRequest& request,
                                                      const Filing& filing, const audit::Actor& actor) {
  auto call = call_of(transaction, p, access, RoleAct::ask);
  if (!call) return fail(call.error());
  if (!*call) return std::optional<std::int64_t>();
  pg::Params params;
  params.text(seen.row_key_json).text(seen.xmin).text(actor.name).text(actor.host).text(actor.program).text(filing.act);
  params.text(filing.reason).text(filing.ticket).text(filing.evidence_json).text(or_null(filing.verdict)).integer(request.values.code);
  params.boolean(request.values.body.has_value()).bytes(filing.body).text(request.values.reason).boolean(request.although_held);
  params.bytes(filing.request_digest).bytes(filing.seen_digest);
  auto filed =
      transaction.exec(**call +
                           "($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::text, "
                           "$11::int, $12::boolean, $13::bytea, $14::text, $15::boolean, $16::bytea, $17::bytea)",
                       params);
  if (filed) return std::optional(filed->integer(0, 0));
  if (filed.error().sqlstate != "OC004") return fail(filed.error());
  return refused_row(ErrorKind::unsupported, "The row is not as it was seen.", "Look at the row again, and ask again.");
}

using ByFunction = std::function<Result<std::optional<std::int64_t>>(pg::Transaction&)>;

Result<std::int64_t> file(pg::Connection& connection, const Filing& filing, const audit::Actor& actor, const ByFunction& by_function = {}) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  if (by_function) {
    auto filed = by_function(*transaction);
    if (!filed) return fail(filed.error());
    if (*filed) {
      if (auto committed = transaction->commit(); !committed) return fail(committed.error());
      return **filed;
    }
  }
  pg::Params params;
  params.text(actor.name).text(actor.host).text(actor.program).text(filing.act);
  params.text(filing.known_as.tenant).text(filing.known_as.operation).text(filing.known_as.key).integer(filing.fence);
  params.text(or_null(filing.profile)).text(or_null(filing.profile_toml)).text(or_null(filing.relation)).text(or_null(filing.row_key_json));
  params.text(filing.reason).text(filing.ticket).text(filing.evidence_json).bytes(filing.seen_digest).text(dumped(filing.request));
  params.bytes(filing.request_digest)
      .bytes(filing.headers)
      .bytes(filing.body)
      .text(or_null(filing.verdict))
      .text(or_null(filing.seen_json));
  auto rows = transaction->exec(sql::approval_ask, params);
  if (!rows) return fail(rows.error());
  const std::int64_t id = rows->integer(0, 0);
  if (rows->boolean(0, 1)) {
    if (auto noted = audit::append(connection, actor, entry_for(filing, id)); !noted) return fail(noted.error());
  }
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return id;
}

}  // namespace

Result<std::int64_t> ask_approval(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, const SeenRow& seen,
                                  const WriteRequest& asked, const audit::Actor& actor) {
  auto request = sound_request(p, access, seen, asked, RunBy::write);
  if (!request) return fail(request.error());
  if (!needs_second_person(request->verb, request->verdict)) {
    return fail(ErrorKind::invalid_input, "No second approver is needed for this.", "Nothing was filed.", "Write it.");
  }
  if (auto writable = schema::require_writable(connection); !writable) return fail(writable.error());
  Filing filing{.act = std::string(profile::word(request->verb)), .known_as = known_of(seen)};
  filing.profile = p.name;
  filing.profile_toml = profile::to_toml({p});
  filing.relation = profile::table_name(p);
  filing.row_key_json = seen.row_key_json;
  filing.seen_json = seen.before_json;
  filing.seen_digest = seen_digest_of(seen);
  if (request->values.code) filing.request["code"] = *request->values.code;
  if (request->values.body) filing.request["has_body"] = true;
  if (request->values.reason) filing.request["row_reason"] = *request->values.reason;
  filing.request["although_held"] = request->although_held;
  filing.request["by_version"] = seen.xmin.has_value();
  if (seen.xmin) filing.request["version"] = *seen.xmin;
  filing.request_digest = request_digest_of(*request);
  filing.body = request->values.body.value_or("");
  filing.reason = request->reason;
  filing.ticket = request->ticket;
  filing.evidence_json = request->evidence_json;
  filing.verdict = request->verdict ? std::string(word(*request->verdict)) : "";
  return file(connection, filing, actor,
              [&](pg::Transaction& transaction) { return filed_by_function(transaction, p, access, seen, *request, filing, actor); });
}

Result<std::variant<Waiting, Changed>> ask_approval(pg::Connection& connection, const profile::Profile& p, const Settlement& settlement,
                                                    const audit::Actor& actor, const std::string& ticket) {
  using Out = std::variant<Waiting, Changed>;
  if (!needs_second_person(settlement.verb, verdict_kind_from_word(settlement.verdict))) {
    return fail(ErrorKind::invalid_input, "No second approver is needed for this.", "Nothing was filed.", "Settle it.");
  }
  if (!settlement.response) {
    return fail(ErrorKind::invalid_input, "A finished key needs the answer that its clients will be given.", "Nothing was written.",
                "Supply the response.");
  }
  if (settlement.reason.empty() || ticket.empty() || settlement.evidence_json.empty()) {
    return fail(ErrorKind::invalid_input, "A second approver is asked with a reason, a ticket, and what shows it.", "Nothing was written.",
                "Give all three.");
  }
  Settlement aside{.id = settlement.id, .fence = settlement.fence, .needs_person = true};
  aside.evidence_json = settlement.evidence_json;
  aside.verdict = std::string(word(VerdictKind::needs_human));
  aside.reason = fmt::format("A second approver is asked to let it {}: {}", word_of(settlement), settlement.reason);
  auto outcome = settle(connection, p, aside, actor, ticket);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return Out(std::move(*changed));
  Waiting waiting{0, std::get<Settled>(std::move(*outcome))};
  Settlement filed = settlement;
  filed.fence = waiting.put_aside.after.fence;
  Filing filing{.act = std::string(word_of(filed)), .known_as = filed.id, .fence = filed.fence};
  filing.seen_json = dumped({{"state", key::word(waiting.put_aside.after.state)}, {"fence", filed.fence}});
  filing.seen_digest = seen_digest_of(filed);
  filing.request = {{"code", filed.response->code}, {"error_code", filed.error_code}, {"verdict", filed.verdict}};
  filing.request_digest = request_digest_of(filed);
  filing.headers = key::encode_headers(filed.response->headers);
  filing.body = filed.response->body;
  filing.reason = filed.reason;
  filing.ticket = ticket;
  filing.evidence_json = filed.evidence_json;
  filing.verdict = filed.verdict;
  auto id = file(connection, filing, actor);
  if (!id) return fail(id.error());
  waiting.approval = *id;
  return Out(std::move(waiting));
}

}  // namespace onceover::reconcile

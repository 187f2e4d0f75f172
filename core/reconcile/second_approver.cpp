// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/second_approver.h"

#include <nlohmann/json.hpp>

#include "core/key/replay_headers.h"
#include "core/key/sha256.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/role_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/toml.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

using pg::or_null;

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
  return {.action = "ask_approval",
          .id = filing.known_as,
          .fence_before = filing.fence,
          .before_json = filing.seen_json,
          .evidence_json = dumped({{"approval", {{"id", id}, {"act", filing.act}}}}),
          .verdict = filing.verdict,
          .reason = filing.reason,
          .ticket = filing.ticket,
          .profile = filing.profile,
          .relation = filing.relation,
          .row_key_json = filing.row_key_json};
}

// By a database user who may not file one himself; none: he may.
Result<std::optional<std::int64_t>> filed_by_function(pg::Transaction& transaction, const tables::Profile& p,
                                                      const tables::Access& access, const SeenRow& seen,
                                                      const WriteRequest& request, const Filing& filing,
                                                      const audit::Actor& actor) {
  const auto call = roles::call_of(transaction, p, access, roles::RoleAct::ask).value();
  if (!call) return std::nullopt;
  pg::Params params =
      pg::params(seen.row_key_json, seen.xmin, actor.name, actor.host, actor.program, filing.act,
                 filing.reason, filing.ticket, filing.evidence_json, or_null(filing.verdict),
                 request.values.code, request.values.body.has_value());
  params.bytes(filing.body).text(request.values.reason).boolean(request.although_held);
  params.bytes(filing.request_digest).bytes(filing.seen_digest);
  const auto filed = transaction.exec(
      *call +
          "($1::jsonb, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, "
          "$10::text, $11::int, $12::boolean, $13::bytea, $14::text, $15::boolean, $16::bytea, $17::bytea)",
      params);
  if (!filed && filed.error().sqlstate == "OC004") {
    return refused_row(ErrorKind::unsupported, "The row is not as it was seen.",
                       "Look at the row again, and ask again.");
  }
  return filed.value().integer(0, 0);
}

using ByFunction = std::function<Result<std::optional<std::int64_t>>(pg::Transaction&)>;

std::int64_t file(pg::Connection& connection, const Filing& filing, const audit::Actor& actor,
                  const ByFunction& by_function = {}) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
  if (const auto filed = by_function ? by_function(transaction).value() : std::nullopt) {
    require(transaction.commit());
    return *filed;
  }
  pg::Params params = pg::params(actor.name, actor.host, actor.program, filing.act, filing.known_as.tenant,
                                 filing.known_as.operation, filing.known_as.key, filing.fence);
  const bool is_own = filing.relation.empty();
  if (!is_own)
    params.text(filing.profile).text(filing.profile_toml).text(filing.relation).text(filing.row_key_json);
  params.text(filing.reason).text(filing.ticket).text(filing.evidence_json);
  params.bytes(filing.seen_digest)
      .text(dumped(filing.request))
      .bytes(filing.request_digest)
      .bytes(filing.headers)
      .bytes(filing.body);
  params.text(or_null(filing.verdict)).text(or_null(filing.seen_json));
  const pg::Rows rows = transaction.exec(is_own ? sql::approval_ask_own : sql::approval_ask, params).value();
  const std::int64_t id = rows.integer(0, 0);
  if (!is_own && rows.boolean(0, 1)) require(audit::append(connection, actor, entry_for(filing, id)));
  require(transaction.commit());
  return id;
}

std::string digest_of(std::initializer_list<std::string_view> fields) {
  return std::string(key::bytes_of(key::sha256(key::length_prefixed(fields))));
}

}  // namespace

bool needs_second_person(const tables::Profile& p, std::optional<tables::Verb> verb,
                         std::optional<VerdictKind> verdict) {
  return verb && tables::says_of_effect(p, *verb) && (!verdict || !confirms(*verdict, *verb));
}

bool overrules_lease(const tables::Profile& p, const tables::Access& access, const SeenRow& seen,
                     const WriteRequest& request) {
  if (!request.although_held || request.of_plan || !access.by_function.contains(request.verb)) return false;
  WriteRequest plain = request;
  plain.although_held = false;
  return is_held(p, seen, plain);
}

std::optional<Timestamp> repeats_recognised_until(const browse::KeyRow& row, std::optional<Duration> window,
                                                  Timestamp as_of) {
  if (!window || !row.created_at.is_finite()) return std::nullopt;
  const Timestamp end = row.created_at + *window - AttemptPolicy{}.dedupe_margin;
  return as_of < end ? std::optional(end) : std::nullopt;
}

std::string seen_digest_of(const SeenRow& seen) {
  std::string all;
  for (const SeenRow::Raw& raw : seen.raw)
    all += key::length_prefixed({raw.column, raw.value ? "=" : "", raw.value.value_or("")});
  return digest_of({"row", seen.row_key_json, seen.xmin.value_or(""), all});
}

std::string request_digest_of(const WriteRequest& r) {
  return digest_of({tables::word(r.verb), r.values.code ? std::to_string(*r.values.code) : "",
                    r.values.body ? "=" : "", r.values.body.value_or(""), r.values.reason ? "=" : "",
                    r.values.reason.value_or(""), r.reason, r.ticket, r.although_held ? "held" : "",
                    r.verdict ? word(*r.verdict) : ""});
}

std::string seen_digest_of(const Settlement& s) {
  return digest_of({"own", s.id.tenant, s.id.operation, s.id.key, std::to_string(s.fence)});
}

std::string request_digest_of(const Settlement& s) {
  const key::StoredResponse response = s.response.value_or(key::StoredResponse{});
  return digest_of({word_of(s), std::to_string(response.code), key::encode_headers(response.headers),
                    response.body, s.error_code, s.verdict, s.retry_before ? iso(*s.retry_before) : ""});
}

Error approval_error(const Error& error, std::int64_t approval) {
  if (error.sqlstate == "OC005")
    return refused_row(ErrorKind::not_permitted,
                       fmt::format("Approval {} was asked for by this database user.", approval),
                       "Another person approves it, by another database user.")
        .value();
  if (error.sqlstate != "OC006") return error;
  return refused_row(ErrorKind::not_permitted,
                     fmt::format("Approval {} is not waiting, or is for another write.", approval),
                     "See it: oncectl approvals show.")
      .value();
}

Result<void> use_approval(pg::Transaction& transaction, const Approver& approver, std::int64_t audit_id,
                          const std::string& request_digest, const std::string& seen_digest) {
  pg::Params params = pg::params(approver.approval, approver.name, approver.reason, audit_id);
  const auto used = transaction.exec(sql::approval_use, params.bytes(request_digest).bytes(seen_digest));
  if (!used) return fail(approval_error(used.error(), approver.approval));
  if (used->empty()) return fail(approval_error({.sqlstate = "OC006"}, approver.approval));
  return {};
}

Result<std::int64_t> ask_approval(pg::Connection& connection, const tables::Profile& p,
                                  const tables::Access& access, const SeenRow& seen,
                                  const WriteRequest& asked, const audit::Actor& actor) {
  return as_result([&]() -> Result<std::int64_t> {
    auto request = sound_request(p, access, seen, asked, RunBy::write).value();
    if (!needs_second_person(p, request.verb, request.verdict) &&
        !overrules_lease(p, access, seen, request)) {
      return fail(ErrorKind::invalid_input, "No second approver is needed for this.", "Nothing was filed.",
                  "Write it.");
    }
    require(schema::require_writable(connection));
    Filing filing{.act = std::string(tables::word(request.verb)),
                  .known_as = known_of(seen),
                  .profile = p.name,
                  .profile_toml = tables::to_toml({p}),
                  .relation = tables::table_name(p),
                  .row_key_json = seen.row_key_json,
                  .seen_json = seen.before_json,
                  .seen_digest = seen_digest_of(seen),
                  .request_digest = request_digest_of(request),
                  .body = request.values.body.value_or(""),
                  .reason = request.reason,
                  .ticket = request.ticket,
                  .evidence_json = request.evidence_json,
                  .verdict = request.verdict ? std::string(word(*request.verdict)) : ""};
    if (request.values.code) filing.request["code"] = *request.values.code;
    if (request.values.body) filing.request["has_body"] = true;
    if (request.values.reason) filing.request["row_reason"] = *request.values.reason;
    filing.request["although_held"] = request.although_held;
    filing.request["by_version"] = seen.xmin.has_value();
    if (seen.xmin) filing.request["version"] = *seen.xmin;
    return file(connection, filing, actor, [&](pg::Transaction& transaction) {
      return filed_by_function(transaction, p, access, seen, request, filing, actor);
    });
  });
}

Result<std::variant<Waiting, Changed>> ask_approval(pg::Connection& connection, const tables::Profile& p,
                                                    const Settlement& settlement, const audit::Actor& actor,
                                                    const std::string& ticket) {
  return as_result([&]() -> Result<std::variant<Waiting, Changed>> {
    const bool is_release = settlement.verb == tables::Verb::release;
    if (!is_release && !needs_second_person(p, settlement.verb, verdict_kind_from_word(settlement.verdict))) {
      return fail(ErrorKind::invalid_input, "No second approver is needed for this.", "Nothing was filed.",
                  "Settle it.");
    }
    if (!is_release && !settlement.response) {
      return fail(ErrorKind::invalid_input, "A finished key needs the answer that its clients will be given.",
                  "Nothing was written.", "Supply the response.");
    }
    if (settlement.reason.empty() || ticket.empty() || settlement.evidence_json.empty()) {
      return fail(ErrorKind::invalid_input,
                  "A second approver is asked with a reason, a ticket, and what shows it.",
                  "Nothing was written.", "Give all three.");
    }
    Settlement aside{.id = settlement.id, .fence = settlement.fence, .needs_person = true};
    aside.evidence_json = settlement.evidence_json;
    aside.verdict = std::string(word(VerdictKind::needs_human));
    aside.reason =
        fmt::format("A second approver is asked to let it {}: {}", word_of(settlement), settlement.reason);
    auto outcome = settle(connection, p, aside, actor, ticket).value();
    if (auto* changed = std::get_if<Changed>(&outcome)) return std::move(*changed);
    Waiting waiting{0, std::get<Settled>(std::move(outcome))};
    Settlement filed = settlement;
    filed.fence = waiting.put_aside.after.fence;
    const key::StoredResponse response = filed.response.value_or(key::StoredResponse{});
    Json request{{"code", response.code}, {"error_code", filed.error_code}, {"verdict", filed.verdict}};
    if (filed.retry_before) request["retry_before"] = iso(*filed.retry_before);
    const Filing filing{
        .act = std::string(word_of(filed)),
        .known_as = filed.id,
        .fence = filed.fence,
        .seen_json = dumped({{"state", key::word(waiting.put_aside.after.state)}, {"fence", filed.fence}}),
        .seen_digest = seen_digest_of(filed),
        .request = std::move(request),
        .request_digest = request_digest_of(filed),
        .headers = key::encode_headers(response.headers),
        .body = response.body,
        .reason = filed.reason,
        .ticket = ticket,
        .evidence_json = filed.evidence_json,
        .verdict = filed.verdict};
    waiting.approval = file(connection, filing, actor);
    return waiting;
  });
}

}  // namespace onceover::reconcile

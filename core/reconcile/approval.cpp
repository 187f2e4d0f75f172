#include "core/reconcile/approval.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/gateway/evidence.h"
#include "core/key/replay_headers.h"
#include "core/key/sha256.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"
#include "core/profile/toml.h"
#include "core/reconcile/approval_use.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_request.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using Json = nlohmann::ordered_json;

std::string digest_of(std::initializer_list<std::string_view> fields) {
  return std::string(key::bytes_of(key::sha256(key::length_prefixed(fields))));
}

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

Result<std::int64_t> file(pg::Connection& connection, const Filing& filing, const audit::Actor& actor) {
  if (filing.ticket.empty() || filing.evidence_json.empty() || filing.reason.empty()) {
    return fail(ErrorKind::invalid_input, "A second person is asked with a reason, a ticket, and what shows it.", "Nothing was written.",
                "Give all three.");
  }
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
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

Approval approval_from(const pg::Rows& rows, int i) {
  Approval a;
  int c = 0;
  a.id = rows.integer(i, c++);
  a.status = rows.text(i, c++);
  a.asked_at = rows.timestamp(i, c++);
  a.requested_by = rows.text(i, c++);
  a.actor.name = rows.text(i, c++);
  a.actor.host = rows.text(i, c++);
  a.actor.program = rows.text(i, c++);
  a.act = rows.text(i, c++);
  a.known_as.tenant = rows.text(i, c++);
  a.known_as.operation = rows.text(i, c++);
  a.known_as.key = rows.text(i, c++);
  a.fence = rows.optional_integer(i, c++);
  for (std::string* text : {&a.profile, &a.profile_toml, &a.relation, &a.row_key_json, &a.seen_json, &a.seen_digest, &a.request_json,
                            &a.request_digest, &a.response_headers, &a.response_body, &a.reason, &a.ticket, &a.evidence_json, &a.verdict}) {
    *text = rows.text(i, c++);
  }
  a.decided_at = rows.optional_timestamp(i, c++);
  a.decided_by = rows.text(i, c++);
  a.decided_actor = rows.text(i, c++);
  a.decided_reason = rows.text(i, c++);
  a.audit_id = rows.optional_integer(i, c++);
  a.is_mine = rows.boolean(i, c++);
  return a;
}

Result<std::vector<Approval>> listed(pg::Connection& connection, std::optional<std::int64_t> id, bool waiting, int limit) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.integer(id).boolean(waiting).integer(std::clamp(limit, 1, 1000));
  auto rows = transaction->exec(sql::approval_list, params);
  if (!rows) return fail(rows.error());
  std::vector<Approval> out;
  for (int i = 0; i < rows->size(); ++i) out.push_back(approval_from(*rows, i));
  return out;
}

std::string own_seen_digest(const key::Identity& id, std::int64_t fence) {
  return digest_of({"own", id.tenant, id.operation, id.key, std::to_string(fence)});
}

std::string own_request_digest(const Settlement& s) {
  const key::StoredResponse none;
  const key::StoredResponse& response = s.response ? *s.response : none;
  return digest_of(
      {word(s.act), std::to_string(response.code), key::encode_headers(response.headers), response.body, s.error_code, s.verdict});
}

// What was asked for stands beside the evidence in the row of the act itself.
std::string with_approval(const Approval& a) {
  Json evidence = Json::parse(a.evidence_json, nullptr, false);
  if (!evidence.is_object()) evidence = {{"said", evidence}};
  evidence["approval"] = {{"id", a.id}, {"requested_by", a.requested_by}, {"actor", a.actor.name}, {"host", a.actor.host}};
  return dumped(evidence);
}

Result<bool> end(pg::Connection& connection, const Approval& a, const char* status, const audit::Actor& actor, const std::string& reason) {
  auto transaction = pg::Transaction::begin(connection, {.durable = true});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.integer(a.id).text(status).text(actor.name).text(reason);
  auto rows = transaction->exec(sql::approval_end, params);
  if (!rows) return fail(rows.error());
  if (rows->empty()) return false;
  audit::Entry entry{.action = "end_approval", .id = a.known_as};
  entry.to_state = status;
  entry.evidence_json = dumped({{"approval", {{"id", a.id}, {"act", a.act}, {"requested_by", a.requested_by}}}});
  entry.reason = reason;
  entry.ticket = a.ticket;
  entry.profile = a.profile;
  entry.relation = a.relation;
  entry.row_key_json = a.row_key_json;
  if (a.relation.empty()) entry.profile.clear();
  if (auto noted = audit::append(connection, actor, entry); !noted) return fail(noted.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return true;
}

Result<ApproveOutcome> outdated(pg::Connection& connection, const Approval& a, std::optional<browse::KeyRow> now,
                                const audit::Actor& actor) {
  auto ended = end(connection, a, "outdated", actor, "The row is not as it was when the approval was asked for.");
  if (!ended) return fail(ended.error());
  return ApproveOutcome(Outdated{std::move(now)});
}

Result<ApproveOutcome> approve_own(pg::Connection& connection, const Approval& a, const Approver& approver, const audit::Actor& actor) {
  const Json request = Json::parse(a.request_json, nullptr, false);
  const auto headers = key::decode_headers(a.response_headers);
  if (!request.is_object() || !headers) return fail(ErrorKind::internal, fmt::format("Approval {} cannot be read.", a.id));
  Settlement settlement{.id = a.known_as, .fence = a.fence.value_or(0)};
  settlement.act = a.act == "succeed" ? Act::succeed : Act::fail;
  settlement.response = key::StoredResponse{1, request.value("code", 0), *headers, a.response_body};
  settlement.error_code = request.value("error_code", "");
  settlement.verdict = request.value("verdict", "");
  settlement.reason = a.reason;
  settlement.evidence_json = with_approval(a);
  settlement.approval = approver;
  auto outcome = settle(connection, profile::own(), settlement, actor, a.ticket);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return outdated(connection, a, std::move(changed->now), actor);
  auto& settled = std::get<Settled>(*outcome);
  return ApproveOutcome(Approved{std::move(settled.after), settled.audit_id, std::move(settled.unconfirmed)});
}

Result<WriteRequest> request_from(const Approval& a) {
  const Json json = Json::parse(a.request_json, nullptr, false);
  const auto verb = profile::verb_from_word(a.act);
  if (!json.is_object() || !verb) return fail(ErrorKind::internal, fmt::format("Approval {} cannot be read.", a.id));
  WriteRequest request{.verb = *verb, .reason = a.reason, .ticket = a.ticket, .evidence_json = with_approval(a)};
  if (json.contains("code")) request.values.code = json["code"].get<int>();
  if (json.value("has_body", false)) request.values.body = a.response_body;
  if (json.contains("row_reason")) request.values.reason = json["row_reason"].get<std::string>();
  request.although_held = json.value("although_held", false);
  request.verdict = verdict_kind_from_word(a.verdict);
  return request;
}

// By every column of its identity, as the trail names it.
Result<key::Identity> row_id(const profile::Profile& p, const Approval& a) {
  const Json json = Json::parse(a.row_key_json, nullptr, false);
  key::Identity id;
  for (const std::string& column : p.identity) {
    if (!json.is_object() || !json.contains(column)) return fail(ErrorKind::internal, fmt::format("Approval {} names no row.", a.id));
    const Json& value = json[column];
    id.columns.push_back(value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt);
  }
  return id;
}

Result<ApproveOutcome> approve_row(pg::Connection& connection, const Approval& a, const Approver& approver, const audit::Actor& actor) {
  auto profiles = profile::profiles_from_toml(a.profile_toml, fmt::format("approval {}", a.id));
  if (!profiles) return fail(profiles.error());
  const profile::Profile& p = profiles->front();
  auto request = request_from(a);
  if (!request) return fail(request.error());
  auto id = row_id(p, a);
  if (!id) return fail(id.error());
  auto access = profile::inspect(connection, p);
  if (!access) return fail(access.error());
  auto seen = look(connection, p, *access, *id);
  if (!seen) return fail(seen.error());
  if (!*seen) return outdated(connection, a, std::nullopt, actor);
  if (Json::parse(a.request_json)["by_version"] != (*seen)->xmin.has_value()) {
    return fail(ErrorKind::not_permitted,
                "This database user reads other columns of the row than who asked: it cannot be told whether it changed.",
                "Nothing was written.", "Approve it as a user with the same rights.");
  }
  if (seen_digest_of(**seen) != a.seen_digest) return outdated(connection, a, (*seen)->row, actor);
  request->approval = approver;
  auto outcome = write(connection, p, *access, **seen, *request, actor);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return outdated(connection, a, std::move(changed->now), actor);
  if (std::holds_alternative<Held>(*outcome)) return ApproveOutcome(NotNow{"The row is held: its lease runs, or nobody can tell."});
  if (const auto* withheld = std::get_if<Withheld>(&*outcome)) return ApproveOutcome(NotNow{withheld->why});
  auto& written = std::get<RowWritten>(*outcome);
  return ApproveOutcome(Approved{std::move(written.after), written.audit_id, std::move(written.unconfirmed)});
}

}  // namespace

bool needs_second_person(profile::Verb verb, std::optional<VerdictKind> verdict) {
  if (verb != profile::Verb::succeed && verb != profile::Verb::fail) return false;
  return !verdict || !bears_out(*verdict, verb);
}

bool needs_second_person(Act act, std::optional<VerdictKind> verdict) {
  if (act == Act::succeed) return needs_second_person(profile::Verb::succeed, verdict);
  if (act == Act::fail) return needs_second_person(profile::Verb::fail, verdict);
  return false;
}

std::optional<VerdictKind> verdict_kind_from_word(std::string_view text) {
  for (const VerdictKind kind : {VerdictKind::settle_succeeded, VerdictKind::done_needs_response, VerdictKind::settle_failed,
                                 VerdictKind::release, VerdictKind::unresolved, VerdictKind::needs_human}) {
    if (word(kind) == text) return kind;
  }
  return std::nullopt;
}

std::string seen_digest_of(const SeenRow& seen) {
  std::string all;
  for (const SeenRow::Raw& raw : seen.raw) all += key::length_prefixed({raw.column, raw.value ? "=" : "", raw.value.value_or("")});
  return digest_of({"row", seen.row_key_json, seen.xmin.value_or(""), all});
}

std::string request_digest_of(const WriteRequest& r) {
  return digest_of({profile::word(r.verb), r.values.code ? std::to_string(*r.values.code) : "", r.values.body ? "=" : "",
                    r.values.body.value_or(""), r.values.reason ? "=" : "", r.values.reason.value_or(""), r.reason, r.ticket,
                    r.although_held ? "held" : "", r.verdict ? word(*r.verdict) : ""});
}

std::string seen_digest_of(const Settlement& s) { return own_seen_digest(s.id, s.fence); }
std::string request_digest_of(const Settlement& s) { return own_request_digest(s); }

Result<void> use_approval(pg::Transaction& transaction, const Approver& approver, std::int64_t audit_id, const std::string& request_digest,
                          const std::string& seen_digest) {
  pg::Params params;
  params.integer(approver.approval).text(approver.name).text(approver.reason).integer(audit_id).bytes(request_digest).bytes(seen_digest);
  auto used = transaction.exec(sql::approval_use, params);
  if (!used && used.error().sqlstate == "OC005") {
    return fail(ErrorKind::not_permitted, fmt::format("Approval {} was asked for by this database user.", approver.approval),
                "Nothing was written.", "Another person approves it, by his own database user.");
  }
  if (!used) return fail(used.error());
  if (used->empty()) {
    return fail(ErrorKind::not_permitted, fmt::format("Approval {} is not waiting, or is for another write.", approver.approval),
                "Nothing was written.", "See it: oncectl approvals show.");
  }
  return {};
}

Result<std::vector<Approval>> approvals(pg::Connection& connection, bool all, int limit) {
  return listed(connection, std::nullopt, !all, limit);
}

Result<std::optional<Approval>> approval(pg::Connection& connection, std::int64_t id) {
  auto found = listed(connection, id, false, 1);
  if (!found) return fail(found.error());
  if (found->empty()) return std::optional<Approval>();
  return std::optional(std::move(found->front()));
}

Result<std::int64_t> ask_approval(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, const SeenRow& seen,
                                  const WriteRequest& asked, const audit::Actor& actor) {
  auto request = sound_request(p, access, seen, asked, RunBy::write);
  if (!request) return fail(request.error());
  if (!needs_second_person(request->verb, request->verdict)) {
    return fail(ErrorKind::invalid_input, "No second person is needed for this.", "Nothing was filed.", "Write it.");
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
  filing.request_digest = request_digest_of(*request);
  filing.body = request->values.body.value_or("");
  filing.reason = request->reason;
  filing.ticket = request->ticket;
  filing.evidence_json = request->evidence_json;
  filing.verdict = request->verdict ? std::string(word(*request->verdict)) : "";
  return file(connection, filing, actor);
}

Result<std::variant<Waiting, Changed>> ask_approval(pg::Connection& connection, const profile::Profile& p, const Settlement& settlement,
                                                    const audit::Actor& actor, const std::string& ticket) {
  using Out = std::variant<Waiting, Changed>;
  if (!needs_second_person(settlement.act, verdict_kind_from_word(settlement.verdict))) {
    return fail(ErrorKind::invalid_input, "No second person is needed for this.", "Nothing was filed.", "Settle it.");
  }
  if (!settlement.response) {
    return fail(ErrorKind::invalid_input, "A finished key needs the answer that its clients will be given.", "Nothing was written.",
                "Supply the response.");
  }
  if (settlement.reason.empty() || ticket.empty() || settlement.evidence_json.empty()) {
    return fail(ErrorKind::invalid_input, "A second person is asked with a reason, a ticket, and what shows it.", "Nothing was written.",
                "Give all three.");
  }
  Settlement aside{.id = settlement.id, .fence = settlement.fence, .act = Act::needs_human};
  aside.evidence_json = settlement.evidence_json;
  aside.verdict = std::string(word(VerdictKind::needs_human));
  aside.reason = fmt::format("A second person is asked to let it {}: {}", word(settlement.act), settlement.reason);
  auto outcome = settle(connection, p, aside, actor, ticket);
  if (!outcome) return fail(outcome.error());
  if (auto* changed = std::get_if<Changed>(&*outcome)) return Out(std::move(*changed));
  Waiting waiting{0, std::get<Settled>(std::move(*outcome))};
  Settlement filed = settlement;
  filed.fence = waiting.put_aside.after.fence;
  Filing filing{.act = std::string(word(filed.act)), .known_as = filed.id, .fence = filed.fence};
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

Result<ApproveOutcome> approve(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  auto found = approval(connection, id);
  if (!found) return fail(found.error());
  if (!*found) return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id), "Nothing was written.");
  const Approval& a = **found;
  if (!a.is_waiting()) return ApproveOutcome(Decided{a});
  if (a.is_mine) {
    return fail(ErrorKind::not_permitted, fmt::format("Approval {} was asked for by this database user, {}.", id, visible(a.requested_by)),
                "Nothing was written.", "Another person approves it, by his own database user.");
  }
  const Approver approver{id, actor.name, reason};
  return a.relation.empty() ? approve_own(connection, a, approver, actor) : approve_row(connection, a, approver, actor);
}

Result<bool> refuse(pg::Connection& connection, std::int64_t id, const audit::Actor& actor, const std::string& reason) {
  if (reason.empty()) return fail(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
  auto found = approval(connection, id);
  if (!found) return fail(found.error());
  if (!*found) return fail(ErrorKind::invalid_input, fmt::format("There is no approval {}.", id), "Nothing was written.");
  if (!(*found)->is_waiting()) return false;
  return end(connection, **found, "refused", actor, reason);
}

}  // namespace onceover::reconcile

#include "core/reconcile/approval_use.h"

#include <fmt/format.h>

#include "core/key/replay_headers.h"
#include "core/key/sha256.h"
#include "core/reconcile/approval.h"
#include "core/reconcile/weigh.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

std::string digest_of(std::initializer_list<std::string_view> fields) {
  return std::string(key::bytes_of(key::sha256(key::length_prefixed(fields))));
}

}  // namespace

bool needs_second_person(std::optional<profile::Verb> verb, std::optional<VerdictKind> verdict) {
  if (verb != profile::Verb::succeed && verb != profile::Verb::fail) return false;
  return !verdict || !bears_out(*verdict, *verb);
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

std::string seen_digest_of(const Settlement& s) {
  return digest_of({"own", s.id.tenant, s.id.operation, s.id.key, std::to_string(s.fence)});
}

std::string request_digest_of(const Settlement& s) {
  const key::StoredResponse response = s.response.value_or(key::StoredResponse{});
  return digest_of(
      {word_of(s), std::to_string(response.code), key::encode_headers(response.headers), response.body, s.error_code, s.verdict});
}

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

}  // namespace onceover::reconcile

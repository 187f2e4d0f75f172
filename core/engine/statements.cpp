// SPDX-License-Identifier: Apache-2.0
#include "core/engine/statements.h"

#include "core/key/replay_headers.h"

namespace onceover::engine {
namespace {

std::string_view digest_bytes(const key::Fingerprint& fingerprint) {
  return {reinterpret_cast<const char*>(fingerprint.digest.data()), fingerprint.digest.size()};
}

using pg::or_null;

std::int64_t window_seconds(const OperationPolicy& policy) {
  return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(policy.window).count());
}

void add_window(pg::Params& params, const Request& request, const OperationPolicy& policy) {
  params.integer(window_seconds(policy)).text(or_null(request.correlation_id));
  const key::Subject& subject = request.subject;
  params.text(subject.customer).text(subject.amount).text(subject.currency).text(subject.reference);
}

void add_response(pg::Params& params, const key::StoredResponse& response, const std::string& error_code) {
  params.integer(response.version)
      .integer(response.code)
      .bytes(key::encode_headers(response.headers))
      .bytes(response.body);
  params.text(or_null(error_code));
}

}  // namespace

pg::Params identity_params(const key::Identity& id) { return pg::params(id.tenant, id.operation, id.key); }

pg::Params identity_params(const key::Identity& id, std::int64_t fence) {
  return pg::params(id.tenant, id.operation, id.key, fence);
}

pg::Params insert_params(const Request& request, const std::string& owner, const OperationPolicy& policy) {
  pg::Params params = identity_params(request.id);
  params.text(key::word(request.fingerprint.kind))
      .bytes(digest_bytes(request.fingerprint))
      .text(owner)
      .interval(policy.lease);
  add_window(params, request, policy);
  return params;
}

pg::Params insert_final_params(const Request& request, const std::string& owner,
                               const OperationPolicy& policy, key::State state,
                               const key::StoredResponse& response, const std::string& error_code) {
  pg::Params params = identity_params(request.id);
  params.text(key::word(state))
      .text(key::word(request.fingerprint.kind))
      .bytes(digest_bytes(request.fingerprint))
      .text(owner);
  add_window(params, request, policy);
  add_response(params, response, error_code);
  return params;
}

pg::Params take_over_params(const Request& request, const key::Fingerprint& stored, const std::string& owner,
                            const OperationPolicy& policy, std::int64_t fence) {
  pg::Params params = identity_params(request.id, fence);
  params.bytes(digest_bytes(stored)).text(owner).interval(policy.lease).text(or_null(request.correlation_id));
  policy.rerunnable_for ? params.interval(*policy.rerunnable_for) : params.null();
  return params;
}

pg::Params finish_params(const Claim& claim, key::State state, const key::StoredResponse& response,
                         const std::string& error_code) {
  pg::Params params = identity_params(claim.id, claim.fence);
  add_response(params.text(key::word(state)), response, error_code);
  params.text(claim.owner);
  return params;
}

pg::Params replay_params(const Request& request) {
  pg::Params params = identity_params(request.id);
  params.text(key::word(request.fingerprint.kind)).bytes(digest_bytes(request.fingerprint));
  return params;
}

pg::Params milliseconds_param(Duration value) {
  // 0 would disable the timeout.
  return pg::params(std::to_string(
      std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::milliseconds>(value).count())));
}

std::optional<key::StoredResponse> stored_response(const pg::Rows& rows, int column) {
  if (rows.integer(0, column) != key::response_version) return std::nullopt;
  auto headers = key::decode_headers(rows.view(0, column + 2));
  if (!headers) return std::nullopt;
  return key::StoredResponse{key::response_version, static_cast<int>(rows.integer(0, column + 1)),
                             std::move(*headers), rows.text(0, column + 3)};
}

Result<StoredRow> stored_row(const pg::Rows& rows) {
  const auto state = key::state_from_word(rows.view(0, 0));
  const auto kind = key::fingerprint_kind_from_word(rows.view(0, 1));
  const auto holder = key::holder_from_word(rows.view(0, 4));
  const std::string_view digest = rows.view(0, 2);
  if (!state || !kind || !holder || digest.size() != 32) {
    return fail(ErrorKind::unsupported, "The key's row contains a value that this version does not know.",
                "Nothing was executed.", "Use the version that wrote it.");
  }
  StoredRow row;
  row.existing.state = *state;
  row.existing.fingerprint.kind = *kind;
  std::copy(digest.begin(), digest.end(), reinterpret_cast<char*>(row.existing.fingerprint.digest.data()));
  row.existing.fence = rows.integer(0, 3);
  row.existing.holder = *holder;
  row.existing.locked_until = rows.optional_timestamp(0, 5);
  row.existing.retry_before = rows.optional_timestamp(0, 6);
  row.existing.created_at = rows.timestamp(0, 7);
  row.now = rows.timestamp(0, 8);
  row.owner = rows.text(0, 9);
  row.attempts = rows.integer(0, 14);
  if (!key::is_final(*state)) return row;
  row.response_version = rows.integer(0, 10);
  row.response = stored_response(rows, 10);
  if (!row.response && row.response_version == key::response_version) row.response_version = -1;
  return row;
}

}  // namespace onceover::engine

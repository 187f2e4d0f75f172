// SPDX-License-Identifier: Apache-2.0
// Parameters of the engine's statements, each in one place: their order is that of the .sql file.
#pragma once

#include "core/engine/engine.h"
#include "core/pg/params.h"

namespace onceover::engine {

pg::Params identity_params(const key::Identity& id);
pg::Params identity_params(const key::Identity& id, std::int64_t fence);
pg::Params insert_params(const Request& request, const std::string& owner, const OperationPolicy& policy);
pg::Params insert_final_params(const Request& request, const std::string& owner,
                               const OperationPolicy& policy, key::State state,
                               const key::StoredResponse& response, const std::string& error_code);
pg::Params take_over_params(const Request& request, const key::Fingerprint& stored, const std::string& owner,
                            const OperationPolicy& policy, std::int64_t fence);
pg::Params finish_params(const Claim& claim, key::State state, const key::StoredResponse& response,
                         const std::string& error_code);
pg::Params replay_params(const Request& request);
pg::Params milliseconds_param(Duration value);

// Version, code, headers and body from four columns that begin at this one; nullopt: another version, or
// unreadable headers: an error for the operator, never a guess.
std::optional<key::StoredResponse> stored_response(const pg::Rows& rows, int column);

// The row of key_read.sql.
struct StoredRow {
  key::Existing existing;
  Timestamp now;
  std::string owner;
  std::int64_t attempts = 1;
  std::int64_t response_version = 0;            // -1: the version is ours and the rest is not readable
  std::optional<key::StoredResponse> response;  // of finished rows, if readable
};
// An error if the row has a value that this version does not know (a state, a fingerprint's kind).
Result<StoredRow> stored_row(const pg::Rows& rows);

}  // namespace onceover::engine

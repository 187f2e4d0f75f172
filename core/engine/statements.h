// Parameters of the engine's statements, in one place each: the order is the .sql file's.
#pragma once

#include "core/engine/engine.h"
#include "core/pg/params.h"

namespace onceover::engine {

pg::Params identity_params(const key::Identity& id);
pg::Params identity_params(const key::Identity& id, std::int64_t fence);
pg::Params insert_params(const Request& request, const std::string& owner, const OperationPolicy& policy);
pg::Params insert_final_params(const Request& request, const std::string& owner, const OperationPolicy& policy, key::State state,
                               const key::StoredResponse& response, const std::string& error_code);
pg::Params take_over_params(const Request& request, const std::string& owner, const OperationPolicy& policy, std::int64_t fence);
pg::Params finish_params(const Claim& claim, key::State state, const key::StoredResponse& response, const std::string& error_code);
pg::Params milliseconds_param(Duration value);

// The row of key_read.sql.
struct StoredRow {
  key::Existing existing;
  Timestamp now;
  std::string owner;
  std::int64_t attempts = 1;
  std::int64_t response_version = 0;
  key::StoredResponse response;  // finished rows of a version we know
};
// An error where the row holds what this version does not know (a state word, a fingerprint's kind).
Result<StoredRow> stored_row(const pg::Rows& rows);

}  // namespace onceover::engine

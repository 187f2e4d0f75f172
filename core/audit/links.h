// SPDX-License-Identifier: Apache-2.0
// The state of the chain (verify.h) for a few rows: enough for an extract of the trail, not for the whole trail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/verify.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::audit {

// Digests and hashes in hex; empty where there is none.
struct RowLink {
  std::int64_t id = 0;
  std::string writer;  // empty: no link has the row
  std::int64_t seq = 0;
  std::string linked, standing;           // the row's digest: in its link, and of the row as it is
  std::string prev, hash, computed;       // of the link
  std::string before;                     // hash of the previous link
  std::optional<std::int64_t> seal = {};  // the first seal after it; none: not sealed yet
};

// The first error; none: the row is unchanged, and its link follows from the previous one. Pure.
std::optional<Fault> fault_of(const RowLink& link);

// In the order of the ids; a row in two links is returned twice. One snapshot. Reads all links: a large trail takes time, limited by
// `within`.
Result<std::vector<RowLink>> links_of(pg::Connection& connection, const std::vector<std::int64_t>& ids,
                                      Duration within = std::chrono::seconds(15));

// Number of acts in a time range.
struct Tally {
  std::string action, verdict, to_state;  // empty: none
  std::int64_t n = 0, keys = 0;           // acts; their keys
};
// From `from` to before `to`, the most frequent first.
Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to, Duration within = std::chrono::seconds(15));

}  // namespace onceover::audit

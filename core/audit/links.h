// What the trail's chain (verify.h) says of a few rows of it: enough to vouch for an extract of the trail, not for the whole of it.
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
  std::string writer;  // empty: no link names the row
  std::int64_t seq = 0;
  std::string linked, standing;           // the row's digest: as its link has it, as the row stands
  std::string prev, hash, computed;       // of the link
  std::string before;                     // hash of the link before it
  std::optional<std::int64_t> seal = {};  // the first that saw it; none: not sealed yet
};

// The first thing that is wrong with it; none: the row is as it was written, and its link follows from the one before it. Pure.
std::optional<Fault> fault_of(const RowLink& link);

// In the order of the ids; a row that two links name comes twice. One snapshot. Reads all links: a large trail takes its time, and `within`
// ends it. The chain came with schema version 6: an error of kind database before it.
Result<std::vector<RowLink>> links_of(pg::Connection& connection, const std::vector<std::int64_t>& ids,
                                      Duration within = std::chrono::seconds(15));

// Acts of a time, counted.
struct Tally {
  std::string action, verdict, to_state;  // empty where they had none
  std::int64_t n = 0, keys = 0;           // acts; keys they were about
};
// From `from` to before `to`, the most frequent first.
Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to, Duration within = std::chrono::seconds(15));

}  // namespace onceover::audit

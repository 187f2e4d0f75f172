// SPDX-License-Identifier: Apache-2.0
// Reads the contents of a bundle. Each part is read in its own READ ONLY transaction, one after another, so
// that times may differ by seconds; each shows its time. A part that cannot be read (rights, another schema
// version, a slow statement) is left out, with the reason; a lost connection and a cancel end the reading.
//
// Limits: 10,000 items of a plan, 5,000 acts, 1,000 notes, 500 stuck rows, 16 MB of such rows in all; 10,000
// bytes for the text of a cell, 256 KB for a body; the rest is counted. Time: `within`, and a limit for each
// statement.
//
// Masked unless with_bodies: bodies, payloads and values of stored headers, of which only the size is shown.
// Always masked: values of headers with credentials, and everything that onceover::redacted() takes for one,
// in every text except identities and SQL. headers that carry credentials, and whatever onceover::redacted()
// takes for one, in every text but identities and SQL.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/bundle/bundle.h"
#include "core/pg/connection.h"
#include "core/reconcile/ask.h"
#include "core/tables/profile.h"

namespace onceover::bundle {

inline constexpr int max_items = 10'000, max_acts = 5'000, max_notes = 1'000, max_stuck = 500;
inline constexpr std::size_t max_cell_bytes = 10'000, max_body_bytes = 256 * 1024;
inline constexpr std::int64_t max_rows_bytes = 16 * 1024 * 1024;

// A key of ours, or a row of a table with a profile.
struct OneKey {
  std::shared_ptr<const tables::Profile> table;
  key::Identity id;
  // A gateway's answer from just now, not stored anywhere.
  std::optional<reconcile::JudgedEvidence> asked = {};
  std::optional<Timestamp> asked_at = {};
};
struct OnePlan {
  std::string name;
};
// Half open. table: the table whose stuck rows are listed.
struct TimeRange {
  std::shared_ptr<const tables::Profile> table;
  Timestamp from, to;
};
using What = std::variant<OneKey, OnePlan, TimeRange>;

struct CollectOptions {
  bool with_bodies = false;
  std::vector<std::shared_ptr<const tables::Profile>> described = {};  // searched for the same key
  std::vector<std::string> secrets = {};  // known to the caller: masked everywhere
  audit::Actor actor = {};                // who makes it
  Duration within = std::chrono::minutes(2);
  std::function<void(int parts, int of)> on_progress = {};  // on this thread
};

// None: there is no such row or plan. The connection must have no open transaction.
Result<std::optional<Bundle>> collect(pg::Connection& connection, const What& what,
                                      const CollectOptions& options);

}  // namespace onceover::bundle

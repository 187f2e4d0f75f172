// Reading what a bundle holds. Each part is read in a READ ONLY transaction of its own, one after another, so that times may differ by
// seconds; each says when it was read. What cannot be read (rights, an older schema, a statement that takes too long) is left out and said
// so; a lost connection and a cancel end it.
//
// Bounds: 10,000 items of a plan, 5,000 acts, 1,000 notes, 500 stuck rows, 16 MB of such rows in all; a text in a cell 10,000 bytes, a body
// 256 KB, what is beyond is counted. Time: `within`, and each statement its own limit.
//
// Masked unless with_bodies: bodies, payloads and values of stored headers, which are then there by their size. Masked always: values of
// headers that carry credentials, and whatever onceover::redacted() takes for one, in every text but identities and SQL.
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
#include "core/profile/profile.h"
#include "core/reconcile/ask.h"

namespace onceover::bundle {

inline constexpr int max_items = 10'000, max_acts = 5'000, max_notes = 1'000, max_stuck = 500;
inline constexpr std::size_t max_cell_bytes = 10'000, max_body_bytes = 256 * 1024;
inline constexpr std::int64_t max_rows_bytes = 16 * 1024 * 1024;

// A key of ours, or a row of a table with a profile.
struct OneKey {
  std::shared_ptr<const profile::Profile> table;
  key::Identity id;
  // What a gateway said just now, and is on no file yet.
  std::optional<reconcile::Asked> asked = {};
  std::optional<Timestamp> asked_at = {};
};
struct OnePlan {
  std::string name;
};
// Half open. table: whose stuck rows are listed.
struct TimeRange {
  std::shared_ptr<const profile::Profile> table;
  Timestamp from, to;
};
using What = std::variant<OneKey, OnePlan, TimeRange>;

struct CollectOptions {
  bool with_bodies = false;
  std::vector<std::shared_ptr<const profile::Profile>> described = {};  // looked into for the same key
  std::vector<std::string> secrets = {};                                // known to the caller: blanked wherever they stand
  audit::Actor actor = {};                                              // who makes it
  Duration within = std::chrono::minutes(2);
  std::function<void(int parts, int of)> on_progress = {};  // on this thread
};

// None: there is no such row or plan. No transaction may be open on the connection.
Result<std::optional<Bundle>> collect(pg::Connection& connection, const What& what, const CollectOptions& options);

}  // namespace onceover::bundle

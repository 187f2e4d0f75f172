// SPDX-License-Identifier: Apache-2.0
// The chain of the audit trail. Each statement that writes audit rows adds a link: the rows' numbers with a
// digest of each, chained to the previous link of the same session. Seals are taken from time to time over
// the heads of all chains, chained to each other; an anchor is a seal's hash kept elsewhere. Verifying finds
// a changed, removed, inserted or exchanged row and names it.
//
// It cannot find: rows removed together with their links after the last seal, where a whole chain or its end
// disappeared; and a complete rebuild by a superuser, seals included, unless an anchor was kept out of reach.
// So seal often, and keep anchors elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::audit {

// Digests and hashes are in hex. computed: the value computed again from the stored data.
struct Link {
  std::string writer;  // a session
  std::int64_t seq = 0;
  std::string prev, hash, computed;
  std::int64_t first_row = 0;
  std::string owner;  // of its backend and session user; the same in each link of a session
};
// A row as in its link, and as it is. One of them is missing if there is no such row, or no link to it.
struct LinkedRow {
  std::int64_t id = 0;
  std::string writer;
  std::int64_t seq = 0;
  std::string linked, standing;
  bool user_confirmed = true, time_confirmed = true;  // by the link
};
// A seal, followed by its heads in the order of their writers. prev: of the seals that it joins.
struct Seal {
  std::int64_t number = 0;
  std::string prev, prev_computed;
  bool lacks_joined = false;  // a seal that it joins is missing
  bool is_joined = true;      // by a later one, or it is among the last
  std::string hash, computed;
  std::string heads, heads_computed;
};
struct Head {
  std::int64_t seal = 0;
  std::string writer;
  std::int64_t seq = 0;
  std::string hash, link_hash;  // link_hash: of the existing link; empty: none
};

enum class Fault {
  row_changed,   // a field differs from what was written
  row_missing,   // it was removed
  row_unlinked,  // it has no link: written with the trigger off, or back-dated
  row_twice,     // two links have it
  row_user,      // its database user is not that of the session that wrote its link
  row_time,      // its time is not within the statement that wrote its link
  link_changed,
  link_missing,    // a gap in a session's chain
  link_unchained,  // it does not follow from the previous link
  link_foreign,    // another session continued the chain
  seal_changed,
  seal_missing,
  seal_unchained,
  seal_left,       // no later seal joins it, although it is not among the last
  tail_missing,    // a seal has links of this session that no longer exist
  anchor_missing,  // the anchor's seal is missing: the trail was truncated before it
  anchor_differs,  // the trail was rebuilt since
};
std::string_view word(Fault fault);

struct Finding {
  Fault fault = Fault::row_changed;
  std::optional<std::int64_t> row;  // the audit row's number, if known
  std::string writer;               // of a link; empty: no link
  std::int64_t seq = 0;
  std::int64_t seal = 0;  // 0: no seal
};
// "Audit row 17 was changed after it was written."
std::string sentence(const Finding& finding);

// A seal kept elsewhere.
struct Anchor {
  std::int64_t number = 0;
  std::string hash, at, database;
};
std::string to_json(const Anchor& anchor);
// invalid_input: the text is not an anchor.
Result<Anchor> anchor_from_json(const std::string& json);

struct Verified {
  std::int64_t rows = 0, links = 0, chains = 0, seals = 0;
  std::int64_t unsealed_links = 0;        // since the last seal
  std::vector<Finding> findings;          // the first hundred; rows by their number first
  std::int64_t found = 0;                 // all of them
  std::optional<std::int64_t> first_row;  // the lowest number of a wrong row
  bool is_sound() const { return found == 0; }
};

// The rules. Pure; memory does not grow with the trail. Rows in the order of their ids, links by (writer,
// seq), seals and heads by number.
class Check {
 public:
  explicit Check(std::optional<Anchor> anchor = {}) : anchor_(std::move(anchor)) {}
  void row(const LinkedRow& row);
  void link(const Link& link);
  void seal(const Seal& seal);
  void head(const Head& head);
  Verified end();

 private:
  void add(Finding finding);
  std::optional<Anchor> anchor_;
  Verified out_;
  std::optional<std::int64_t> last_row_;
  Link last_link_;
  bool anchor_seen_ = false;
};

// How much of the trail was read, and its size: rows, links, seals and heads.
using VerifyProgress = std::function<void(std::int64_t done, std::int64_t total)>;

// Reads all of it in one snapshot, streaming. The server sorts it, on disk if the trail is large; there is no
// progress meanwhile. progress is called from time to time, with 0 at the start and with the total at the
// end; this needs a count of each table first.
Result<Verified> verify(pg::Connection& connection, const std::optional<Anchor>& anchor = {},
                        const VerifyProgress& progress = {});

// Links that are not sealed yet.
Result<std::int64_t> count_unsealed(pg::Connection& connection);

// Seals everything written since the last seal; none: nothing new. Writers are not blocked. Rights: EXECUTE
// on onceover.seal_audit(), which its owner has.
Result<std::optional<std::int64_t>> seal(pg::Connection& connection);

// The newest seal; none: nothing is sealed.
Result<std::optional<Anchor>> newest_anchor(pg::Connection& connection);

// The state of the chain (verify.h) for a few rows: enough for an extract of the trail, not for the whole
// trail.

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

// In the order of the ids; a row in two links is returned twice. One snapshot. Reads all links: a large trail
// takes time, limited by `within`.
Result<std::vector<RowLink>> links_of(pg::Connection& connection, const std::vector<std::int64_t>& ids,
                                      Duration within = std::chrono::seconds(15));

// Number of acts in a time range.
struct Tally {
  std::string action, verdict, to_state;  // empty: none
  std::int64_t n = 0, keys = 0;           // acts; their keys
};
// From `from` to before `to`, the most frequent first.
Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to,
                                 Duration within = std::chrono::seconds(15));

}  // namespace onceover::audit

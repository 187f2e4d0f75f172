// The trail's chain. Each statement that writes audit rows leaves a link: the rows' numbers with a digest of each, chained to the link
// before it of the same session (migration 0005). Seals are taken now and then over the heads of all chains, chained to each other; an
// anchor is a seal's hash kept elsewhere. Verifying finds a changed, removed, inserted or exchanged row and says which.
//
// What it cannot find: rows that were removed with their links behind the last seal, where a whole chain or its end went; and whatever a
// superuser makes anew from one end to the other, seals included, unless an anchor was kept where he cannot write. So seal often, and
// keep anchors elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::audit {

// Digests and hashes are in hex. computed: what it comes to when it is made again from what stands there.
struct Link {
  std::string writer;  // a session; zeros for the rows from before the chain
  std::int64_t seq = 0;
  std::string prev, hash, computed;
  std::int64_t first_row = 0;
};
// A row as its link names it, and as it stands. One of both is missing where there is no such row, or no link to it.
struct LinkedRow {
  std::int64_t id = 0;
  std::string writer;
  std::int64_t seq = 0;
  std::string linked, standing;
};
// A seal, and behind it its heads in the order of their writers.
struct Seal {
  std::int64_t number = 0;
  std::string prev, hash, computed;
  std::string heads, heads_computed;
};
struct Head {
  std::int64_t seal = 0;
  std::string writer;
  std::int64_t seq = 0;
  std::string hash, link_hash;  // link_hash: of the link that stands there; empty: none
};

enum class Fault {
  row_changed,   // a field of it is not what was written
  row_missing,   // it was removed
  row_unlinked,  // it came in beside the chain: written with the trigger off, or back-dated
  row_twice,     // two links name it
  link_changed,
  link_missing,    // a gap in a session's chain
  link_unchained,  // it does not follow from the link before it
  seal_changed,
  seal_missing,
  seal_unchained,
  tail_missing,    // a seal saw links of this session which are gone
  anchor_missing,  // the anchor's seal is gone: the trail was cut off before it
  anchor_differs,  // the trail was made anew since
};
std::string_view word(Fault fault);

struct Finding {
  Fault fault = Fault::row_changed;
  std::optional<std::int64_t> row;  // the audit row's number, where one can be named
  std::string writer;               // of a link; empty where it is about none
  std::int64_t seq = 0;
  std::int64_t seal = 0;  // 0: about none
};
// "Audit row 17 was changed after it was written."
std::string sentence(const Finding& finding);

// A seal kept elsewhere.
struct Anchor {
  std::int64_t number = 0;
  std::string hash, at, database;
};
std::string to_json(const Anchor& anchor);
// invalid_input where it is none.
Result<Anchor> anchor_from_json(const std::string& json);

struct Verified {
  std::int64_t rows = 0, links = 0, chains = 0, seals = 0;
  std::int64_t unsealed_links = 0;        // since the last seal
  std::vector<Finding> findings;          // the first hundred; rows by their number first
  std::int64_t found = 0;                 // all of them
  std::optional<std::int64_t> first_row;  // the lowest number of a row that is not right
  bool is_sound() const { return found == 0; }
};

// The rules. Pure; memory does not grow with the trail. Rows in the order of their ids, links by (writer, seq), seals and heads by number.
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
  Seal last_seal_;
  bool anchor_seen_ = false;
};

// How much of the trail was read, of how much there is: rows, links, seals and what they saw.
using VerifyProgress = std::function<void(std::int64_t done, std::int64_t total)>;

// Reads all of it in one snapshot, streaming. The server sorts it, on its disk where the trail is large: meanwhile progress stands still.
// progress is called now and then, with 0 at the beginning and with all at the end; it costs a count of each table before.
Result<Verified> verify(pg::Connection& connection, const std::optional<Anchor>& anchor = {}, const VerifyProgress& progress = {});

// Links that no seal has seen yet.
Result<std::int64_t> count_unsealed(pg::Connection& connection);

// Seals what was written since the last seal; none where there is nothing new. Writers are not held up. Rights: EXECUTE on
// onceover.seal_audit(), which its owner has.
Result<std::optional<std::int64_t>> seal(pg::Connection& connection);

// The newest seal; none where nothing was sealed.
Result<std::optional<Anchor>> newest_anchor(pg::Connection& connection);

}  // namespace onceover::audit

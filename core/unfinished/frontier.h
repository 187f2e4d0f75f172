// SPDX-License-Identifier: Apache-2.0
// The frontier of our own schema: a time before which every key is finished or listed in onceover.unfinished.
// With it, finding unfinished keys takes a time that depends on the number of unfinished and recent keys, not
// on the table.
//
// It moves in two halves. publish: no key will be created before this moment (the default of created_at
// respects the published floor). Then all transactions that may now write keys must end; after that, their
// keys are visible. advance: lists the unfinished keys before that moment and moves the frontier, by
// compare-and-set. The waiting is not stored, so a restart is harmless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::unfinished {

// A transaction that may have uncommitted keys.
struct Writer {
  std::string holder;              // the virtual transaction, as pg_locks writes it
  int pid = 0;                     // 0: a prepared transaction
  std::optional<Timestamp> since;  // none: this role may not see it
  std::string name;                // application name, or the prepared transaction's
};

// A transaction that is open for longer may hide keys for as long: the answer is then a lower bound.
inline constexpr Duration long_writer = std::chrono::seconds(60);

struct Frontier {
  bool exists = false;  // false: there is no schema, or this role may not read it
  bool is_valid = false;
  std::string why;  // why it is not valid: a sentence
  Timestamp until = Timestamp::minus_infinity();
  std::optional<Timestamp> full_pass_at;
  std::int64_t found_behind = 0;
  Timestamp now;  // the database's clock
  bool is_standby = false;
  bool is_kept = true;           // false: triggers that maintain the list are missing or disabled
  bool may_advance = false;      // this role may move it on, and the server takes writes
  bool may_see_writers = false;  // this role may call writers_of_keys

  // When it moved, all writers of that moment had ended: every current writer is younger than long_writer.
  bool proves_writers_young() const;
};

// In the caller's transaction or without one. Fails only if the server does.
Result<Frontier> read_frontier(pg::Connection& connection);
// Needs Frontier::may_see_writers.
Result<std::vector<Writer>> writers_of_keys(pg::Connection& connection);

// The same for an external table, by its quoted name. since: none where this role may not see it.
Result<std::vector<Writer>> writers_of(pg::Connection& connection, const std::string& table);

// Why the answer is a lower bound: the oldest writer that is, or may be, open for longer than long_writer.
// Pure. Not needed where proves_writers_young() is true.
std::optional<std::string> hidden_by(const std::vector<Writer>& writers, Timestamp now);

struct AdvanceConfig {
  std::int64_t rows = 20'000;                             // of one step
  Duration least_pause = std::chrono::milliseconds(500);  // between two floors
  Duration wait = std::chrono::milliseconds(100);         // for writers to end, in one call
};

// Moves the frontier. Any number may do so on one store. Belongs to one thread.
class Advancing {
 public:
  explicit Advancing(pg::Connection& connection, AdvanceConfig config = {})
      : connection_(connection), config_(config) {}

  struct Step {
    bool moved = false;  // it moved; call again for more
    bool done = false;   // the frontier is at this call's moment
    bool waits = false;  // for a writer that is still open
    Timestamp until;     // of the frontier, where it is known
    std::int64_t listed = 0;
    std::optional<std::int64_t> settled_floor;  // entries listed under an earlier floor may be tended with it
  };
  // One limited step: publishes where nothing is pending, waits shortly for the writers of that moment, lists
  // one slice. at_once: without the pause between two floors.
  Result<Step> step(bool at_once = false);
  // Another server answers: a floor that was published on a lost primary is none on the promoted standby.
  void forget() { pending_.reset(); }

 private:
  struct Pending {
    Timestamp target;
    std::int64_t rewinds = 0, floor = 0;
    std::vector<std::string> holders;
    bool gone = false;
  };
  bool publish(bool at_once);
  bool holders_are_gone();

  pg::Connection& connection_;
  AdvanceConfig config_;
  std::optional<Pending> pending_;
  Steady::time_point published_at_{};
};

// A place in the list, in its order.
struct ListPlace {
  Timestamp created_at = Timestamp::minus_infinity();
  std::string key, tenant, operation;
};

struct Tended {
  std::optional<ListPlace> next;  // none: at the end
  std::int64_t seen = 0, dropped = 0, changed = 0;
};
// Drops entries of finished keys, and lets entries of released keys rest. resting: compares those that rest.
// floor: Step::settled_floor.
Result<Tended> tend(pg::Connection& connection, bool resting, std::int64_t floor, const ListPlace& behind,
                    std::int64_t at_most);

// The full pass: true for one caller within that time. nullopt: abandons the pass that began.
Result<bool> begin_full_pass(pg::Connection& connection, std::optional<Duration> not_within);
// Lists unfinished keys after the first place, up to the other (created_at and key count), that are before
// the frontier and not listed, and returns their number. Each one is a defect. nullopt: another session holds
// the list; nothing was compared.
Result<std::optional<std::int64_t>> relist(pg::Connection& connection, const ListPlace& behind,
                                           const ListPlace& until);

}  // namespace onceover::unfinished

// SPDX-License-Identifier: Apache-2.0
// The world in which a key lives, small enough to be searched whole: one row, two executors, two sweepers, an
// operator, a reaper, and a gateway behind a network that loses and delays. What a duplicate meets is
// key::decide, what evidence is worth is reconcile::verdict: the real ones. The writes are modelled: one
// guarded statement each.
//
// Time is a counter of ten minutes. Two assumptions, both of them the contract's: no client comes back after
// the retention
// (`window` exceeds every retry), and what is sent to a deduping gateway arrives inside its window or not at
// all (dedupe_margin).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/key/decide.h"
#include "core/reconcile/verdict.h"
#include "tests/unit/model/search.h"

namespace onceover::model {

// Each is on in the system. Off, it must be found out.
struct Rules {
  bool fence_on_completion = true;
  bool fence_on_release = true;
  bool not_found_is_not_failed = true;
  bool cancel_needs_a_tombstone = true;
  bool timeout_is_not_failed = true;
  bool reaper_spares_unresolved = true;
  bool resubmission_needs_deduping = true;
  bool operator_needs_evidence = true;
  // the executors' word says nothing of an attempt that came after it
  bool no_effect_ends_with_a_claim = true;
};

// What kind of gateway it is, and whether a response can be made from its evidence.
struct Scenario {
  std::string_view id, name;
  bool dedupes;
  gateway::Cancel cancel;
  bool has_template;
};

// Which invariants a search looks at (FAULTS, "Invariants"). The harm alone: without "every write names its
// fence" (4) and "the reaper deletes no unfinished row" (7), which a rule that is switched off breaks by
// definition. Watching everything, the search takes the two executors for one another, and the two sweepers:
// fewer states, and names in a trace that may change from step to step.
enum class Watch { everything, harm };

enum class RowState : std::int8_t { none, in_progress, released, succeeded, failed };
enum class Ledger : std::int8_t { nothing, done, refused };
enum class Finding : std::int8_t { none, done, refused, no_such_key, unknown };
enum class Doing : std::int8_t { nothing, claimed, sent, knows_done, knows_refused };
enum class Message : std::int8_t { none, under_way, answered_done, answered_refused };
enum class Settling : std::int8_t { nothing, owned, asked };

// Bytes alone, no padding. Fences are ranks: only their order matters, so that the search stays finite.
struct Executor {
  Doing doing = Doing::nothing;
  Message message = Message::none;
  std::int8_t fence = 0;
};
struct Settler {
  Settling settling = Settling::nothing;
  Finding finding = Finding::none;
  std::int8_t cancel_held = 0;
  std::int8_t fence = 0;
};
struct WorldState {
  std::int8_t time = 0;
  RowState row = RowState::none;
  std::int8_t fence = 0, holder = 0, lease = 0, created = 0;
  std::int8_t retry_before = -1;  // −1: no bound
  std::int8_t attempts = 0, needs_human = 0;
  std::int8_t claims = 0;              // 2: more than one
  std::int8_t no_effect = 0;           // the word of all executors so far
  std::int8_t was_released = 0;        // held by a settler, which took it over as a released key
  std::int8_t answered_by = 0;         // whose response is stored: what clients are replayed
  RowState once_was = RowState::none;  // the first final state, remembered past the reaper
  std::array<Executor, 2> executors;
  std::array<Settler, 3> settlers;  // two sweepers, then the operator
  Ledger ledger = Ledger::nothing;
  std::int8_t effects = 0, tombstone = 0;
  std::int8_t claims_left = 3;  // how often a client still comes
  std::int8_t stray = 0;        // requests under way that nobody waits for any more
};

class World {
 public:
  World(Scenario scenario, Rules rules, Watch watch);
  SearchResult<WorldState> explore() const;

 private:
  Scenario scenario_;
  Rules rules_;
  Watch watch_;
};

}  // namespace onceover::model

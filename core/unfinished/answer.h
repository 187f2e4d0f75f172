// SPDX-License-Identifier: Apache-2.0
// What is known about unfinished keys: the value behind every count of stuck keys. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.h"

namespace onceover::unfinished {

enum class Known {
  exact,     // all of them, at as_of
  at_least,  // those that were found; there may be more
  unknown,   // nothing was read, or too little to say anything
};
std::string_view word(Known known);  // "exact", "at_least", "unknown"

// How far a reading reached.
struct Knowledge {
  Known known = Known::unknown;
  Timestamp as_of;               // the database's clock
  std::optional<double> looked;  // part of the rows read so far, 0…1, during a walk; none otherwise
  std::string why;               // why it is not exact: a sentence; empty where it is
  std::string remedy;            // a sentence: how to make it exact; may be empty
  bool operator==(const Knowledge&) const = default;
};

// In-progress and released keys. Where nothing is known the numbers are 0 and mean nothing.
struct Answer {
  Knowledge knowledge;
  std::int64_t in_progress = 0, stuck = 0, released = 0;
  std::int64_t unretried = 0;   // of the stuck ones: released, and no client has retried in time
  bool leases_are_seen = true;  // false: this table does not show whether a key is stuck
  std::optional<Timestamp> oldest_in_progress;  // created_at
  std::optional<Timestamp> oldest_stuck;        // when its lease expired; none also where no row shows it
  std::optional<Timestamp> oldest_ended_lease;  // the same, of the stuck ones that are not unretried

  // The stuck keys whose executor's lease has ended: all but the unretried ones.
  std::int64_t ended_leases() const { return stuck - unretried; }
  std::optional<Timestamp> oldest_lease_end() const {
    return unretried > 0 ? oldest_ended_lease : oldest_stuck;
  }
  bool is_exact() const { return knowledge.known == Known::exact; }
  // Only if true may a program report that nothing is stuck.
  bool nothing_is_stuck() const { return is_exact() && leases_are_seen && stuck == 0; }
  // Some are known to be stuck; there may be more.
  bool some_are_stuck() const { return knowledge.known != Known::unknown && stuck > 0; }
  bool operator==(const Answer&) const = default;
};

// "12", "at least 12", "unknown". A lower bound of 0 says nothing, so it is also "unknown".
std::string how_many(const Knowledge& knowledge, std::int64_t n);
// "Nothing is stuck.", "12 keys are stuck.", "At least 12 keys are stuck. <why>", "Whether any key is stuck
// is unknown. <why>"
std::string stuck_sentence(const Answer& answer);
// "3 of them are released, and no client has retried in time." Empty: none is known.
std::string unretried_sentence(const Answer& answer);
// why and remedy, with a blank between them.
std::string explanation(const Knowledge& knowledge);

}  // namespace onceover::unfinished

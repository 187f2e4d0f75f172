// SPDX-License-Identifier: Apache-2.0
// The note that one person on call hands to the next: what waits, which cases are open, what is stuck in
// which table, the notes and the acts of this shift. Only reads. A part that cannot be read is unknown, with
// the reason, and the others are read all the same.
//
// Errors: of the connection, and schema where there is no schema `onceover`.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::shift {

using TableList = std::span<const std::shared_ptr<const tables::Profile>>;

// A shift is 8 or 12 hours in most teams; the longer one forgets nothing.
inline constexpr Duration usual_shift = std::chrono::hours(12);
inline constexpr int most_lines = 200;  // of a part

struct Part {
  std::string id;     // "cases", for programs
  std::string title;  // "Open cases"
  std::vector<std::string> lines;
  bool more = false;    // further lines exist
  std::string unknown;  // why there may be more, or why nothing is known, in sentences; empty: these are all
  bool is_empty() const { return lines.empty() && unknown.empty(); }
};

struct HandOver {
  std::string actor;                // whose acts
  std::string store;                // the database
  std::vector<std::string> tables;  // "shop.requests": what is stuck in others is not known
  std::vector<std::string> absent;  // tables that this database does not have: renamed, or of another one
  Timestamp from, as_of;
  std::vector<Part> parts;  // in reading order
  std::string sql;
  // Every part was read, and nothing waits, is open or is stuck.
  bool nothing_waits() const;
};

// The acts of this actor and the notes of everyone in the time before now. all: each table that is described,
// our own among them.
Result<HandOver> hand_over(pg::Connection& connection, const std::string& actor, Duration back,
                           TableList all);

// words: of the person, at the top; may be empty. Data is literal text in it, without credentials.
std::string to_markdown(const HandOver& note, const std::string& words);

// Stuck keys and events that were given up, a sentence a table: "2 keys are stuck in shop.requests (84.00 EUR).", and
// where that is unknown. By an index or the list of unfinished keys; no whole table is read. absent: tables
// that this database does not have, by name.
struct StuckWords {
  std::vector<std::string> stuck, unknown, absent;
};
Result<StuckWords> stuck_words(pg::Connection& connection, TableList all);

}  // namespace onceover::shift

// SPDX-License-Identifier: Apache-2.0
// A table of another make, and the ways in which a session may not see all of it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/database.h"
#include "tests/support/standby.h"

namespace onceover::test {

enum class Spot {
  row_level_security,
  one_partition,
  inherited_part,
  another_server,
  standby,
  no_right,
  no_right_on_state,
  no_right_on_times,
  no_state,
  unnamed_state,
  unknown_zone,
  text_without_zone,
};

// What a blind spot hides: rows, whether rows are worked on, times.
enum class Hides { rows, states, times };

struct Blind {
  Spot spot;
  const char* name;
  Hides hides;
  const char* why;  // what every answer must contain: a regular expression
};
const std::vector<Blind>& blind_spots();

// The same for a table of the onceover schema.
enum class OwnSpot { row_level_security, standby, no_right };
struct OwnBlind {
  OwnSpot spot;
  const char* name;
  const char* why;
};
const std::vector<OwnBlind>& own_blind_spots();

// A role that reads the onceover schema, and what hides rows from it.
class BlindReader {
 public:
  explicit BlindReader(const TestDatabase& database);
  ~BlindReader();
  BlindReader(const BlindReader&) = delete;
  BlindReader& operator=(const BlindReader&) = delete;

  const std::string& name() const { return name_; }
  // Of the standby after fall_behind().
  std::string conninfo() const;
  // Only this spot. table: of the onceover schema, by its name there; a standby lacks rows of all of them.
  void blind(OwnSpot spot, const std::string& table);
  // It reads a standby that receives nothing more: what the primary commits from now on is missing there.
  void fall_behind();
  // It reads the primary, and all of it.
  void see();

 private:
  const TestDatabase& database_;
  RawConnection raw_;
  std::string name_, undo_;
  std::unique_ptr<Standby> standby_;
};

// shop.requests without a row that the reader sees, and its profile.
class BlindShop {
 public:
  explicit BlindShop(const TestDatabase& database);

  // The table anew, and only this spot in it.
  void blind(Spot spot);
  // Nothing is hidden.
  void see() { make(""); }
  // TOML.
  const std::string& profile() const { return profile_; }
  std::string conninfo() const { return reader_.conninfo(); }
  BlindReader& reader() { return reader_; }

 private:
  void make(const std::string& more);
  void describe(const std::vector<std::pair<std::string, std::string>>& changes);

  void may_read_all_but(const std::string& columns);

  RawConnection raw_;
  BlindReader reader_;
  std::string profile_;
};

}  // namespace onceover::test

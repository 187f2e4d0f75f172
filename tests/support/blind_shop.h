// A table of another make, and the ways in which a session may not see all of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/database.h"

namespace onceover::test {

enum class Spot { row_level_security, one_partition, no_right, no_state, unnamed_state, unknown_zone };

// What a blind spot hides: rows, whether rows are worked on, times.
enum class Hides { rows, states, times };

struct Blind {
  Spot spot;
  const char* name;
  Hides hides;
  const char* why;  // what every answer must contain: a regular expression
};
const std::vector<Blind>& blind_spots();

// shop.requests without a row, and a role that reads it and the onceover schema.
class BlindShop {
 public:
  explicit BlindShop(const TestDatabase& database);
  ~BlindShop();
  BlindShop(const BlindShop&) = delete;
  BlindShop& operator=(const BlindShop&) = delete;

  // The table anew, and only this spot in it.
  void blind(Spot spot);
  // Nothing is hidden.
  void see() { make(""); }
  // TOML.
  const std::string& profile() const { return profile_; }
  std::string conninfo() const { return conninfo_ + " user=" + reader_; }

 private:
  void make(const std::string& more);
  void describe(const std::vector<std::pair<std::string, std::string>>& changes);

  RawConnection raw_;
  std::string conninfo_, reader_, profile_;
};

}  // namespace onceover::test

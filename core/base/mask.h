// SPDX-License-Identifier: Apache-2.0
// Secrets in texts from outside, also where they are spelled in another way than ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Masks secrets with *** where a text has them as they are, in JSON escapes, percent-encoded, as HTML
// entities, partly so, or in several of these one around the other; in Base64 and in hex. A value. Copies are
// cheap enough for each answer.
class Mask {
 public:
  Mask() = default;
  // Shorter ones are left out: they would be found everywhere.
  explicit Mask(std::vector<std::string> secrets, std::size_t shortest = 4);

  bool empty() const { return literal_.empty(); }
  std::string operator()(std::string text) const;

 private:
  std::vector<std::string> literal_;  // in all spellings that are not decoded; the longest first
  std::vector<std::string> decoded_;  // what a secret with escapes of its own becomes where a text is decoded
};

}  // namespace onceover

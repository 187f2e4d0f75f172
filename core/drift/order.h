// SPDX-License-Identifier: Apache-2.0
// "Charged twice?": what the rows of one order say, counted, and what the gateway says about each of them. Counting and words are pure.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/browse/life.h"
#include "core/gateway/evidence.h"

namespace onceover::drift {

enum class Deed { charge, refund, other };
// From the first of these names that says one: "POST /refunds", "payment.capture".
Deed deed_of(std::span<const std::string_view> names);

// One effect: a row of a table of keys. Rows of one key in several tables are one effect.
struct Effected {
  std::size_t row = 0;  // of Life::rows
  Deed deed = Deed::other;
  // open: unfinished, or in a state that the profile does not name.
  enum class Is { done, open, not_done } is = Is::open;
  std::optional<gateway::Evidence> answer;  // none: not asked
  std::string why_not_asked;                // after asking, of a row that could not be asked about: a sentence
};

using Tables = std::span<const std::shared_ptr<const tables::Profile>>;

std::vector<Effected> effects_of(const browse::Life& life, Tables tables);

// Asks about each, in one call. Writes nothing.
void ask_about(std::vector<Effected>& effects, const browse::Life& life, Tables tables, gateway::Gateway& gateway, Deadline deadline);

// "order 4711": what was found, by its role; visible text.
std::string name_of(const browse::Life& life);
// "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway confirms 2." With what is open, and that the gateway was not asked. Zero is
// said only where every table was searched to its end.
std::string sentence(const std::vector<Effected>& effects, const browse::Life& life);

}  // namespace onceover::drift

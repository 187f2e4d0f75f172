// SPDX-License-Identifier: Apache-2.0
// Our keys compared with the gateway's ledger. Pure.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/browse/life.h"
#include "core/gateway/evidence.h"
#include "core/key/types.h"

namespace onceover::drift {

// The relevant part of one of our rows.
struct Ours {
  key::Identity id;
  std::string gateway_key;  // the key that the gateway received
  key::State state = key::State::in_progress;
  std::string state_word;  // the table's own word
  bool in_flight = false;  // its executor may still work on it: it is not drift yet
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  key::Subject subject;
};

// From the gateway: an answer by key, or one effect of its listing.
struct Theirs {
  gateway::Finding finding = gateway::Finding::unknown;
  std::string id, key, word;
  key::Subject echoed;
  std::optional<Timestamp> at;
};

enum class Kind {
  succeeded_without_effect,  // our row says that it happened, the gateway that it did not
  effect_without_succeeded,  // it happened, but the row is failed, released or stuck
  effect_without_key,        // it happened under a key without a row: reaped, or sent by another program
  duplicate_effects,         // it happened more than once under one key
  value_differs,             // amount, currency or reference
};
inline constexpr Kind all_kinds[] = {Kind::succeeded_without_effect, Kind::effect_without_succeeded,
                                     Kind::effect_without_key, Kind::duplicate_effects, Kind::value_differs};
std::string_view word(Kind kind);

struct Found {
  Kind kind = Kind::succeeded_without_effect;
  std::optional<Ours> ours;      // none: effect_without_key
  std::optional<Theirs> theirs;  // none: the gateway does not know this key
  std::string why;
};

// One row and the gateway's answer about it.
struct Judged {
  enum class Is { agrees, drifts, open } is = Is::open;  // open: the answer proves neither
  std::optional<Found> found;                            // of drifts
  std::string why;                                       // of open
};
// now: the database's clock. A row that was finished within the declared look-up lag is open where the
// gateway finds nothing.
Judged judge(const Ours& ours, const gateway::Evidence& evidence, const gateway::Declaration& declared,
             Timestamp now);

// The gateway's effects compared with our rows, by key. `known`: rows of the range and a margin around it.
// Only effects that happened count.
std::vector<Found> against_listing(const std::map<std::string, Ours>& known,
                                   const std::vector<gateway::Effect>& effects,
                                   const gateway::Declaration& declared);

// "Charged twice?": what the rows of one order say, counted, and what the gateway says about each of them.
// Counting and words are pure.

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
  std::string why_not_asked;  // after asking, of a row that could not be asked about: a sentence
};

using Tables = std::span<const std::shared_ptr<const tables::Profile>>;

std::vector<Effected> effects_of(const browse::Life& life, Tables tables);

// Asks about each, in one call. Writes nothing.
void ask_about(std::vector<Effected>& effects, const browse::Life& life, Tables tables,
               gateway::Gateway& gateway, Deadline deadline);

// "order 4711": what was found, by its role; visible text.
std::string name_of(const browse::Life& life);
// "order 4711: 2 charges (250.00 EUR), 0 refunds; the gateway confirms 2." With what is open, whether several
// tenants have it, and that the gateway was not asked. Zero is said only where every table was searched to
// its end.
std::string sentence(const std::vector<Effected>& effects, const browse::Life& life);

}  // namespace onceover::drift

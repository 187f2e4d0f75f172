// SPDX-License-Identifier: Apache-2.0
// Our keys compared with the gateway's ledger. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
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
inline constexpr Kind all_kinds[] = {Kind::succeeded_without_effect, Kind::effect_without_succeeded, Kind::effect_without_key,
                                     Kind::duplicate_effects, Kind::value_differs};
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
// now: the database's clock. A row that was finished within the declared look-up lag is open where the gateway finds nothing.
Judged judge(const Ours& ours, const gateway::Evidence& evidence, const gateway::Declaration& declared, Timestamp now);

// The gateway's effects compared with our rows, by key. `known`: rows of the range and a margin around it. Only effects that happened
// count.
std::vector<Found> against_listing(const std::map<std::string, Ours>& known, const std::vector<gateway::Effect>& effects,
                                   const gateway::Declaration& declared);

}  // namespace onceover::drift

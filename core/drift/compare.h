// Our keys against the gateway's ledger: what disagrees. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/gateway/evidence.h"
#include "core/key/types.h"

namespace onceover::drift {

// A row of ours as far as it matters.
struct Ours {
  key::Identity id;
  std::string gateway_key;  // under which its effect went to the gateway
  key::State state = key::State::in_progress;
  std::string state_word;  // the operator's own
  bool in_flight = false;  // its executor may still be at work: nothing about it is drift yet
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  key::Subject subject;
};

// What the gateway tells: an answer by key, or one effect of its listing.
struct Theirs {
  gateway::Finding finding = gateway::Finding::unknown;
  std::string id, key, word;
  key::Subject echoed;
  std::optional<Timestamp> at;
};

enum class Kind {
  succeeded_without_effect,  // we say that it happened, the gateway that it did not
  effect_without_succeeded,  // it happened, and the row does not say so: failed, released, or stuck
  effect_without_key,        // it happened under a key that no row of ours has: reaped since, or somebody else's
  duplicate_effects,         // it happened more than once under one key
  value_differs,             // amount, currency or reference
};
inline constexpr Kind all_kinds[] = {Kind::succeeded_without_effect, Kind::effect_without_succeeded, Kind::effect_without_key,
                                     Kind::duplicate_effects, Kind::value_differs};
std::string_view word(Kind kind);

struct Found {
  Kind kind = Kind::succeeded_without_effect;
  std::optional<Ours> ours;      // none: effect_without_key
  std::optional<Theirs> theirs;  // none: the gateway knows no such key
  std::string why;
};

// One row and the gateway's answer about it.
struct Judged {
  enum class Is { agrees, drifts, open } is = Is::open;  // open: the answer proves neither
  std::optional<Found> found;                            // of drifts
  std::string why;                                       // of open
};
// now: the database's clock. A row that was finished within the declared lag of look-ups is open where the gateway knows nothing.
Judged judge(const Ours& ours, const gateway::Evidence& evidence, const gateway::Declaration& declared, Timestamp now);

// The gateway's effects against our rows, by key. `known`: rows of the range and of a margin around it. Only effects that happened count.
std::vector<Found> against_listing(const std::map<std::string, Ours>& known, const std::vector<gateway::Effect>& effects,
                                   const gateway::Declaration& declared);

}  // namespace onceover::drift

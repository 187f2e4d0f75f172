// SPDX-License-Identifier: Apache-2.0
// One own key, settled as the console and oncectl settle it.
#pragma once

#include "core/reconcile/settle_one.h"

namespace onceover::test {

inline Result<reconcile::OneOutcome> settle_own(pg::Connection& connection, gateway::Gateway* gateway,
                                                const browse::KeyRow& seen,
                                                const reconcile::Instruction& instruction,
                                                const audit::Actor& actor,
                                                const reconcile::OneOptions& options = {}) {
  const auto target = reconcile::target_of(connection, tables::own(), nullptr);
  return reconcile::settle_one(connection, *target, {.seen = {.row = seen}}, instruction, gateway, actor,
                               options);
}

inline reconcile::Instruction wish_for(const std::optional<reconcile::Verdict>& confirmed, std::string reason,
                                       std::string ticket = {}) {
  reconcile::Instruction instruction{.confirmed = confirmed};
  instruction.request.reason = std::move(reason);
  instruction.request.ticket = std::move(ticket);
  return instruction;
}

}  // namespace onceover::test

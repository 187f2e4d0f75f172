// One own key, settled as the console and oncectl settle it.
#pragma once

#include "core/reconcile/settle_one.h"

namespace onceover::test {

inline Result<reconcile::OneOutcome> settle_own(pg::Connection& connection, gateway::Gateway* gateway, const browse::KeyRow& seen,
                                                const reconcile::Wish& wish, const audit::Actor& actor,
                                                const reconcile::OneOptions& options = {}) {
  const auto target = reconcile::target_of(connection, tables::own(), nullptr);
  return reconcile::settle_one(connection, *target, {.seen = {.row = seen}}, wish, gateway, actor, options);
}

inline reconcile::Wish wish_for(const std::optional<reconcile::Verdict>& confirmed, std::string reason, std::string ticket = {}) {
  reconcile::Wish wish{.confirmed = confirmed};
  wish.request.reason = std::move(reason);
  wish.request.ticket = std::move(ticket);
  return wish;
}

}  // namespace onceover::test

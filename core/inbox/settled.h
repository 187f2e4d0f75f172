// SPDX-License-Identifier: Apache-2.0
// Keys whose executor was lost, and that a sweeper or a person settled as succeeded: the rows and the event that it would have written are
// missing. The settlement stores one event for the consumer settled_consumer(operation), in its own transaction; a Worker of that consumer
// runs the service's handler, which writes them.
//
//   inbox::register_settled(connection, "POST /refunds");   // before the first claim: earlier settlements are not handed over
//   inbox::Worker worker(connection, inbox::settled_consumer("POST /refunds"), policy, {}, [](inbox::Work& work) { … settled_key(…) … });
//
// The event's payload is the stored answer. A handler that is not in a transaction may run again, as for each event.
#pragma once

#include "core/inbox/inbox.h"
#include "core/key/types.h"

namespace onceover::inbox {

std::string settled_consumer(std::string_view operation);

// From now on, for all processes; to repeat it is harmless. Needs the right to call onceover.register_settled (role consumer).
Result<void> register_settled(pg::Connection& connection, const std::string& operation);

struct SettledKey {
  key::Identity id;
  std::int64_t fence = 0;  // of the settlement
  int code = 0;            // of the stored answer
  key::Subject subject;    // as it was claimed
  std::string correlation_id;
};
// nullopt: the event is none of a settled key.
std::optional<SettledKey> settled_key(const Event& event);

}  // namespace onceover::inbox

// SPDX-License-Identifier: Apache-2.0
// Which gateways a store knows, and how long each deduplicates (onceover.gateways). A declaration of the tables' owner is in force at once;
// any other waits until a second database user approves it. Without one in force, a key is released without evidence only with a second
// approver (reconcile::registered_window).
//
// Errors: as in approval.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::approval {

struct Declared {
  std::string gateway;
  std::string operation;                  // "*": every operation without a declaration of its own
  std::optional<Duration> dedupe_window;  // none: it does not deduplicate
};

struct Registered {
  std::int64_t id = 0;
  Declared declared;
  std::string reason, registered_by, actor;
  Timestamp registered_at;
  std::optional<Timestamp> in_force_since;  // none: it waits for a second approver
  std::string approved_by;                  // empty: the owner registered it, or nobody approved it yet
  std::optional<Timestamp> ended_at;        // a later one replaced it
  bool is_mine = false;                     // this connection's database user registered it
};

// Each with its audit row, in one transaction. What is declared already is not registered again: returns those that are new.
Result<std::vector<Registered>> register_gateway(pg::Connection& connection, const std::vector<Declared>& declared,
                                                 const std::string& reason, const audit::Actor& actor);
// What register_gateway() would register; only reads.
Result<std::vector<Declared>> new_among(pg::Connection& connection, std::vector<Declared> declared);
// False: it does not wait. not_permitted: this database user registered it. is_dry: the same answer, and nothing is written.
Result<bool> approve_declaration(pg::Connection& connection, std::int64_t id, const std::string& reason, const audit::Actor& actor,
                                 bool is_dry = false);
// By gateway, operation and number; all: those that ended, too.
Result<std::vector<Registered>> declarations(pg::Connection& connection, bool all = false);

}  // namespace onceover::approval

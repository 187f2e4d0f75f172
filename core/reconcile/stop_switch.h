// SPDX-License-Identifier: Apache-2.0
// One act that halts every sweeper and plan on the store, and what people write, with reason and name.
// Audited both ways.
#pragma once

#include <string>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::reconcile {

struct StopSwitch {
  bool stopped = false;
  std::string reason, changed_by;
  Timestamp changed_at;
};
Result<StopSwitch> stop_switch(pg::Connection& connection);
Error stopped_error(const std::string& reason);
// stopped_error() where it is on.
Result<void> require_running(pg::Connection& connection);
// false: it stood so already; nothing was written.
Result<bool> set_stop_switch(pg::Connection& connection, bool stopped, const std::string& reason,
                             const audit::Actor& actor);

}  // namespace onceover::reconcile

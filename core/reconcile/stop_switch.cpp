// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/stop_switch.h"

#include <fmt/format.h>

#include "core/browse/life.h"
#include "core/pg/transaction.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {

Result<StopSwitch> stop_switch(pg::Connection& connection) {
  auto rows = connection.exec(sql::stop_read);
  if (!rows) return fail(rows.error());
  if (rows->empty())
    return fail(ErrorKind::schema, "onceover.control has no row.", "The stop switch could not be read.",
                "INSERT INTO onceover.control DEFAULT VALUES");
  return StopSwitch{rows->boolean(0, 0), rows->text(0, 1), rows->text(0, 2), rows->timestamp(0, 3)};
}

Error stopped_error(const std::string& reason) {
  return {ErrorKind::stopped,
          fmt::format("The store's stop switch is on: {}", visible(reason)),
          "Nothing was written.",
          "Switch it off first: oncectl start.",
          "",
          ""};
}

Result<void> require_running(pg::Connection& connection) {
  auto stop = stop_switch(connection);
  if (!stop) return fail(stop.error());
  if (!stop->stopped) return {};
  return fail(stopped_error(stop->reason));
}

Result<bool> set_stop_switch(pg::Connection& connection, bool stopped, const std::string& reason,
                             const audit::Actor& actor) {
  return as_result([&]() -> Result<bool> {
    if (reason.empty())
      return fail(ErrorKind::invalid_input, "A reason is needed.", "The stop switch was left as it is.");
    require(schema::require_writable(connection));
    auto transaction =
        pg::Transaction::begin(connection, {.lock_timeout = std::chrono::seconds(2), .durable = true})
            .value();
    const pg::Params params = pg::params(stopped, reason, actor.name, actor.host, actor.program);
    const auto set = transaction.exec(sql::stop_set, params);
    // The one act that must not wait: who may end that session has to know it.
    if (!set && browse::is_lock_timeout(set.error())) {
      const std::string holders = browse::lock_holders(connection, "onceover.control");
      return fail(
          ErrorKind::busy, "Another session has locked the stop switch.",
          "The stop switch was left as it is.",
          holders.empty()
              ? "Try again."
              : fmt::format("End it with SELECT pg_terminate_backend(PID), then try again: {}.", holders));
    }
    if (!set.value().boolean(0, 0)) return false;
    require(transaction.commit());
    return true;
  });
}

}  // namespace onceover::reconcile

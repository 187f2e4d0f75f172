// SPDX-License-Identifier: Apache-2.0
// Tables of other systems with what each verdict writes into them.
#pragma once

#include <memory>
#include <stdexcept>

#include "core/tables/toml.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/shapes.h"

namespace onceover::test {

// The last profile of the text, with these writes of its own behind it.
inline ProfilePtr profile_with(const std::string& toml, const std::string& writes) {
  auto read = tables::profiles_from_toml(toml + writes, "test");
  if (!read) throw std::runtime_error(read.error().what);
  return std::make_shared<const tables::Profile>(read->back());
}
inline ProfilePtr with_writes(const ProfilePtr& profile, const std::string& writes) {
  return profile_with(tables::to_toml(std::vector{*profile}), writes);
}
// Makes the shape's table.
inline ProfilePtr made(RawConnection& raw, const std::string& name, const std::string& writes = {}) {
  raw.exec(shape(name).sql);
  return profile_with(shape(name).toml, writes);
}

// An enum, a lease that began, a status and a body.
inline ProfilePtr settled_payments(RawConnection& raw) {
  return with_writes(payment_requests(raw), R"(
[profile.writes.succeed]
declared = true
set = { phase = "DONE", http_status = { value = "code" }, reply = { value = "body" }, locked_at = { value = "null" } }
[profile.writes.fail]
declared = true
set = { phase = "REJECTED", problem = { value = "reason" }, locked_at = { value = "null" } }
[profile.writes.release]
declared = true
set = { phase = "NEW", locked_at = { value = "null" }, worker = { value = "null" } }
[profile.writes.extend]
declared = true
set = { locked_at = { value = "now" } }
)");
}

// Two timestamps tell the state; nothing tells of a lease.
inline ProfilePtr settled_events(RawConnection& raw) {
  return with_writes(consumed_events(raw), R"(
[profile.writes.succeed]
declared = true
set = { processed_at = { value = "now" } }
[profile.writes.requeue]
declared = true
set = { failed_at = { value = "null" }, last_error = { value = "null" }, tries = { value = "zero" } }
[profile.writes.discard]
declared = true
set = { processed_at = { value = "now" }, failed_at = { value = "null" } }
)");
}

// A number tells the state; to discard is to delete.
inline ProfilePtr settled_outbox(RawConnection& raw) {
  return with_writes(events_to_publish(raw), R"(
[profile.writes.requeue]
declared = true
set = { sent = "0", retries = { value = "zero" }, err = { value = "null" } }
[profile.writes.discard]
declared = true
delete = true
)");
}

// The word of a step; to release is to delete.
inline constexpr const char* step_writes = R"(
[profile.writes.succeed]
declared = true
set = { point = "finished", code = { value = "code" }, answer = { value = "body" }, locked_at = { value = "null" } }
[profile.writes.release]
declared = true
delete = true
[profile.writes.extend]
declared = true
set = { locked_at = { value = "now" } }
)";

}  // namespace onceover::test

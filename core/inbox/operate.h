// SPDX-License-Identifier: Apache-2.0
// What people do about received events, beside the verbs of their profile (tables::own_inbox). Each act is audited in its own transaction.
#pragma once

#include <string>
#include <string_view>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::inbox {

enum class Erased {
  erased,
  erased_before,  // or it never had a payload
  gone,           // there is no such event
  unfinished,     // a worker needs it
};
std::string_view word(Erased erased);

// The payload of one event is removed; the row stays. Dead versions of it are on disk until a vacuum, and in backups for as long as they
// are kept. is_dry: the same answer, and nothing is written.
Result<Erased> erase(pg::Connection& connection, const std::string& consumer, const std::string& source, const std::string& event_id,
                     const std::string& reason, const audit::Actor& actor, bool is_dry = false);

}  // namespace onceover::inbox

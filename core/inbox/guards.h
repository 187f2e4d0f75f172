// SPDX-License-Identifier: Apache-2.0
// What every call checks before it sends anything, and parts of flushes that several calls send.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inbox/inbox.h"

namespace onceover::inbox {

std::optional<Error> refuse_unusable(std::span<const Event> events);
// Calls that commit by themselves: in an open transaction nothing would be committed.
std::optional<Error> refuse_in_transaction(const pg::Connection& connection, std::string_view call);
std::optional<Error> refuse_without_transaction(const pg::Connection& connection, std::string_view call);

// A lock_timeout: whole milliseconds, at least 1, since 0 would disable it.
pg::Params wait_param(Duration wait);
// For a commit by itself: durable, and no longer behind a lock than this.
pg::Statement durable_prelude(Duration wait);

std::optional<std::string> or_unknown(const std::string& fingerprint);
// What inbox_accept_one and inbox_accept_known need of an event.
pg::Params of_one(const std::string& consumer, const Event& event, Duration wait);

inline constexpr Duration write_lock_wait = std::chrono::seconds(5);

// Headers as the JSON object of a column, and back.

using Headers = std::vector<std::pair<std::string, std::string>>;

// Bytes that are not UTF-8 become the replacement character, and so does U+0000, which jsonb cannot store.
// Empty: no headers.
std::string headers_json(const Headers& headers);
Headers headers_of(std::string_view json);

}  // namespace onceover::inbox

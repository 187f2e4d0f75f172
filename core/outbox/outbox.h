// SPDX-License-Identifier: Apache-2.0
// Writing events: one INSERT in the caller's transaction, published by a relay (relay.h) at least once after
// the commit, and never without it. Events of an aggregate keep the order of their commits where each writer
// locks the aggregate (its row) before it enqueues; without that no order is promised.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::outbox {

inline constexpr std::size_t most_payload_bytes = 1'000'000;  // brokers refuse larger messages

// Headers that a relay sets itself: an event's own of the same name would be another id to its consumers, and
// is not sent.
constexpr bool is_set_by_relay(std::string_view header) {
  return header == "id" || header == "type" || header == "content-type";
}

struct Event {
  std::string id = {};  // a UUID; empty: a new one is made. Consumers recognise a repeated event by it
  std::string topic;    // 1 to 249 of a-z A-Z 0-9 . _ -
  std::string aggregate_type = {};          // "payment"; up to 200 bytes
  std::string aggregate_id;                 // the key of the message; up to 2,000 bytes
  std::string type = {};                    // "payment.captured"; up to 200 bytes
  std::optional<std::string> payload = {};  // any bytes; none: a tombstone
  std::string content_type = "application/json";
  // Sent with it: "traceparent", "correlation_id", "idempotency_key" and what the service adds. Names are 1
  // to 200 visible ASCII characters without a colon; values are UTF-8 without control characters. Not
  // is_set_by_relay().
  std::map<std::string, std::string> headers = {};
};

// The INSERT, checked: for the caller's own pipeline, and for the business statements of Engine::run_known
// and finish_within. An event without an id gets one here.
Result<pg::Statement> enqueue_statement(Event& event);

// In the open transaction of the connection. Returns the event's id.
Result<std::string> enqueue_within(pg::Connection& connection, Event event);

}  // namespace onceover::outbox

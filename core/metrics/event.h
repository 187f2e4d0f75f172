// SPDX-License-Identifier: Apache-2.0
// What became of one request, key, call or event: reported by each part of the library to the sink that it is
// given, for logs, traces and Totals. Never bodies or credentials. The texts are valid during the call.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/enum_names.h"
#include "core/base/time.h"

namespace onceover::metrics {

enum class EventPart { engine, serve, call, sweeper, relay, worker };
inline constexpr auto part_words = enum_names<EventPart>();

struct Event {
  EventPart part = EventPart::engine;
  // call: the other service; relay: its name; worker: the consumer. A name of the program's own
  std::string_view operation;
  // engine, sweeper: a Counter's name ("created", "settled.succeeded"); sweeper: "unresolved", "set_aside",
  // "failed", "lost" too. serve: its Outcome. call: "retried" for each request that is sent again, and the
  // Stop at the end. relay: "published", "parked", "dead". worker: "finished", "stale", "failed", "dead",
  // "lost".
  std::string_view outcome;
  std::string_view tenant = {}, key = {};  // relay: topic and id; worker: source and id
  std::string fingerprint = {};            // its first 8 hexadecimal digits
  std::int64_t fence = 0;                  // 0: it owns nothing
  std::int64_t attempt = 0;                // 0: not counted
  std::string_view from = {}, to = {};     // states
  int status = 0;                          // of HTTP; 0: none
  std::string_view error_code = {};        // as the client sees it
  std::string_view correlation_id = {}, traceparent = {};
  std::string_view error = {};        // of the store, a handler or a destination
  std::string_view unconfirmed = {};  // a commit without its synchronous standby (engine.h)
  Duration took{0};
};

// Called from the thread that did it, from several at once where those are several; must not throw. An empty
// function discards.
using EventSink = std::function<void(const Event&)>;

}  // namespace onceover::metrics

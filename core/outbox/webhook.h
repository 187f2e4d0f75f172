// SPDX-License-Identifier: Apache-2.0
// A webhook as a destination: one POST for each event, signed as Standard Webhooks 1.0 has it.
//
//   body                     the payload's bytes; empty where the event is a tombstone, which has the header
//   event-tombstone: true webhook-id, -timestamp,  the event's id, the same on each attempt; the seconds and
//   the signatures of this attempt, one for each secret
//     -signature
//   event-topic, -type, -aggregate-type, -aggregate-id   where they are not empty; bytes that are not visible
//   ASCII, " and % as %XX Content-Type             the event's the event's own headers  as they are; left
//   out: names that are no token of RFC 9110 or are reserved (is_sendable), a second one that
//                            differs only by case, and values with control characters
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/key/types.h"
#include "core/outbox/destination.h"
#include "core/web/client.h"

namespace onceover::outbox {

struct WebhookConfig {
  std::string url;                        // https, or http to this machine
  std::vector<std::string> secret_files;  // web::read_webhook_secrets; during a rotation two
  std::string ca_file = {};               // PEM, instead of the system's authorities
  bool cloud_events =
      false;  // CloudEvents 1.0, binary mode: ce-id, ce-source, ce-type, ce-specversion, ce-time
  std::string source = "onceover";              // of CloudEvents
  int parallel = 16;                            // requests at once, each of another aggregate
  Duration timeout = std::chrono::seconds(15);  // of one request
};

// Opens no connection yet: a receiver that is not there is the trouble of a Turn, and no error.
Result<std::unique_ptr<Destination>> to_webhook(const WebhookConfig& config);

// Whether an event's own header of this name is sent.
bool is_sendable(std::string_view name);
// All headers but those of the attempt.
std::vector<key::Header> webhook_headers(const Stored& event, const WebhookConfig& config);

// How an attempt ended. is_heard: within half a minute another event was taken or refused, so that the
// receiver as such works, and a failure is this event's. Otherwise it is the receiver's: its outage uses up
// no attempts, and no event holds up all others for ever.
struct WebhookEnd {
  Report::Result result = Report::Result::delivered;
  std::string error = {};  // a sentence, without the answer's body
  bool is_gone = false;    // 410: nothing more is sent
};
WebhookEnd end_of(const web::Reply& reply, bool is_heard);

}  // namespace onceover::outbox

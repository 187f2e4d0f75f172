// SPDX-License-Identifier: Apache-2.0
// HTTP, only for this room: requests in; complete answers, or the reason why there is none, out.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/mask.h"
#include "core/base/time.h"
#include "core/gateway/config.h"
#include "core/gateway/mapping.h"
#include "core/web/client.h"

namespace onceover::gateway {

// How often a gateway may be asked: a token bucket as a generic cell rate algorithm (GCRA), without a thread
// or sleeping.

// Over any span: started ≤ burst + requests · span / Rate::span. Any thread.
class RateLimit {
 public:
  explicit RateLimit(const Rate& rate);
  // Reserves the next request and returns when it may start; `now` if at once. nullopt, without a
  // reservation: that would be after `latest`.
  std::optional<Deadline> take(Deadline now, Deadline latest);

 private:
  std::mutex mutex_;
  Steady::duration between_;  // between evenly spread requests
  Steady::duration ahead_;    // how far a burst may run ahead of that
  Deadline next_;             // when the next one would start if all were evenly spread
};

// One for all gateways of this process with this address and rate: the declared rate is the gateway's limit,
// not that of one caller. Null: no declared rate.
std::shared_ptr<RateLimit> shared_rate_limit(const Config& config);

struct WireRequest {
  std::string method;  // "GET", or one of CancelCall's
  std::string url;
  std::string body = {};  // JSON, not for a GET
};

struct WireReply {
  std::optional<HttpAnswer> answer;  // none: see why
  std::string why;
  bool was_sent = false;
  Duration took{0};
};

// Keeps its connections between calls. One thread at a time.
class HttpWire {
 public:
  HttpWire(const Config& config, const std::optional<std::string>& credential);
  // One reply for each request, in order, until `deadline` at the latest, including waits for the declared
  // rate.
  std::vector<WireReply> exchange(const std::vector<WireRequest>& requests, Deadline deadline);
  // The text with the credential masked, in any spelling that mask.h knows.
  std::string scrubbed(std::string text) const;
  // Of the credential; never null.
  std::shared_ptr<const Mask> mask() const { return mask_; }

 private:
  int parallel_;
  std::shared_ptr<const Mask> mask_ = std::make_shared<const Mask>();
  std::shared_ptr<RateLimit> rate_;  // null: no limit
  std::vector<key::Header> headers_;
  web::Client client_;
};

}  // namespace onceover::gateway

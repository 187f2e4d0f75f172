// HTTP, only for this room: requests in; complete answers, or the reason why there is none, out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/mask.h"
#include "core/base/time.h"
#include "core/gateway/config.h"
#include "core/gateway/mapping.h"
#include "core/gateway/rate_limit.h"
#include "core/web/client.h"

namespace onceover::gateway {

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
  // One reply for each request, in order, until `deadline` at the latest, including waits for the declared rate.
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

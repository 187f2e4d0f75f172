// SPDX-License-Identifier: Apache-2.0
// Which destination a relay has, as a configuration says it.
#pragma once

#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/outbox/kafka.h"
#include "core/outbox/webhook.h"

namespace onceover::outbox {

struct DestinationConfig {
  std::optional<KafkaConfig> kafka = {};  // at most one of the two; none: JSON lines on standard output
  std::optional<WebhookConfig> webhook = {};
};

Result<std::unique_ptr<Destination>> open_destination(const DestinationConfig& config);
// "kafka host:9092", "webhook https://host" (path and query may be secrets), "lines on standard output".
std::string words(const DestinationConfig& config);

}  // namespace onceover::outbox

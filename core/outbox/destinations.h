// Which destination a relay has, as a configuration says it.
#pragma once

#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/outbox/kafka.h"

namespace onceover::outbox {

struct DestinationConfig {
  std::optional<KafkaConfig> kafka;  // none: JSON lines on standard output
};

Result<std::unique_ptr<Destination>> open_destination(const DestinationConfig& config);
// "kafka host:9092", "lines on standard output".
std::string words(const DestinationConfig& config);

}  // namespace onceover::outbox

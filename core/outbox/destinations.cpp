#include "core/outbox/destinations.h"

#include <unistd.h>

namespace onceover::outbox {

Result<std::unique_ptr<Destination>> open_destination(const DestinationConfig& config) {
  if (config.kafka) return to_kafka(*config.kafka);
  return to_lines(STDOUT_FILENO);
}

std::string words(const DestinationConfig& config) { return config.kafka ? "kafka " + config.kafka->brokers : "lines on standard output"; }

}  // namespace onceover::outbox

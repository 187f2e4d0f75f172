#include "core/outbox/destinations.h"

#include <unistd.h>

#include "core/web/url.h"

namespace onceover::outbox {

Result<std::unique_ptr<Destination>> open_destination(const DestinationConfig& config) {
  if (config.kafka) return to_kafka(*config.kafka);
  if (config.webhook) return to_webhook(*config.webhook);
  return to_lines(STDOUT_FILENO);
}

std::string words(const DestinationConfig& config) {
  if (config.kafka) return "kafka " + config.kafka->brokers;
  if (config.webhook) return "webhook " + web::origin_of(config.webhook->url);
  return "lines on standard output";
}

}  // namespace onceover::outbox

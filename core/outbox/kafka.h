// SPDX-License-Identifier: Apache-2.0
// Kafka as a destination, by librdkafka: idempotent producer, all replicas acknowledge, key = aggregate's id.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/outbox/destination.h"

namespace onceover::outbox {

struct KafkaConfig {
  std::string brokers;  // "host:9092,host2:9092"
  std::map<std::string, std::string>
      options;  // librdkafka's own, such as security.protocol; those that the relay needs are refused
  std::string topic_prefix;  // before each event's topic; may be empty
  std::string
      dead_letter_topic;  // gets a copy of each event that is given up; without the prefix; empty: none
  bool cloud_events =
      false;  // CloudEvents 1.0, binary mode: ce_id, ce_source, ce_type, ce_specversion, ce_time
  std::string source = "onceover";              // of CloudEvents
  Duration timeout = std::chrono::seconds(30);  // for one message, with librdkafka's own retries
};

// Connects in the background: a broker that is not there is the trouble of a Turn, and no error. This build
// may be without Kafka.
Result<std::unique_ptr<Destination>> to_kafka(const KafkaConfig& config);
bool has_kafka();

}  // namespace onceover::outbox

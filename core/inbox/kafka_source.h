// SPDX-License-Identifier: Apache-2.0
// Kafka as a source, by librdkafka: a consumer of a group. Offsets are committed only after acknowledge(),
// never before; where a partition is taken away in good order, those of what was acknowledged are committed
// first; where it was lost, they are not. With positions (source.h) each committed offset has a note, the
// metadata of Kafka: KnownPosition::mark and where this consumer began to store.
//
// Of a message: fingerprint = SHA-256 of its bytes (of a tombstone one zero byte); the content type from the
// header content-type; headers as texts, or as base64 under NAME_base64 where a value is not UTF-8; of
// repeated headers the last one. A message without a usable identity is `unusable`, so that the consumer
// keeps it as a dead letter: it stops no partition, and is never passed over. So is what the broker deleted
// before it was received: one for each range of offsets, without a payload.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inbox/source.h"

namespace onceover::inbox {

// Where an event's id is.
struct Identity {
  enum class From {
    header,  // name: of the header
    body,    // name: a JSON pointer (RFC 6901) to a string or a whole number
    offset,  // topic, partition and offset: a repeated produce request makes another event. The last resort
  };
  From from = From::header;
  std::string name = "id";
};
// "header:id", "body:/event/id", "offset"; nullopt for anything else.
std::optional<Identity> identity_from(std::string_view text);
std::string text(const Identity& identity);

struct KafkaSourceConfig {
  std::string brokers;  // "host:9092,host2:9092"
  std::vector<std::string> topics;
  std::string group;
  std::string source;  // Event::source of all messages; empty: each message's topic
  Identity identity;
  // The header with the version of the event's aggregate; empty: events have none. The aggregate's id is the
  // message's key. A message without this header is not compared.
  std::string version_header;
  std::string aggregate_type;  // empty: the topic
  // For partitions for which the group has no offset yet. false: at their end, which is committed at once;
  // partitions and topics that are made while the source is open begin with their first message.
  bool from_beginning = true;
  // Where the group's offset is ahead of what the consumer's database knows (it was restored, or a person set
  // the offset). false: the messages between are read again, which the inbox finds to be duplicates or new.
  // true: they are passed over.
  bool follows_group = false;
  std::map<std::string, std::string> options;  // librdkafka's own; those that the source needs are refused
};
Result<void> validate(const KafkaSourceConfig& config);

// Connects in the background: a broker that is away is trouble(), and no error. unsupported: this build is
// without Kafka.
Result<std::unique_ptr<Source>> from_kafka(const KafkaSourceConfig& config);

// A message as Kafka gives it.
struct KafkaMessage {
  std::string_view topic;
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::string_view key;
  std::optional<std::string_view> payload;  // none: a tombstone
  std::vector<std::pair<std::string_view, std::string_view>> headers;
};
// Pure. token, lane and assignment remain empty.
Received received(const KafkaSourceConfig& config, const KafkaMessage& message);

}  // namespace onceover::inbox

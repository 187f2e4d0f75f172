// SPDX-License-Identifier: Apache-2.0
// What a message of Kafka is as an event.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/inbox/inbox.h"
#include "core/inbox/kafka_source.h"
#include "core/key/sha256.h"

namespace onceover::inbox {
namespace {

constexpr std::string_view header_prefix = "header:", body_prefix = "body:", offset_word = "offset";
constexpr std::string_view tombstone_print("\0", 1);

struct Found {
  std::string id, why;  // one of them
};

Found in_body(const std::string& pointer, const KafkaMessage& message) {
  if (!message.payload) return {{}, "The message is a tombstone, so its body contains no id."};
  const auto tree = json::parse_json(*message.payload);
  if (!tree)
    return {
        {},
        fmt::format("The message's body is not JSON in UTF-8 with unique names, so its id at {} is unknown.",
                    pointer)};
  const json::Json* value = json::at(*tree, pointer);
  const bool is_whole = value != nullptr && value->kind == json::Json::Kind::number &&
                        value->text.find_first_of(".eE") == std::string::npos;
  if (value == nullptr || (!is_whole && value->kind != json::Json::Kind::string))
    return {{}, fmt::format("The message's body has no text or whole number at {}.", pointer)};
  return {value->text, {}};
}

Found identity_of(const Identity& identity, const KafkaMessage& message, const std::string& place) {
  if (identity.from == Identity::From::offset) return {place, {}};
  if (identity.from == Identity::From::body) return in_body(identity.name, message);
  for (const auto& [name, value] : std::views::reverse(message.headers)) {
    if (name == identity.name) return {std::string(value), {}};
  }
  return {{}, fmt::format("The message has no header {}.", visible(identity.name))};
}

}  // namespace

std::optional<Identity> identity_from(std::string_view text) {
  if (text == offset_word) return Identity{Identity::From::offset, {}};
  if (text.starts_with(header_prefix) && text.size() > header_prefix.size())
    return Identity{Identity::From::header, std::string(text.substr(header_prefix.size()))};
  const std::string_view pointer = text.substr(std::min(text.size(), body_prefix.size()));
  if (text.starts_with(body_prefix) && !pointer.empty() && json::is_pointer(pointer))
    return Identity{Identity::From::body, std::string(pointer)};
  return std::nullopt;
}

std::string text(const Identity& identity) {
  if (identity.from == Identity::From::offset) return std::string(offset_word);
  return std::string(identity.from == Identity::From::header ? header_prefix : body_prefix) + identity.name;
}

Received received(const KafkaSourceConfig& config, const KafkaMessage& message) {
  Received one;
  one.place = fmt::format("{}/{}/{}", message.topic, message.partition, message.offset);
  Event& event = one.event;
  event.source = config.source.empty() ? std::string(message.topic) : config.source;
  event.fingerprint = message.payload ? key::bytes_of(key::sha256(*message.payload)) : tombstone_print;
  if (message.payload) event.payload = std::string(*message.payload);
  std::optional<std::string> version;
  for (const auto& [raw_name, raw_value] : message.headers) {
    const std::string name = storable_text(std::string(raw_name)), value(raw_value);
    if (name == "content-type") event.content_type = storable_text(value);
    if (!config.version_header.empty() && raw_name == config.version_header) version = value;
    is_storable(value) ? event.headers.emplace_back(name, value)
                       : event.headers.emplace_back(name + "_base64", to_base64(value));
  }
  Found found = identity_of(config.identity, message, one.place);
  event.id = found.id;
  one.unusable = std::move(found.why);
  if (one.unusable.empty() && version) {
    const auto number = number_from<std::int64_t>(*version);
    if (!number)
      one.unusable =
          fmt::format("The message's header {} is not a whole number.", visible(config.version_header));
    const std::string type =
        config.aggregate_type.empty() ? std::string(message.topic) : config.aggregate_type;
    if (number) event.aggregate = Aggregate{type, std::string(message.key), *number};
  }
  if (one.unusable.empty()) one.unusable = why_unusable(event);
  if (!one.unusable.empty()) {
    event.id.clear();
    event.aggregate.reset();
  }
  return one;
}

namespace {

constexpr std::size_t longest_name = 255, longest_fingerprint = 64;

}  // namespace

std::string why_no_name(const char* what, const std::string& name) {
  if (name.empty()) return fmt::format("The event's {} is empty.", what);
  if (name.size() > longest_name)
    return fmt::format("The event's {} has {} bytes; at most {} are allowed.", what, name.size(),
                       longest_name);
  if (!is_storable(name)) return fmt::format("The event's {} is not UTF-8, or contains NUL.", what);
  return {};
}

std::string why_unusable(const Event& event) {
  if (auto why = why_no_name("id", event.id); !why.empty()) return why;
  if (auto why = why_no_name("source", event.source); !why.empty()) return why;
  if (event.fingerprint.size() > longest_fingerprint)
    return fmt::format("The event's fingerprint has {} bytes; at most {} are allowed.",
                       event.fingerprint.size(), longest_fingerprint);
  if (!is_storable(event.content_type)) return "The event's content type is not UTF-8, or contains NUL.";
  if (!event.aggregate) return {};
  if (auto why = why_no_name("aggregate type", event.aggregate->type); !why.empty()) return why;
  return why_no_name("aggregate id", event.aggregate->id);
}

}  // namespace onceover::inbox

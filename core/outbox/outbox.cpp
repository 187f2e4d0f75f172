// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/outbox.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

tl::unexpected<Error> refuse(std::string what) {
  return fail(ErrorKind::invalid_input, std::move(what), "The event was not written.");
}

bool is_topic(std::string_view name) {
  return !name.empty() && name.size() <= 249 && name != "." && name != ".." &&
         std::ranges::all_of(name, [](unsigned char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                  c == '_' || c == '-';
         });
}

bool is_header_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 &&
         std::ranges::all_of(name, [](unsigned char c) { return c > ' ' && c < 127 && c != ':'; });
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 127; });
}

Result<void> check(const Event& event) {
  if (!is_topic(event.topic))
    return refuse(
        fmt::format("\"{}\" is no name of a topic: 1 to 249 of a-z, A-Z, 0-9, \".\", \"_\" and \"-\".",
                    visible(event.topic)));
  if (event.aggregate_id.size() > 2000) return refuse("The aggregate's id is longer than 2,000 bytes.");
  if (event.aggregate_type.size() > 200) return refuse("The aggregate's type is longer than 200 bytes.");
  if (event.type.size() > 200) return refuse("The event's type is longer than 200 bytes.");
  if (event.payload && event.payload->size() > most_payload_bytes)
    return refuse(fmt::format(
        "The payload has {} bytes; a broker takes {} at most. Store it elsewhere, and send its place.",
        event.payload->size(), most_payload_bytes));
  for (const auto& [name, value] : event.headers) {
    if (!is_header_name(name)) return refuse(fmt::format("\"{}\" is no name of a header.", visible(name)));
    if (is_set_by_relay(name)) return refuse(fmt::format("The header \"{}\" is set by the relay.", name));
    if (has_control(value)) return refuse(fmt::format("The header \"{}\" holds control characters.", name));
  }
  return {};
}

}  // namespace

Result<pg::Statement> enqueue_statement(Event& event) {
  if (auto sound = check(event); !sound) return tl::unexpected(sound.error());
  if (event.id.empty()) event.id = new_uuid();
  return contained([&] {
    pg::Params params;
    params.text(event.id)
        .text(event.topic)
        .text(event.aggregate_type)
        .text(event.aggregate_id)
        .text(event.type)
        .bytes(event.payload);
    params.text(event.content_type).text(nlohmann::json(event.headers).dump());
    return pg::Statement{sql::outbox_enqueue, std::move(params)};
  });
}

Result<std::string> enqueue_within(pg::Connection& connection, Event event) {
  return as_result([&] {
    const pg::Statement statement = enqueue_statement(event).value();
    if (!connection.in_transaction())
      raise(ErrorKind::invalid_input,
            "An event is written in the transaction of its change, and no transaction is open.",
            "It was not written.", "Begin one first.");
    require(connection.exec_prepared(statement.sql, statement.params));
    return event.id;
  });
}

}  // namespace onceover::outbox

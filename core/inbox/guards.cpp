// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/guards.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::inbox {

std::optional<Error> refuse_unusable(std::span<const Event> events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    auto why = why_unusable(events[i]);
    if (why.empty()) continue;
    return Error{ErrorKind::invalid_input,
                 std::move(why),
                 events.size() == 1
                     ? "The event was not received."
                     : fmt::format("None of {} events was received; it is number {}.", events.size(), i + 1),
                 "Take the id from another header or field, or set the event aside.",
                 "",
                 ""};
  }
  return std::nullopt;
}

std::optional<Error> refuse_in_transaction(const pg::Connection& connection, std::string_view call) {
  return pg::refuse_in_transaction(
      connection, call, "Use accept_within and finish_within in an open transaction, or another connection.");
}

std::optional<Error> refuse_without_transaction(const pg::Connection& connection, std::string_view call) {
  if (connection.in_transaction()) return std::nullopt;
  return Error{ErrorKind::invalid_input,
               fmt::format("{} needs an open transaction, and the connection has none.", call),
               "Nothing was sent.",
               "Begin a transaction, and commit it after the effect.",
               "",
               ""};
}

namespace {

std::string milliseconds(Duration wait) {
  return std::to_string(
      std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::milliseconds>(wait).count()));
}

}  // namespace

pg::Params wait_param(Duration wait) { return pg::params(milliseconds(wait)); }

pg::Statement durable_prelude(Duration wait) { return {sql::inbox_prelude_durable, wait_param(wait)}; }

std::optional<std::string> or_unknown(const std::string& fingerprint) {
  return fingerprint.empty() ? std::nullopt : std::optional(fingerprint);
}

pg::Params of_one(const std::string& consumer, const Event& event, Duration wait) {
  pg::Params params = pg::params(consumer, event.source, event.id);
  params.bytes(or_unknown(event.fingerprint)).text(milliseconds(wait));
  return params;
}

std::string headers_json(const Headers& headers) {
  if (headers.empty()) return {};
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : headers) object[name] = value;
  return storable_json(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Headers headers_of(std::string_view json) {
  Headers headers;
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return headers;
  for (const auto& [name, value] : object.items())
    headers.emplace_back(name, value.is_string()
                                   ? value.get<std::string>()
                                   : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return headers;
}

}  // namespace onceover::inbox

#include "core/http/webhook_request.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/http/error_code.h"
#include "core/http/headers.h"
#include "core/http/problem.h"

namespace onceover::http {
namespace {

constexpr auto refused_words = words<WebhookRefused>({{WebhookRefused::no_message_id, "no_message_id"},
                                                      {WebhookRefused::signature, "signature"},
                                                      {WebhookRefused::too_old, "too_old"},
                                                      {WebhookRefused::too_new, "too_new"},
                                                      {WebhookRefused::no_event_id, "no_event_id"}});

bool is_of_connection(std::string_view name) {
  static constexpr std::array<std::string_view, 11> names{
      "connection", "content-length", "content-type",      "expect",  "host", "keep-alive",
      "te",         "trailer",        "transfer-encoding", "upgrade", "via"};
  return std::ranges::find(names, name) != names.end() || name.starts_with("accept");
}

// Two lines of one name have two readings.
std::optional<std::string> only(const std::vector<key::Header>& headers, std::string_view name) {
  const auto values = values_of(headers, name);
  return values.size() == 1 ? std::optional<std::string>(values.front()) : std::nullopt;
}

std::optional<std::string> event_id(const WebhookRules& rules, const std::vector<key::Header>& headers, std::string_view body) {
  if (rules.id_pointer.empty()) return only(headers, rules.id_header);
  const auto root = json::parse_json(body);
  const json::Json* found = root ? json::at(*root, rules.id_pointer) : nullptr;
  if (found == nullptr) return std::nullopt;
  const bool is_id = found->kind == json::Json::Kind::string || found->kind == json::Json::Kind::number;
  return is_id ? std::optional(found->text) : std::nullopt;
}

}  // namespace

std::string_view word(WebhookRefused why) { return refused_words.of(why); }

Answer answer_to(WebhookRefused why) {
  const auto invalid = [](const char* title, const char* detail) {
    return problem_answer({.status = 400, .error_code = error_code::webhook_invalid, .title = title, .detail = detail});
  };
  const auto unsigned_one = [](const char* title, const char* detail) {
    return problem_answer({.status = 401, .error_code = error_code::webhook_signature, .title = title, .detail = detail});
  };
  switch (why) {
    case WebhookRefused::no_message_id:
      return invalid("No message id", "The header webhook-id must be there once, without a full stop and control characters.");
    case WebhookRefused::no_event_id:
      return invalid("No event id", "The event's id was not found where this receiver looks for it, or has control characters.");
    case WebhookRefused::signature:
      return unsigned_one("Signature not valid", "The headers webhook-timestamp and webhook-signature must be those of this body.");
    case WebhookRefused::too_old: return unsigned_one("Timestamp too old", "Sign each attempt anew, and check the clock.");
    case WebhookRefused::too_new: return unsigned_one("Timestamp in the future", "Check the clock.");
  }
  return invalid("Not valid", "");
}

std::variant<WebhookEvent, WebhookRefused> read_webhook(const WebhookRules& rules, const std::vector<key::Header>& headers,
                                                        std::string_view body, Timestamp now) {
  const auto message = only(headers, webhook_id);
  if (!message || !is_webhook_id(*message)) return WebhookRefused::no_message_id;
  const auto timestamp = only(headers, webhook_timestamp), signature = only(headers, webhook_signature);
  switch (check_webhook(rules.secrets, *message, timestamp.value_or(""), signature.value_or(""), body, now)) {
    case WebhookCheck::valid: break;
    case WebhookCheck::malformed:
    case WebhookCheck::wrong: return WebhookRefused::signature;
    case WebhookCheck::too_old: return WebhookRefused::too_old;
    case WebhookCheck::too_new: return WebhookRefused::too_new;
  }
  auto id = event_id(rules, headers, body);
  if (!id || id->empty() || visible(*id) != *id) return WebhookRefused::no_event_id;
  WebhookEvent event{.id = *std::move(id), .content_type = only(headers, "content-type").value_or(""), .headers = {}};
  event.is_tombstone = body.empty() && only(headers, event_tombstone) == "true";
  for (const auto& [name, value] : headers) {
    std::string low = ascii_lower(name);
    if (!is_of_connection(low) && !is_confidential(low)) event.headers.emplace_back(std::move(low), trimmed(value));
  }
  return event;
}

bool is_confidential(std::string_view name) {
  static constexpr std::array<std::string_view, 8> parts{"auth", "cookie", "token", "secret", "password", "api-key", "apikey", "signature"};
  const std::string low = ascii_lower(name);
  return std::ranges::any_of(parts, [&](std::string_view part) { return low.find(part) != std::string::npos; });
}

}  // namespace onceover::http

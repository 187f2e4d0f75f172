// SPDX-License-Identifier: Apache-2.0
#include "core/http/webhook.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/http/error_code.h"
#include "core/http/headers.h"
#include "core/http/problem.h"
#include "core/key/sha256.h"

namespace onceover::http {
namespace {

constexpr std::string_view secret_prefix = "whsec_", version = "v1,";

key::Digest digest_of(const std::string& secret, std::string_view id, std::string_view timestamp, std::string_view body) {
  std::string text;
  text.reserve(id.size() + timestamp.size() + body.size() + 2);
  text.append(id).append(".").append(timestamp).append(".").append(body);
  return key::hmac_sha256(secret, text);
}

}  // namespace

std::optional<std::string> webhook_secret(std::string_view text) {
  if (!text.starts_with(secret_prefix)) return std::nullopt;
  text.remove_prefix(secret_prefix.size());
  auto bytes = from_base64(text);
  if (!bytes || bytes->size() < 24 || bytes->size() > 64) return std::nullopt;
  std::string standard = to_base64(*bytes);
  if (!text.ends_with('=')) standard.erase(std::min(standard.find('='), standard.size()));
  return standard == text ? bytes : std::nullopt;
}

std::string sign_webhook(std::span<const std::string> secrets, std::string_view id, std::int64_t seconds, std::string_view body) {
  std::string out;
  for (const std::string& secret : secrets) {
    if (!out.empty()) out += ' ';
    out.append(version).append(to_base64(key::bytes_of(digest_of(secret, id, std::to_string(seconds), body))));
  }
  return out;
}

WebhookCheck check_webhook(std::span<const std::string> secrets, std::string_view id, std::string_view timestamp,
                           std::string_view signatures, std::string_view body, Timestamp now) {
  const auto seconds = number_from<std::int64_t>(timestamp);
  if (!seconds) return WebhookCheck::malformed;
  std::vector<std::string> given;
  for (std::size_t from = 0; from < signatures.size();) {
    const std::size_t end = std::min(signatures.find(' ', from), signatures.size());
    const std::string_view one = signatures.substr(from, end - from);
    if (one.starts_with(version)) {
      if (auto bytes = from_base64(one.substr(version.size()))) given.push_back(*std::move(bytes));
    }
    from = end + 1;
  }
  if (given.empty()) return WebhookCheck::malformed;
  bool is_ours = false;
  for (const std::string& secret : secrets) {
    const key::Digest digest = digest_of(secret, id, timestamp, body);
    for (const std::string& one : given) is_ours = key::same_bytes(key::bytes_of(digest), one) || is_ours;
  }
  if (!is_ours) return WebhookCheck::wrong;
  const std::int64_t now_s = now.us / 1'000'000, most_s = webhook_tolerance / std::chrono::seconds(1);
  if (*seconds < now_s - most_s) return WebhookCheck::too_old;
  return *seconds > now_s + most_s ? WebhookCheck::too_new : WebhookCheck::valid;
}

bool is_webhook_id(std::string_view id) { return !id.empty() && id.find('.') == std::string_view::npos && visible(id) == id; }

namespace {

constexpr auto refused_words = enum_names<WebhookRefused>();

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

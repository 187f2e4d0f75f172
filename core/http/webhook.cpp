// SPDX-License-Identifier: Apache-2.0
#include "core/http/webhook.h"

#include "core/base/enum_names.h"
#include "core/base/json_tree.h"
#include "core/http/error_code.h"
#include "core/http/headers.h"
#include "core/key/sha256.h"

namespace onceover::http {
namespace {

constexpr std::string_view secret_prefix = "whsec_", version = "v1,";

std::string text_to_sign(std::string_view id, std::string_view timestamp, std::string_view body) {
  std::string text;
  text.reserve(id.size() + timestamp.size() + body.size() + 2);
  return text.append(id).append(".").append(timestamp).append(".").append(body);
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

std::string sign_webhook(std::span<const std::string> secrets, std::string_view id, std::int64_t seconds,
                         std::string_view body) {
  const std::string text = text_to_sign(id, std::to_string(seconds), body);
  std::string out;
  for (const std::string& secret : secrets) {
    if (!out.empty()) out += ' ';
    out.append(version).append(to_base64(key::bytes_of(key::hmac_sha256(secret, text))));
  }
  return out;
}

namespace {

// signed_text: by each of the secrets; given: the signatures that came.
WebhookCheck judge(std::span<const std::string> secrets, const std::string& signed_text,
                   const std::vector<std::string>& given, std::int64_t seconds, Timestamp now) {
  if (given.empty()) return WebhookCheck::malformed;
  bool is_ours = false;
  for (const std::string& secret : secrets) {
    const key::Digest digest = key::hmac_sha256(secret, signed_text);
    for (const std::string& one : given) is_ours = key::same_bytes(key::bytes_of(digest), one) || is_ours;
  }
  if (!is_ours) return WebhookCheck::wrong;
  const std::int64_t now_s = now.us / 1'000'000, most_s = webhook_tolerance / std::chrono::seconds(1);
  if (seconds < now_s - most_s) return WebhookCheck::too_old;
  return seconds > now_s + most_s ? WebhookCheck::too_new : WebhookCheck::valid;
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

}  // namespace

WebhookCheck check_webhook(std::span<const std::string> secrets, std::string_view id,
                           std::string_view timestamp, std::string_view signatures, std::string_view body,
                           Timestamp now) {
  const auto seconds = number_from<std::int64_t>(timestamp);
  if (!seconds) return WebhookCheck::malformed;
  std::vector<std::string> given;
  for (const std::string_view one : parts_of(signatures, ' ')) {
    if (!one.starts_with(version)) continue;
    if (auto bytes = from_base64(one.substr(version.size()))) given.push_back(*std::move(bytes));
  }
  return judge(secrets, text_to_sign(id, timestamp, body), given, *seconds, now);
}

WebhookCheck check_timed_signature(std::span<const std::string> secrets, std::string_view signature,
                                   std::string_view body, Timestamp now) {
  std::optional<std::string_view> timestamp;
  std::vector<std::string> given;
  for (const std::string_view part : parts_of(signature, ',')) {
    const std::string one(trimmed(part));
    std::string bytes;
    if (one.starts_with("v1=") && from_hex(std::string_view(one).substr(3), bytes))
      given.push_back(std::move(bytes));
    if (!one.starts_with("t=")) continue;
    if (timestamp) return WebhookCheck::malformed;  // two have two readings
    timestamp = part.substr(part.find('=') + 1);
  }
  const auto seconds = number_from<std::int64_t>(timestamp.value_or(""));
  if (!seconds) return WebhookCheck::malformed;
  return judge(secrets, std::string(*timestamp) + "." + std::string(body), given, *seconds, now);
}

bool is_webhook_id(std::string_view id) {
  return !id.empty() && id.find('.') == std::string_view::npos && visible(id) == id;
}

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

// A string or a number.
std::optional<std::string> in_body(const std::optional<json::Json>& body, const std::string& pointer) {
  const json::Json* found = body ? json::at(*body, pointer) : nullptr;
  if (found == nullptr ||
      (found->kind != json::Json::Kind::string && found->kind != json::Json::Kind::number))
    return std::nullopt;
  return found->text;
}

}  // namespace

std::string why_no_rules(const WebhookRules& rules) {
  const auto is_name = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
  };
  if (!is_name(rules.id_header)) return "The header with the event's id has no valid name.";
  if (!rules.signature_header.empty() && !is_name(rules.signature_header))
    return "The header with the signature has no valid name.";
  if (!rules.signature_header.empty() && rules.id_pointer.empty() && rules.id_header == webhook_id)
    return "With a signature header of its own, the place of the event's id must be named, such as /id in "
           "the body.";
  for (const std::string* pointer : {&rules.id_pointer, &rules.aggregate_pointer, &rules.version_pointer}) {
    if (!pointer->empty() && !json::is_pointer(*pointer))
      return "A place in the body is no JSON pointer, such as /data/id.";
  }
  if (rules.aggregate_pointer.empty() != rules.version_pointer.empty())
    return "The place of a version is of use only with the place of what it is a version of, and the other "
           "way round.";
  return {};
}

std::string_view word(WebhookRefused why) { return refused_words.of(why); }

Answer answer_to(WebhookRefused why) {
  const auto invalid = [](const char* title, const char* detail) {
    return problem_answer(
        {.status = 400, .error_code = error_code::webhook_invalid, .title = title, .detail = detail});
  };
  const auto unsigned_one = [](const char* title, const char* detail) {
    return problem_answer(
        {.status = 401, .error_code = error_code::webhook_signature, .title = title, .detail = detail});
  };
  switch (why) {
    case WebhookRefused::no_version:
      return invalid("No version",
                     "What the event is about, and its version as a whole number, were not found where this "
                     "receiver looks.");
    case WebhookRefused::no_message_id:
      return invalid("No message id",
                     "The header webhook-id must be there once, without a full stop and control characters.");
    case WebhookRefused::no_event_id:
      return invalid(
          "No event id",
          "The event's id was not found where this receiver looks for it, or has control characters.");
    case WebhookRefused::signature:
      return unsigned_one("Signature not valid",
                          "The signature must be there once, with its time, and be of this body.");
    case WebhookRefused::too_old:
      return unsigned_one("Timestamp too old", "Sign each attempt anew, and check the clock.");
    case WebhookRefused::too_new: return unsigned_one("Timestamp in the future", "Check the clock.");
  }
  return invalid("Not valid", "");
}

std::variant<WebhookEvent, WebhookRefused> read_webhook(const WebhookRules& rules,
                                                        const std::vector<key::Header>& headers,
                                                        std::string_view body, Timestamp now) {
  const auto check = [&]() -> std::optional<WebhookCheck> {
    if (!rules.signature_header.empty())
      return check_timed_signature(rules.secrets, only(headers, rules.signature_header).value_or(""), body,
                                   now);
    const auto message = only(headers, webhook_id);
    if (!message || !is_webhook_id(*message)) return std::nullopt;
    const auto timestamp = only(headers, webhook_timestamp), signature = only(headers, webhook_signature);
    return check_webhook(rules.secrets, *message, timestamp.value_or(""), signature.value_or(""), body, now);
  }();
  if (!check) return WebhookRefused::no_message_id;
  switch (*check) {
    case WebhookCheck::valid: break;
    case WebhookCheck::malformed:
    case WebhookCheck::wrong: return WebhookRefused::signature;
    case WebhookCheck::too_old: return WebhookRefused::too_old;
    case WebhookCheck::too_new: return WebhookRefused::too_new;
  }
  const bool reads_body = !rules.id_pointer.empty() || !rules.version_pointer.empty();
  const auto tree = reads_body ? json::parse_json(body) : std::nullopt;
  auto id = rules.id_pointer.empty() ? only(headers, rules.id_header) : in_body(tree, rules.id_pointer);
  if (!id || id->empty() || visible(*id) != *id) return WebhookRefused::no_event_id;
  WebhookEvent event{
      .id = *std::move(id), .content_type = only(headers, "content-type").value_or(""), .headers = {}};
  if (!rules.version_pointer.empty()) {
    event.aggregate = in_body(tree, rules.aggregate_pointer).value_or("");
    event.version = number_from<std::int64_t>(in_body(tree, rules.version_pointer).value_or(""));
    if (event.aggregate.empty() || !event.version) return WebhookRefused::no_version;
  }
  event.is_tombstone = body.empty() && only(headers, event_tombstone) == "true";
  for (const auto& [name, value] : headers) {
    std::string low = ascii_lower(name);
    if (!is_of_connection(low) && !is_confidential(low))
      event.headers.emplace_back(std::move(low), trimmed(value));
  }
  return event;
}

bool is_confidential(std::string_view name) {
  static constexpr std::array<std::string_view, 8> parts{"auth",     "cookie",  "token",  "secret",
                                                         "password", "api-key", "apikey", "signature"};
  const std::string low = ascii_lower(name);
  return std::ranges::any_of(parts,
                             [&](std::string_view part) { return low.find(part) != std::string::npos; });
}

}  // namespace onceover::http

#include "core/http/webhook.h"

#include <algorithm>

#include "core/base/text.h"
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

}  // namespace onceover::http

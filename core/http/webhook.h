// SPDX-License-Identifier: Apache-2.0
// Signed webhooks as Standard Webhooks 1.0 has them, for senders and receivers; for receivers also as Stripe
// and others sign. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/time.h"
#include "core/http/contract.h"

namespace onceover::http {

inline constexpr std::string_view webhook_id = "webhook-id";  // of the event; the same on each attempt
// whole seconds since 1970, of this attempt
inline constexpr std::string_view webhook_timestamp = "webhook-timestamp";
inline constexpr std::string_view webhook_signature = "webhook-signature";
// What the headers do not sign; our relay sends it with an event without a payload.
inline constexpr std::string_view event_tombstone = "event-tombstone";

// How far a timestamp may be from the receiver's clock, in both directions: an older request may be a replay
// by an eavesdropper.
inline constexpr Duration webhook_tolerance = std::chrono::minutes(5);

// The bytes of a secret from its text: "whsec_" and the standard Base64 of 24 to 64 bytes. nullopt for
// anything else: sender and receiver must agree on the bytes, and a text that is Base64 by chance has two
// readings.
std::optional<std::string> webhook_secret(std::string_view text);

// "v1," and the Base64 of HMAC-SHA256 over "id.seconds.body", of each secret; separated by blanks. secrets:
// their bytes.
std::string sign_webhook(std::span<const std::string> secrets, std::string_view id, std::int64_t seconds,
                         std::string_view body);

enum class WebhookCheck {
  valid,
  malformed,  // the timestamp is no number, or there is no signature of version 1
  too_old,
  too_new,
  wrong,  // no signature is of one of the secrets
};
// The headers' values, as they came. In constant time for a given number of secrets and signatures.
WebhookCheck check_webhook(std::span<const std::string> secrets, std::string_view id,
                           std::string_view timestamp, std::string_view signatures, std::string_view body,
                           Timestamp now);

// The value of one header, t=SECONDS,v1=HEX: HMAC-SHA256 over "SECONDS.body". v1 may be there several times,
// and other names are ignored. secrets: their texts.
WebhookCheck check_timed_signature(std::span<const std::string> secrets, std::string_view signature,
                                   std::string_view body, Timestamp now);

// The id is signed in front of a full stop, so that one inside of it could be read in two ways. UTF-8 without
// control and bidirectional characters: people compare ids by eye.
bool is_webhook_id(std::string_view id);

// What a receiver of signed webhooks makes of a request.

struct WebhookRules {
  std::vector<std::string> secrets;  // their bytes; one of them is enough
  // Where the event's own id is: in a header, or, where id_pointer is not empty, in the body (RFC 6901), a
  // string or a number. The signature is always of the header webhook-id: another header is not signed, so
  // that an eavesdropper can send a request again under another id.
  std::string id_header = std::string(webhook_id);
  std::string id_pointer = {};
  // The header of check_timed_signature, such as Stripe-Signature; then there is no webhook-id, and the id
  // must be elsewhere. Empty: Standard Webhooks.
  std::string signature_header = {};
  // Both or none: where the body names what the event is about, and which version of it. It is for order; see
  // inbox::Event.
  std::string aggregate_pointer = {}, version_pointer = {};
};
// Why they cannot be used, a sentence; empty: they can.
std::string why_no_rules(const WebhookRules& rules);

struct WebhookEvent {
  std::string id;
  std::string content_type;  // empty: none was given
  // names in lower case, without is_confidential and what is of the connection
  std::vector<key::Header> headers;
  bool is_tombstone = false;  // the body is empty, and a header says so
  std::string aggregate;      // with aggregate_pointer
  std::optional<std::int64_t> version = {};
};

enum class WebhookRefused {
  no_message_id,  // webhook-id is missing, there twice, or has a full stop or control characters
  signature,      // missing, malformed or wrong
  too_old,
  too_new,
  no_event_id,
  no_version,  // the body does not have what aggregate_pointer and version_pointer name
};
std::string_view word(WebhookRefused why);
// 401 for signature and time, else 400; with a problem.
Answer answer_to(WebhookRefused why);

// The signature is checked before the body is read.
std::variant<WebhookEvent, WebhookRefused> read_webhook(const WebhookRules& rules,
                                                        const std::vector<key::Header>& headers,
                                                        std::string_view body, Timestamp now);

// By its name, a header may hold a secret: it is not stored.
bool is_confidential(std::string_view name);

}  // namespace onceover::http

// What a receiver of signed webhooks makes of a request. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/time.h"
#include "core/http/answer.h"
#include "core/http/webhook.h"

namespace onceover::http {

struct WebhookRules {
  std::vector<std::string> secrets;  // their bytes; one of them is enough
  // Where the event's own id is: in a header, or, where id_pointer is not empty, in the body (RFC 6901), a string or a number. The
  // signature is always of the header webhook-id: another header is not signed, so that an eavesdropper can send a request again under
  // another id.
  std::string id_header = std::string(webhook_id);
  std::string id_pointer = {};
};

struct WebhookEvent {
  std::string id;
  std::string content_type;          // empty: none was given
  std::vector<key::Header> headers;  // names in lower case, without is_confidential and what is of the connection
  bool is_tombstone = false;         // the body is empty, and a header says so
};

enum class WebhookRefused {
  no_message_id,  // webhook-id is missing, there twice, or has a full stop or control characters
  signature,      // missing, malformed or wrong
  too_old,
  too_new,
  no_event_id,
};
std::string_view word(WebhookRefused why);
// 401 for signature and time, else 400; with a problem.
Answer answer_to(WebhookRefused why);

// The signature is checked before the body is read.
std::variant<WebhookEvent, WebhookRefused> read_webhook(const WebhookRules& rules, const std::vector<key::Header>& headers,
                                                        std::string_view body, Timestamp now);

// By its name, a header may hold a secret: it is not stored.
bool is_confidential(std::string_view name);

}  // namespace onceover::http

// SPDX-License-Identifier: Apache-2.0
// The allowed addresses of other services.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace onceover::web {

// nullopt where url is https to any host, or http to a loopback one, without user and fragment; else the
// error. The text contains nothing of the URL, which may have a password.
std::optional<std::string> wrong_with_url(const std::string& url);
// The same for a URL that paths are added to: it has no query either.
std::optional<std::string> wrong_with_base_url(const std::string& url);

// The URL says http. Valid where wrong_with_url finds nothing.
bool is_plain_http(const std::string& url);

// "https://host:port": what may be shown of a URL whose path or query is a secret. Empty: it is no URL.
std::string origin_of(const std::string& url);

// The whole URL of an address from an answer: relative to base_url's host, or complete. nullopt for another
// scheme, host or port, or with a user: the credential goes only to the configured host.
std::optional<std::string> within_origin(const std::string& base_url, const std::string& address);

// The secrets of a webhook, from files.

// The bytes of each file's secret (http::webhook_secret; a line end after it is allowed), in order. Refuses a
// file that others may read, and none or more than four files. No message contains any of a secret. is_text:
// the text itself is the secret, for http::check_timed_signature.
Result<std::vector<std::string>> read_webhook_secrets(const std::vector<std::string>& files,
                                                      const std::string& not_done, bool is_text = false);

}  // namespace onceover::web

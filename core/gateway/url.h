// Which addresses a gateway may have.
#pragma once

#include <optional>
#include <string>

namespace onceover::gateway {

// nullopt where url is https to any host, or http to a loopback one, without user, query and fragment; else what is wrong with it.
// Nothing of the URL is in the sentence: it may hold a password.
std::optional<std::string> wrong_with_base_url(const std::string& url);

// The URL says http. Valid where wrong_with_base_url finds nothing.
bool is_plain_http(const std::string& url);

// Where an address that an answer gave leads, as a whole URL: relative to base_url's host, or whole. nullopt where that is another scheme,
// host or port, or names a user: the credential goes to the configured host alone.
std::optional<std::string> within_origin(const std::string& base_url, const std::string& address);

}  // namespace onceover::gateway

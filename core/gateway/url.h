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

}  // namespace onceover::gateway

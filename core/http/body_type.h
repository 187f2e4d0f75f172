// Whether a response body is what its content type says. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover::http {

// A sentence: why clients could not read the body by this content type; none: they can, as far as is known. JSON must be one JSON text,
// XML must begin like XML, and text must be UTF-8 unless the type names another charset. An empty body or an empty type is never wrong.
std::optional<std::string> why_not_of_type(std::string_view content_type, std::string_view body);

}  // namespace onceover::http

#include "core/http/body_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace onceover::http {
namespace {

std::string lowered_without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t') out += ascii_lower(c);
  }
  return out;
}

bool is_type_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<std::string> why_not_of_type(std::string_view content_type, std::string_view body) {
  if (content_type.empty() || body.empty()) return std::nullopt;
  const std::string whole = lowered_without_blanks(content_type);
  const std::string type = whole.substr(0, whole.find(';'));
  const auto slash = type.find('/');
  if (slash == std::string::npos || !is_type_name(type.substr(0, slash)) || !is_type_name(type.substr(slash + 1)))
    return fmt::format("\"{}\" is not a content type: write one like application/json.", visible(content_type));
  const auto but = [&](std::string_view what) {
    return fmt::format("The body is not {}, but its content type is {}.", what, visible(type));
  };
  if (type == "application/json" || type.ends_with("+json")) {
    if (!nlohmann::json::accept(body)) return but("JSON");
    return std::nullopt;
  }
  if (type == "application/xml" || type == "text/xml" || type.ends_with("+xml")) {
    const auto first = body.find_first_not_of(" \t\r\n");
    const bool has_mark = body.starts_with("\xEF\xBB\xBF");
    if (!has_mark && (first == std::string_view::npos || body[first] != '<')) return but("XML");
    return std::nullopt;
  }
  const auto charset = whole.find("charset=");
  const bool is_utf8_text = charset == std::string::npos || whole.compare(charset + 8, 5, "utf-8") == 0;
  if (type.starts_with("text/") && is_utf8_text && !is_utf8(body)) return but("text in UTF-8");
  return std::nullopt;
}

}  // namespace onceover::http

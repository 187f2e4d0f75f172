#include "core/inbox/headers.h"

#include <nlohmann/json.hpp>

#include "core/base/storable.h"

namespace onceover::inbox {

std::string headers_json(const Headers& headers) {
  if (headers.empty()) return {};
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : headers) object[name] = value;
  return storable_json(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Headers headers_of(std::string_view json) {
  Headers headers;
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return headers;
  for (const auto& [name, value] : object.items())
    headers.emplace_back(
        name, value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return headers;
}

}  // namespace onceover::inbox

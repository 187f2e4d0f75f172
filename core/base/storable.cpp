#include "core/base/storable.h"

#include "core/base/text.h"

namespace onceover {

bool is_storable(const std::string& text) { return is_utf8(text) && text.find('\0') == std::string::npos; }

std::string storable_text(const std::string& text) { return is_storable(text) ? text : visible(text); }

std::string storable_json(std::string json) {
  for (std::size_t at = json.find('\\'); at != std::string::npos; at = json.find('\\', at + 2)) {
    if (json.compare(at, 6, "\\u0000") == 0) json.replace(at, 6, "\\ufffd");
  }
  return json;
}

}  // namespace onceover

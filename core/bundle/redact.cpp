// SPDX-License-Identifier: Apache-2.0
#include <ranges>

#include "core/base/json_tree.h"
#include "core/base/mask.h"
#include "core/base/text.h"
#include "core/bundle/bundle.h"
#include "core/bundle/fields.h"

namespace onceover::bundle {
namespace {

constexpr std::size_t shortest_secret = 4;

bool speaks_of_secret(std::string_view name) {
  const std::string word = ascii_lower(name);
  for (const std::string_view each : {"password", "passwd", "passphrase", "pwd", "secret", "token", "api_key",
                                      "api-key", "apikey", "authorization", "cookie", "credential"}) {
    if (word.find(each) != std::string::npos) return true;
  }
  return false;
}

void redact_tree(json::Json& value) {
  if (value.kind == json::Json::Kind::string) value.text = redacted(value.text);
  for (json::Json& item : value.items) redact_tree(item);
  for (auto& member : value.members) {
    if (speaks_of_secret(member.name) && member.value.kind != json::Json::Kind::null) {
      member.value = {json::Json::Kind::string, "***", {}, {}};
    } else {
      redact_tree(member.value);
    }
  }
}

// Every text of what is described.
struct Blanker {
  const Mask& mask;

  template <class T>
  void operator()(std::string_view, T& member) {
    if constexpr (std::is_same_v<T, std::string>) {
      member = mask(std::move(member));
    } else if constexpr (std::is_same_v<T, Value>) {
      member.text = mask(std::move(member.text));
    } else if constexpr (std::ranges::range<T>) {
      for (auto& each : member) (*this)({}, each);
    } else if constexpr (requires { describe(*this, member); }) {
      describe(*this, member);
    }
  }
};

}  // namespace

std::string redacted_json(std::string_view text) {
  auto tree = json::parse_json(text);
  if (!tree) return redacted(text);
  redact_tree(*tree);
  return json::written(*tree);
}

bool is_secret_name(std::string_view name) {
  return speaks_of_secret(name) || ascii_lower(name) == "www-authenticate";
}

void blank_out(Bundle& b, const std::vector<std::string>& secrets) {
  const Mask mask(secrets, shortest_secret);
  if (mask.empty()) return;
  Blanker blanker{mask};
  describe(blanker, b);
}

}  // namespace onceover::bundle

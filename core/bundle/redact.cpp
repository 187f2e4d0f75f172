#include "core/bundle/redact.h"

#include <algorithm>
#include <ranges>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/bundle/fields.h"

namespace onceover::bundle {
namespace {

constexpr std::size_t shortest_secret = 4;

bool speaks_of_secret(std::string_view name) {
  const std::string word = ascii_lower(name);
  for (const std::string_view each : {"password", "passwd", "passphrase", "pwd", "secret", "token", "api_key", "api-key", "apikey",
                                      "authorization", "cookie", "credential"}) {
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

void blank(std::string& text, const std::vector<std::string>& spelled) {
  for (const std::string& secret : spelled) {
    if (text.find(secret) == std::string::npos) continue;
    std::string out;
    for (std::size_t at = 0;;) {
      const std::size_t found = text.find(secret, at);
      out.append(text, at, found - at);
      if (found == std::string::npos) break;
      out += "***";
      at = found + secret.size();
    }
    text = std::move(out);
  }
}

// Every text of what is described.
struct Blanker {
  const std::vector<std::string>& spelled;

  template <class T>
  void operator()(std::string_view, T& member) {
    if constexpr (std::is_same_v<T, std::string>) {
      blank(member, spelled);
    } else if constexpr (std::is_same_v<T, Value>) {
      blank(member.text, spelled);
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

bool is_secret_name(std::string_view name) { return speaks_of_secret(name) || ascii_lower(name) == "www-authenticate"; }

void blank_out(Bundle& b, const std::vector<std::string>& secrets) {
  std::vector<std::string> spelled;
  for (const std::string& secret : secrets) {
    if (secret.size() < shortest_secret) continue;
    spelled.push_back(secret);
    if (std::string inside = json::escaped(secret); inside != secret) spelled.push_back(std::move(inside));
  }
  if (spelled.empty()) return;
  // The longest first: a shorter one may be its beginning.
  std::sort(spelled.begin(), spelled.end(), [](const auto& a, const auto& c) { return a.size() > c.size(); });
  Blanker blanker{spelled};
  describe(blanker, b);
}

}  // namespace onceover::bundle

#include "core/reconcile/response_template.h"

#include <string_view>

#include "core/base/json_tree.h"

namespace onceover::reconcile {
namespace {

bool is_json_type(std::string_view content_type) {
  const std::string_view essence = content_type.substr(0, content_type.find(';'));
  return essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
}

// The value as it goes into the body; nullopt where it cannot stand there.
std::optional<std::string> placed(const json::Json& value, bool between_quotes) {
  if (!between_quotes) return json::written(value);
  if (!value.is_scalar() || value.kind == json::Json::Kind::null) return std::nullopt;
  return json::escaped(value.text);
}

std::optional<std::string> filled(std::string_view text, const json::Json& effect) {
  std::string out;
  bool between_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "{{") {  // no JSON has it outside of strings; within one, a misspelt placeholder must not pass
      const std::size_t end = text.find("}}", i + 2);
      if (end == std::string_view::npos) return std::nullopt;
      const json::Json* value = json::at(effect, text.substr(i + 2, end - i - 2));
      const auto in_place = value ? placed(*value, between_quotes) : std::nullopt;
      if (!in_place) return std::nullopt;
      out += *in_place;
      i = end + 1;
      continue;
    }
    if (between_quotes && text[i] == '\\') {
      out += text.substr(i++, 2);
      continue;
    }
    if (text[i] == '"') between_quotes = !between_quotes;
    out += text[i];
  }
  return out;
}

}  // namespace

std::optional<key::StoredResponse> render(const gateway::ResponseTemplate& response, const gateway::Evidence& evidence) {
  if (response.code < 200 || response.code > 299) return std::nullopt;
  if (response.body.empty()) return key::StoredResponse{key::response_version, response.code, {}, {}};
  if (!is_json_type(response.content_type)) return std::nullopt;
  const auto answer = json::parse_json(evidence.body);
  const json::Json* effect = answer ? json::at(*answer, evidence.effect_at) : nullptr;
  if (!effect) return std::nullopt;
  auto body = filled(response.body, *effect);
  // Two harmless parts of the answer may join into a credential.
  if (body && evidence.mask) body = (*evidence.mask)(std::move(*body));
  if (!body || !json::parse_json(*body)) return std::nullopt;
  return key::StoredResponse{key::response_version, response.code, {{"Content-Type", response.content_type}}, std::move(*body)};
}

}  // namespace onceover::reconcile

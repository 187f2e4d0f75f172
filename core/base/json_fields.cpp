#include "core/base/json_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace onceover::json {

Fields::Fields(std::string_view object) : object_(parse_json(object)) {
  if (object_ && object_->kind == Json::Kind::object) return;
  object_.reset();
  problem_ = "it is not a JSON object";
}

const Json* Fields::member(std::string_view name) const {
  if (!object_) return nullptr;
  const auto found = std::ranges::find(object_->members, name, &Json::Member::name);
  return found == object_->members.end() || found->value.kind == Json::Kind::null ? nullptr : &found->value;
}

void Fields::read(std::string_view name, bool& out) {
  const Json* found = member(name);
  if (found == nullptr) return;
  if (found->kind != Json::Kind::boolean) return refuse(name, "is neither true nor false");
  out = found->text == "true";
}

void Fields::read(std::string_view name, std::string& out) {
  const Json* found = member(name);
  if (found == nullptr) return;
  if (found->kind != Json::Kind::string) return refuse(name, "is not a text");
  out = found->text;
}

void Fields::refuse(std::string_view name, std::string_view why) {
  if (problem_.empty()) problem_ = fmt::format("\"{}\" {}", visible(name), why);
}

}  // namespace onceover::json

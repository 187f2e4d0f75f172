// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace onceover::json {
namespace {

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json root;

  bool null() override { return scalar(Json::Kind::null, "null"); }
  bool boolean(bool value) override { return scalar(Json::Kind::boolean, value ? "true" : "false"); }
  // The parser passes on only the integer; "-0" is the only text that is lost, and its value is 0.
  bool number_integer(number_integer_t value) override {
    return scalar(Json::Kind::number, std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return scalar(Json::Kind::number, std::to_string(value));
  }
  bool number_float(number_float_t, const string_t& number) override {
    std::string text = number;
    // The parser writes the locale's decimal point into its buffer.
    for (char& c : text) {
      const bool is_json = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e' || c == 'E';
      if (!is_json) c = '.';
    }
    return scalar(Json::Kind::number, std::move(text));
  }
  bool string(string_t& value) override { return scalar(Json::Kind::string, std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

  bool start_object(std::size_t) override { return start(Json::Kind::object); }
  bool start_array(std::size_t) override { return start(Json::Kind::array); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool key(string_t& name) override {
    if (!open_.back().names.insert(name).second) return false;
    open_.back().name = std::move(name);
    return true;
  }

 private:
  struct Open {
    Json value;
    std::string name;             // of the next member
    std::set<std::string> names;  // ordered, so that names chosen to share a hash cost nothing
  };

  bool scalar(Json::Kind kind, std::string text) {
    put(Json{kind, std::move(text), {}, {}});
    return true;
  }
  bool start(Json::Kind kind) {
    if (open_.size() >= max_answer_depth) return false;
    open_.push_back({Json{kind, {}, {}, {}}, {}, {}});
    return true;
  }
  bool end() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    put(std::move(value));
    return true;
  }
  void put(Json value) {
    if (open_.empty()) {
      root = std::move(value);
    } else if (open_.back().value.kind == Json::Kind::array) {
      open_.back().value.items.push_back(std::move(value));
    } else {
      open_.back().value.members.push_back({std::move(open_.back().name), std::move(value)});
    }
  }

  std::vector<Open> open_;
};

// A reference token with ~1 and ~0 decoded.
std::string unescaped_token(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '~' && i + 1 < token.size()) {
      out += token[++i] == '1' ? '/' : '~';
    } else {
      out += token[i];
    }
  }
  return out;
}

const Json* item_at(const Json& array, const std::string& token) {
  if (token.empty() || (token.size() > 1 && token[0] == '0')) return nullptr;
  const auto index = number_from<std::size_t>(token);
  return index && *index < array.items.size() ? &array.items[*index] : nullptr;
}

}  // namespace

std::optional<Json> parse_json(std::string_view bytes) {
  // The parser treats a NUL as the end of its input: the text after it would be part of the answer and
  // unread.
  if (bytes.find('\0') != std::string_view::npos) return std::nullopt;
  TreeBuilder builder;
  if (!nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder)) return std::nullopt;
  return std::move(builder.root);
}

bool is_pointer(std::string_view pointer) {
  if (pointer.empty()) return true;
  if (pointer[0] != '/') return false;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '~' && (i + 1 == pointer.size() || (pointer[i + 1] != '0' && pointer[i + 1] != '1')))
      return false;
  }
  return true;
}

std::vector<std::string> steps(std::string_view pointer) {
  std::vector<std::string> out;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    out.push_back(unescaped_token(token));
  }
  return out;
}

const Json* at(const Json& root, std::string_view pointer) {
  if (!is_pointer(pointer)) return nullptr;
  const Json* value = &root;
  for (const std::string& name : steps(pointer)) {
    if (value->kind == Json::Kind::object) {
      const auto found = std::find_if(value->members.begin(), value->members.end(),
                                      [&](const Json::Member& member) { return member.name == name; });
      value = found == value->members.end() ? nullptr : &found->value;
    } else {
      value = value->kind == Json::Kind::array ? item_at(*value, name) : nullptr;
    }
    if (!value) return nullptr;
  }
  return value;
}

std::string escaped(std::string_view text) {
  const auto is_plain = [](unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, is_plain) && is_utf8(text)) return std::string(text);
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

std::string written(const Json& value) {
  const auto quoted = [](std::string_view text) { return "\"" + escaped(text) + "\""; };
  std::string out;
  switch (value.kind) {
    case Json::Kind::null:
    case Json::Kind::boolean:
    case Json::Kind::number: return value.text;
    case Json::Kind::string: return quoted(value.text);
    case Json::Kind::object:
      for (const auto& [name, member] : value.members)
        out += (out.empty() ? "" : ",") + quoted(name) + ":" + written(member);
      return "{" + out + "}";
    case Json::Kind::array:
      for (const Json& item : value.items) out += (out.empty() ? "" : ",") + written(item);
      return "[" + out + "]";
  }
  return out;
}

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

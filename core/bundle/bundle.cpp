#include "core/bundle/bundle.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/words.h"

namespace onceover::bundle {

constexpr auto about_words = words<About>({{About::one_key, "key"}, {About::plan, "plan"}, {About::time_range, "time_range"}});

std::string_view word(About about) { return about_words.of(about); }

std::optional<About> about_from_word(std::string_view text) { return about_words.from(text); }

Value null_value() { return {Value::Form::null, {}, 0}; }
Value masked_value(std::int64_t bytes) { return {Value::Form::masked, {}, bytes}; }

Value text_value(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return {Value::Form::text, std::string(text), 0};
  return {Value::Form::cut, std::string(text.substr(0, cut_at(text, max_bytes))), static_cast<std::int64_t>(text.size())};
}

std::string shown(const Value& value) {
  switch (value.form) {
    case Value::Form::text: return visible(value.text);
    case Value::Form::null: return "NULL";
    case Value::Form::masked: return fmt::format("‹masked, {} bytes›", value.bytes);
    case Value::Form::cut: return fmt::format("{}…‹cut, {} bytes›", visible(value.text), value.bytes);
  }
  return {};
}

}  // namespace onceover::bundle

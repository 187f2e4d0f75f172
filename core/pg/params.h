// SPDX-License-Identifier: Apache-2.0
// Parameters of one statement. Values are never put into SQL text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/time.h"

namespace onceover::pg {

class Params {
 public:
  // The server decides the type (unknown): for text, numeric, json, uuid, an enum.
  Params& text(std::string_view value);
  Params& text(const std::string& value) { return text(std::string_view(value)); }
  Params& text(const char* value) { return text(std::string_view(value)); }
  Params& text(const std::optional<std::string>& value);
  Params& bytes(std::string_view value);  // bytea, exact
  Params& bytes(const std::string& value) { return bytes(std::string_view(value)); }
  Params& bytes(const std::optional<std::string>& value);
  Params& integer(std::int64_t value);  // bigint
  Params& integer(std::optional<std::int64_t> value);
  Params& boolean(bool value);
  Params& timestamp(Timestamp value);  // timestamptz, to the microsecond, infinity kept
  Params& timestamp(std::optional<Timestamp> value);
  Params& interval(Duration value);  // interval; limited to ±290,000 years by its type here
  Params& texts(const std::vector<std::string>& values);       // text[]
  Params& views(const std::vector<std::string_view>& values);  // text[]
  Params& byteas(const std::vector<std::string>& values);      // bytea[], exact
  Params& integers(const std::vector<std::int64_t>& values);   // bigint[]
  Params& null();
  // By the type of the value: texts are text, never bytea; an empty optional and nullptr are NULL.
  template <class Value>
  Params& put(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>)
      return boolean(value);
    else if constexpr (std::is_integral_v<Value>)
      return integer(static_cast<std::int64_t>(value));
    else if constexpr (std::is_same_v<Value, std::optional<int>> ||
                       std::is_same_v<Value, std::optional<std::int64_t>>)
      return integer(value);
    else if constexpr (std::is_same_v<Value, Timestamp> || std::is_same_v<Value, std::optional<Timestamp>>)
      return timestamp(value);
    else if constexpr (std::is_convertible_v<Value, Duration>)
      return interval(value);
    else if constexpr (std::is_same_v<Value, std::nullptr_t>)
      return null();
    else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
      return texts(value);
    else if constexpr (std::is_same_v<Value, std::vector<std::string_view>>)
      return views(value);
    else if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>)
      return integers(value);
    else
      return text(value);
  }

  std::size_t size() const { return values_.size(); }

  struct Value {
    // in one buffer for all: a request's parameters are two allocations, not twenty
    std::size_t at = 0, size = 0;
    unsigned type = 0;  // OID; 0: the server decides
    bool binary = false;
    bool null = false;
  };
  const std::vector<Value>& values() const { return values_; }
  // Followed by a NUL. Valid until the next value is added.
  std::string_view bytes_of(const Value& value) const { return {buffer_.data() + value.at, value.size}; }
  // libpq silently cuts a text parameter at its first NUL, so that two keys would become one: such a value is
  // refused.
  bool holds_nul_in_text() const { return nul_in_text_; }

 private:
  Params& add(std::string_view bytes, unsigned type, bool binary);
  Params& add_null(unsigned type);
  template <class Values>
  Params& add_array(const Values& values, unsigned element, unsigned type);
  Params& keep(const Value& value);
  std::vector<Value> values_;
  std::string buffer_;
  bool nul_in_text_ = false;
};

// NULL where the text is empty.
inline std::optional<std::string> or_null(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// Those of a whole statement, in order: Params::put().
template <class... Values>
Params params(const Values&... values) {
  Params all;
  (all.put(values), ...);
  return all;
}

}  // namespace onceover::pg

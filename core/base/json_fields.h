// SPDX-License-Identifier: Apache-2.0
// Reads the members of a JSON object from a table: its content may be anything, and nothing here throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/json_tree.h"
#include "core/base/text.h"

namespace onceover::json {

// A member that is missing or null leaves `out` as it is. The first member of another kind is kept in problem(), and `out` stays too.
class Fields {
 public:
  explicit Fields(std::string_view object);

  void read(std::string_view name, bool& out);
  void read(std::string_view name, std::string& out);
  // A number in the range of the type; an integer without fraction and exponent.
  template <class Number>
  void read(std::string_view name, Number& out) {
    const Json* found = member(name);
    if (found == nullptr) return;
    const auto number = found->kind == Json::Kind::number ? number_from<Number>(found->text) : std::nullopt;
    number ? void(out = *number) : refuse(name, "is not a number in range");
  }
  template <class T>
  void read(std::string_view name, std::optional<T>& out) {
    if (member(name) == nullptr) return;
    T value{};
    read(name, value);
    out = std::move(value);
  }

  void refuse(std::string_view name, std::string_view why);
  // "\"rate\" is not a number in range"; empty: all that was read is sound.
  const std::string& problem() const { return problem_; }

 private:
  const Json* member(std::string_view name) const;
  std::optional<Json> object_;
  std::string problem_;
};

}  // namespace onceover::json

// SPDX-License-Identifier: Apache-2.0
// Words of an enumeration that are its enumerators' own names: renaming one changes a format, which its tests
// show.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "core/base/words.h"

namespace onceover {

// "… value = onceover::tables::Kind::inbox]" → "inbox". An underscore at the end only keeps a name from being
// a keyword. Empty for a value without an enumerator, "(onceover::tables::Kind)4".
template <auto value>
consteval std::string_view enumerator_name() {
  std::string_view name = __PRETTY_FUNCTION__;
  name = name.substr(name.find("value = "));
  name = name.substr(0, name.find_first_of("];"));
  name = name.substr(name.rfind(':') + 1);
  if (name.find(')') != std::string_view::npos) return {};
  return name.substr(0, name.find_last_not_of('_') + 1);
}

template <typename E, std::size_t size = 0>
consteval std::size_t enumerators() {
  if constexpr (!enumerator_name<static_cast<E>(size)>().empty()) return enumerators<E, size + 1>();
  return size;
}

// From the enumerator with number `first` on, in the order of their declaration.
template <typename E, std::size_t first = 0>
consteval auto enum_names() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return Words<E, sizeof...(i)>{
        {{static_cast<E>(first + i), enumerator_name<static_cast<E>(first + i)>()}...}};
  }
  (std::make_index_sequence<enumerators<E>() - first>());
}

}  // namespace onceover

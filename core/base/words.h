// SPDX-License-Identifier: Apache-2.0
// The words of an enumeration: one table for both directions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover {

template <typename E, std::size_t size>
struct Words {
  std::pair<E, std::string_view> pairs[size];

  // Empty: there is no word.
  constexpr std::string_view of(E value) const {
    for (const auto& [its, word] : pairs) {
      if (its == value) return word;
    }
    return {};
  }
  constexpr std::optional<E> from(std::string_view word) const {
    for (const auto& [value, its] : pairs) {
      if (its == word) return value;
    }
    return std::nullopt;
  }
};

// For some enumerators, in any order.
template <typename E, std::size_t size>
consteval Words<E, size> some_words(const std::pair<E, std::string_view> (&pairs)[size]) {
  Words<E, size> out{};
  for (std::size_t i = 0; i < size; ++i) out.pairs[i] = pairs[i];
  return out;
}

// Compilers print a value without an enumerator as a cast: "(State)4".
template <auto value>
consteval bool is_enumerator() {
  return std::string_view(__PRETTY_FUNCTION__).find("value = (") == std::string_view::npos;
}

// For every enumerator, in the order of its declaration; an incomplete table does not compile.
template <typename E, std::size_t size>
consteval Words<E, size> words(const std::pair<E, std::string_view> (&pairs)[size]) {
  static_assert(!is_enumerator<static_cast<E>(size)>(), "an enumerator at the end has no word");
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<std::size_t>(pairs[i].first) != i) throw "out of order, or one is missing";
  }
  return some_words<E>(pairs);
}

}  // namespace onceover

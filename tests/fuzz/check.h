// SPDX-License-Identifier: Apache-2.0
// Properties of the fuzz targets. A broken one throws: libFuzzer reports it with its stack, GoogleTest with
// its words.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace onceover::fuzz {

inline void check(bool holds, const char* property) {
  if (!holds) throw std::logic_error(property);
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// The first line without its end; `text` is left with what follows.
inline std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  return line;
}

}  // namespace onceover::fuzz

// Its name stands for another one where all targets are linked into one program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

#include "core/transfer/format.h"

namespace onceover::transfer {

std::string_view word(Format format) {
  switch (format) {
    case Format::csv: return "csv";
    case Format::json_lines: return "jsonl";
    case Format::markdown: return "md";
  }
  return "csv";
}

std::optional<Format> format_from_word(std::string_view text) {
  for (const Format format : {Format::csv, Format::json_lines, Format::markdown}) {
    if (word(format) == text) return format;
  }
  return std::nullopt;
}

}  // namespace onceover::transfer

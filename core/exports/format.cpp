#include "core/exports/format.h"

#include "core/base/words.h"

namespace onceover::exports {

constexpr auto format_words = words<Format>({{Format::csv, "csv"}, {Format::json_lines, "jsonl"}, {Format::markdown, "md"}});

std::string_view word(Format format) { return format_words.of(format); }

std::optional<Format> format_from_word(std::string_view text) { return format_words.from(text); }

}  // namespace onceover::exports

// SPDX-License-Identifier: Apache-2.0
#include "core/exports/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/exports/cell_text.h"

namespace onceover::exports {
namespace {

bool is_hex_bytea(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.starts_with("\\x") && text.size() % 2 == 0 &&
         std::all_of(text.begin() + 2, text.end(), is_digit);
}

bool holds_bytes(Kind kind) { return kind == Kind::bytes || kind == Kind::body; }

std::string_view boolean_word(std::string_view text) {
  if (text == "t") return "true";
  if (text == "f") return "false";
  return text;
}

}  // namespace

Encoder::Encoder(Format format, std::vector<Column> columns, EncodeOptions options)
    : format_(format), columns_(std::move(columns)), options_(std::move(options)) {
  if (format_ != Format::json_lines) return;
  for (const Column& column : columns_) {
    std::string& member = members_.emplace_back(members_.empty() ? "{" : ",");
    // A member's name must be a string.
    append_json(member, is_utf8(column.name) ? column.name : visible(column.name));
    member += ':';
  }
}

Result<Encoder> Encoder::make(Format format, std::vector<Column> columns, EncodeOptions options) {
  const auto refused = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing was exported.");
  };
  if (columns.empty()) return refused("There are no columns to export.");
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
    return refused(fmt::format("Two columns are called {}.", visible(*twice)));
  const std::string& null_text = options.null_text;
  if (!is_utf8(null_text) || visible(null_text) != null_text ||
      null_text.find_first_of(",\"") != std::string::npos || null_text.starts_with(' ') ||
      null_text.ends_with(' ') || is_formula(null_text))
    return refused(
        fmt::format("{} cannot be used for NULL: it would need quotes, or a spreadsheet would run it.",
                    visible(null_text)));
  return Encoder(format, std::move(columns), std::move(options));
}

void Encoder::head(std::string& out) const {
  if (format_ == Format::json_lines || (format_ == Format::csv && !options_.header)) return;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (format_ == Format::csv) {
      if (i > 0) out += ',';
      append_csv(out, columns_[i].name, options_.neutralise);
    } else {
      out += i > 0 ? " | " : "| ";
      append_markdown(out, columns_[i].name, options_.neutralise);
    }
  }
  if (format_ == Format::csv) {
    out += "\r\n";
    return;
  }
  out += " |\n";
  for (const Column& column : columns_) out += column.kind == Kind::number ? "| ---: " : "| --- ";
  out += "|\n";
}

void Encoder::row(std::span<const Cell> cells, std::string& out) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    const bool null = i >= cells.size() || cells[i].null;
    switch (format_) {
      case Format::csv:
        if (i > 0) out += ',';
        break;
      case Format::json_lines: out += members_[i]; break;
      case Format::markdown: out += i > 0 ? " | " : "| "; break;
    }
    if (null) {
      out += format_ == Format::csv          ? std::string_view(options_.null_text)
             : format_ == Format::json_lines ? "null"
                                             : "*NULL*";
    } else {
      value(column, cells[i].text, out);
    }
  }
  out += format_ == Format::csv ? "\r\n" : format_ == Format::json_lines ? "}\n" : " |\n";
}

void Encoder::value(const Column& column, std::string_view text, std::string& out) {
  Kind kind = column.kind;
  const bool hex = holds_bytes(kind) && column.mask != Mask::size && is_hex_bytea(text);
  if (column.mask == Mask::size) return masked(text, out);
  if (column.mask == Mask::value) {
    const std::size_t bytes = hex ? (text.size() - 2) / 2 : text.size();
    return masked(fmt::format_int(bytes).c_str(), out);
  }
  if (hex && kind == Kind::body) {
    decoded_.clear();
    (void)from_hex(text.substr(2), decoded_);
    const bool is_text = decoded_.find('\0') == std::string::npos && is_utf8(decoded_);
    kind = is_text ? Kind::text : Kind::bytes;
    if (is_text) text = decoded_;
  } else if (holds_bytes(kind)) {
    kind = hex ? Kind::bytes : Kind::text;
  }
  if (options_.max_cell_bytes > 0) {
    const std::size_t max = options_.max_cell_bytes;
    const std::size_t bytes = kind == Kind::bytes ? (text.size() - 2) / 2 : text.size();
    if (bytes > max)
      return cut(text.substr(0, kind == Kind::bytes ? 2 + 2 * max : cut_at(text, max)), bytes, out);
  }
  if (format_ == Format::json_lines) {
    json_value(kind, text, out);
  } else {
    text_value(kind, text, out);
  }
}

void Encoder::text_value(Kind kind, std::string_view text, std::string& out) const {
  const bool guard = options_.neutralise && !(kind == Kind::number && is_plain_number(text));
  if (kind == Kind::boolean) text = boolean_word(text);
  if (format_ == Format::csv) {
    append_csv(out, text, guard, options_.null_text);
  } else {
    append_markdown(out, text, guard);
  }
}

void Encoder::json_value(Kind kind, std::string_view text, std::string& out) {
  switch (kind) {
    case Kind::number:
      if (is_plain_number(text)) {
        out += text;
        return;
      }
      break;
    case Kind::boolean:
      if (text == "t" || text == "f") {
        out += boolean_word(text);
        return;
      }
      break;
    case Kind::json:
      if (is_utf8(text) && nlohmann::json::accept(text)) {
        // JSON allows a line end only between its tokens.
        one_line_ = text;
        std::replace_if(
            one_line_.begin(), one_line_.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        out += one_line_;
        return;
      }
      break;
    case Kind::bytes:
      out += "{\"hex\": \"";
      out += text.substr(2);
      out += "\"}";
      return;
    case Kind::text:
    case Kind::body:
    case Kind::time: break;
  }
  append_json(out, text);
}

void Encoder::masked(std::string_view bytes, std::string& out) const {
  // A value that is not a number is an error of the query, and may be the masked value itself.
  const std::string_view count = is_plain_number(bytes) && bytes.size() <= 20 ? bytes : "0";
  if (format_ == Format::json_lines) {
    fmt::format_to(std::back_inserter(out), "{{\"masked\": true, \"bytes\": {}}}", count);
  } else {
    const std::string_view quote = format_ == Format::csv ? "\"" : "";  // for its comma
    fmt::format_to(std::back_inserter(out), "{0}‹masked, {1} bytes›{0}", quote, count);
  }
}

void Encoder::cut(std::string_view shown, std::size_t bytes, std::string& out) const {
  if (format_ == Format::json_lines) {
    out += "{\"cut\": ";
    append_json(out, shown);
    fmt::format_to(std::back_inserter(out), ", \"bytes\": {}}}", bytes);
    return;
  }
  std::string text = is_utf8(shown) ? std::string(shown) : visible(shown);
  text += fmt::format("…‹cut, {} bytes›", bytes);
  text_value(Kind::text, text, out);
}

constexpr auto format_words =
    words<Format>({{Format::csv, "csv"}, {Format::json_lines, "jsonl"}, {Format::markdown, "md"}});

std::optional<Format> format_from_word(std::string_view text) { return format_words.from(text); }

}  // namespace onceover::exports

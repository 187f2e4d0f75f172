// SPDX-License-Identifier: Apache-2.0
// Rows as CSV, JSON lines or Markdown. No database, no files; nothing is allocated for a cell once the buffer
// has grown.
//
//               CSV                          JSON lines                        Markdown
//   NULL        null_text, without quotes    null                              *NULL*
//   masked      ‹masked, 123 bytes›          {"masked": true, "bytes": 123}    ‹masked, 123 bytes›
//   cut         text…‹cut, 123456 bytes›     {"cut": text, "bytes": 123456}    text…‹cut, 123456 bytes›
//   bytes       \x6865                       {"hex": "6865"}                   \x6865
//   not UTF-8   \x6865                       {"hex": "6865"}                   \x6865
//   line end    CRLF (RFC 4180)              LF                                LF
//
// How text is quoted and neutralised: cell_text.h. An invalid number, boolean or JSON value is written as
// text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace onceover::exports {

// The elements of an export: formats, columns, cells. Pure values.

enum class Format { csv, json_lines, markdown };

// "csv", "jsonl", "md": the name and the file's suffix.
std::optional<Format> format_from_word(std::string_view word);

// How to read the server's text of a cell. A cell that does not match its column is written as text.
enum class Kind {
  text,
  number,   // all digits are kept
  boolean,  // t and f become true and false
  json,     // json, jsonb: nested in JSON lines
  bytes,    // bytea as \x6865…: remains hex
  body,     // bytea that is mostly text: as text if it is UTF-8 without NUL, else as bytes
  time,     // ISO text, as the server gave it
};

enum class Mask {
  none,
  value,  // the cell is the value: only its size is shown
  size,   // the query returns the number of bytes instead of the value, which so never leaves the server
};

struct Column {
  std::string name;
  Kind kind = Kind::text;
  Mask mask = Mask::none;
};

// Borrowed text of one value; null is not the empty text.
struct Cell {
  std::string_view text{};
  bool null = false;
};

struct EncodeOptions {
  // CSV and Markdown: a ' before text that a spreadsheet would run as a formula, column names included. Off
  // only for exact copies that no spreadsheet will open.
  bool neutralise = true;
  bool header = true;  // CSV: a line of names; Markdown always has one, JSON lines name each value
  std::string
      null_text;  // CSV: written without quotes; an empty or equal text is quoted, as PostgreSQL reads it
  std::size_t max_cell_bytes = 0;  // longer values are cut, with a mark; 0: never cut
};

class Encoder {
 public:
  // invalid_input: no columns, two with one name, a null_text that would need quotes or be run.
  static Result<Encoder> make(Format format, std::vector<Column> columns, EncodeOptions options = {});

  // The part before the rows; empty for JSON lines.
  void head(std::string& out) const;
  // Missing cells are NULL; extra cells are dropped.
  void row(std::span<const Cell> cells, std::string& out);

 private:
  Encoder(Format format, std::vector<Column> columns, EncodeOptions options);
  void value(const Column& column, std::string_view text, std::string& out);
  void text_value(Kind kind, std::string_view text, std::string& out) const;
  void json_value(Kind kind, std::string_view text, std::string& out);
  void masked(std::string_view bytes, std::string& out) const;
  void cut(std::string_view shown, std::size_t bytes, std::string& out) const;

  Format format_;
  std::vector<Column> columns_;
  EncodeOptions options_;
  std::vector<std::string> members_;  // JSON: the text before each value
  std::string decoded_, one_line_;
};

}  // namespace onceover::exports

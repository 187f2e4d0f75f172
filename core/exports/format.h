// The elements of an export: formats, columns, cells. Pure values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::exports {

enum class Format { csv, json_lines, markdown };

// "csv", "jsonl", "md": the name and the file's suffix.
std::string_view word(Format format);
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
  // CSV and Markdown: a ' before text that a spreadsheet would run as a formula, column names included. Off only for exact copies that no
  // spreadsheet will open.
  bool neutralise = true;
  bool header = true;              // CSV: a line of names; Markdown always has one, JSON lines name each value
  std::string null_text;           // CSV: written without quotes; an empty or equal text is quoted, as PostgreSQL reads it
  std::size_t max_cell_bytes = 0;  // longer values are cut, with a mark; 0: never cut
};

}  // namespace onceover::exports

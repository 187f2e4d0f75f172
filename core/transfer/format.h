// What an export is made of: formats, columns, cells. Pure values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::transfer {

enum class Format { csv, json_lines, markdown };

// "csv", "jsonl", "md": the word and the file's suffix.
std::string_view word(Format format);
std::optional<Format> format_from_word(std::string_view word);

// How the server's text of a cell is to be read. A cell that is not what its column says is written as text.
enum class Kind {
  text,
  number,   // digits are kept as they are, however many
  boolean,  // t and f become true and false
  json,     // json, jsonb: nested in JSON lines
  bytes,    // bytea as \x6865…: stays hex everywhere
  body,     // bytea that mostly holds text: the text where it is UTF-8 without NUL, else as bytes
  time,     // ISO text, as the server gave it
};

enum class Mask {
  none,
  value,  // the cell is the value: its bytes are counted and not shown
  size,   // the query gives the number of bytes in place of the value, which so never leaves the server
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
  // CSV and Markdown: a ' in front of what a spreadsheet would run as a formula, names of columns included. Only exact copies that no
  // spreadsheet will open are made without.
  bool neutralise = true;
  bool header = true;              // CSV: a line of names; Markdown always has one, JSON lines name each value
  std::string null_text;           // CSV: written without quotes, while an empty or equal text is quoted, as PostgreSQL reads it back
  std::size_t max_cell_bytes = 0;  // longer values are cut there and say so; 0: never cut
};

}  // namespace onceover::transfer

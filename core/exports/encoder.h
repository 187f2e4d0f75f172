// Rows as CSV, JSON lines or Markdown. No database, no files; nothing is allocated for a cell once the buffer has grown.
//
//               CSV                          JSON lines                        Markdown
//   NULL        null_text, without quotes    null                              *NULL*
//   masked      ‹masked, 123 bytes›          {"masked": true, "bytes": 123}    ‹masked, 123 bytes›
//   cut         text…‹cut, 123456 bytes›     {"cut": text, "bytes": 123456}    text…‹cut, 123456 bytes›
//   bytes       \x6865                       {"hex": "6865"}                   \x6865
//   not UTF-8   \x6865                       {"hex": "6865"}                   \x6865
//   line end    CRLF (RFC 4180)              LF                                LF
//
// How text is quoted and neutralised: cell_text.h. An invalid number, boolean or JSON value is written as text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/exports/format.h"

namespace onceover::exports {

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

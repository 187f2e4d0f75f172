// SPDX-License-Identifier: Apache-2.0
// Splits CSV files by people into records. Pure; only the cells are copied.
//
// RFC 4180 quotes, LF or CRLF, any one-character delimiter. Blanks around an unquoted cell are removed. The
// caller handles a byte order mark.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

struct CsvRecord {
  int line = 0;  // 1 is the first; a quoted cell with line ends counts from its start
  // none: an unquoted empty cell. A blank line is one such cell
  std::vector<std::optional<std::string>> cells;
  std::string problem;    // a sentence if the quotes are wrong; cells are then those before
  std::string_view text;  // the original text, without its line end
};

// A record with wrong quotes has a problem, and reading continues after its line. The text must outlive the
// reader.
class CsvReader {
 public:
  CsvReader(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  // nullopt: the end of the text.
  std::optional<CsvRecord> next();

 private:
  bool is_end() const;
  void skip_blanks();
  void cell(CsvRecord& record);
  void quoted(CsvRecord& record);
  void end_line();
  void skip_line();

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace onceover

// A list of keys as people bring it: a file out of a ticket, a column out of a spreadsheet, lines that were pasted. Pure.
//
// With a header, whose names are columns ("key", "tenant", "operation", or those of the table's identity), or bare: a key a line. RFC 4180
// quotes, LF or CRLF, a UTF-8 byte order mark; blank lines are nothing. Blanks around an unquoted cell are taken off.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::plan {

struct ListOptions {
  std::vector<std::string> columns;  // names, beside key, tenant and operation, that a header may have: tables::Profile::identity
  char delimiter = ',';
  bool own = true;  // keys of onceover.keys: 1 to 255 bytes of printable ASCII
};

// A line that was not understood, or names nothing that can be planned.
struct LineError {
  int line = 0;      // 1 is the first; a quoted cell with line ends in it counts from where it begins
  std::string what;  // a sentence, fit for a screen
  bool operator==(const LineError&) const = default;
};

struct ListedKey {
  int line = 0;
  std::vector<std::optional<std::string>> cells;  // as KeyList::columns; none: an unquoted empty cell
};

struct KeyList {
  std::vector<std::string> columns;  // of the header, as written in ListOptions; {"key"} where there is none
  std::vector<ListedKey> keys;
  std::vector<LineError> errors;  // in the order of their lines
};

// Never fails: what is wrong stands in errors, and the lines that are right are there all the same.
KeyList parse_key_list(std::string_view text, const ListOptions& options = {});

}  // namespace onceover::plan

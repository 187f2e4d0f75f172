#include "core/exports/copy_text.h"

namespace onceover::exports {
namespace {

char unescaped(char c) {
  switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return c;
  }
}

}  // namespace

void split_copy_line(std::string_view line, std::string& scratch, std::vector<Cell>& cells) {
  cells.clear();
  scratch.clear();
  scratch.reserve(line.size());  // no reallocation below: cells point into it
  for (std::size_t from = 0;;) {
    const std::size_t tab = line.find('\t', from);
    const std::string_view field = line.substr(from, tab == std::string_view::npos ? tab : tab - from);
    std::size_t backslash = field.find('\\');
    if (backslash == std::string_view::npos) {
      cells.push_back({field, false});
    } else if (field == "\\N") {
      cells.push_back({{}, true});
    } else {
      const std::size_t start = scratch.size();
      std::size_t copied = 0;
      for (; backslash != std::string_view::npos && backslash + 1 < field.size(); backslash = field.find('\\', copied)) {
        scratch.append(field, copied, backslash - copied);
        scratch += unescaped(field[backslash + 1]);
        copied = backslash + 2;
      }
      scratch.append(field, copied);
      cells.push_back({std::string_view(scratch).substr(start), false});
    }
    if (tab == std::string_view::npos) return;
    from = tab + 1;
  }
}

}  // namespace onceover::exports

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/key/identity.h"
#include "core/plan/plan.h"

namespace onceover::plan {
namespace {

using Cells = std::vector<std::optional<std::string>>;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

// The name as options have it; empty: unknown.
std::string known_column(std::string_view cell, const ListOptions& options) {
  const std::string name = lower(cell);
  for (const std::string& column : options.columns) {
    if (column == cell || lower(column) == name) return column;
  }
  if (name == "key" || name == "idempotency-key" || name == "idempotency_key") return "key";
  return name == "tenant" || name == "operation" ? name : "";
}

bool has_known(const Cells& cells, const ListOptions& options) {
  return std::ranges::any_of(cells,
                             [&](const auto& cell) { return cell && !known_column(*cell, options).empty(); });
}

// "" where the text, cut at another character, would not look like a header either.
std::string other_delimiter(const CsvRecord& first, const ListOptions& options) {
  if (first.cells.size() != 1 || !first.cells.front()) return {};
  for (const char other : {';', '\t', ',', '|'}) {
    if (other == options.delimiter) continue;
    const auto cut = CsvReader(*first.cells.front(), other).next();
    if (cut && cut->cells.size() > 1 && has_known(cut->cells, options))
      return other == '\t' ? "a tab" : fmt::format("\"{}\"", other);
  }
  return {};
}

std::string shown(char delimiter) { return delimiter == '\t' ? "a tab" : fmt::format("\"{}\"", delimiter); }

// The header's columns; an error where its names are wrong, which leaves nothing to read.
bool take_header(const CsvRecord& first, const ListOptions& options, KeyList& list) {
  std::vector<std::string> names;
  for (const auto& cell : first.cells) {
    const std::string name = cell ? known_column(*cell, options) : "";
    if (name.empty()) {
      list.errors.push_back(
          {first.line, cell ? fmt::format("\"{}\" is no column of this table's keys.", visible(*cell))
                            : "A column has no name."});
    } else if (std::ranges::find(names, name) != names.end()) {
      list.errors.push_back({first.line, fmt::format("Two columns are called \"{}\".", visible(name))});
    }
    names.push_back(name);
  }
  list.columns = std::move(names);
  return list.errors.empty();
}

std::optional<std::string> wrong_with(const CsvRecord& record, const KeyList& list,
                                      const ListOptions& options) {
  if (!record.problem.empty()) return record.problem;
  if (record.cells.size() != list.columns.size()) {
    return fmt::format(
        "There {} here and {} expected.",
        record.cells.size() == 1 ? "is 1 cell" : fmt::format("are {} cells", record.cells.size()),
        list.columns.size() == 1 ? "1 is" : fmt::format("{} are", list.columns.size()));
  }
  for (std::size_t i = 0; i < record.cells.size(); ++i) {
    if (!record.cells[i]) {
      if (list.columns[i] == "key") return "There is no key.";
      continue;
    }
    const std::string& cell = *record.cells[i];
    if (!is_utf8(cell)) return fmt::format("\"{}\" is not UTF-8.", visible(list.columns[i]));
    if (cell.find('\0') != std::string::npos)
      return fmt::format("\"{}\" holds NUL.", visible(list.columns[i]));
    if (options.own && list.columns[i] == "key") {
      if (auto wrong = key::wrong_with_key(cell)) return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace

KeyList parse_key_list(std::string_view text, const ListOptions& options) {
  KeyList list;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    list.errors.push_back({1, "This is UTF-16: save it as UTF-8."});
    return list;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::map<Cells, int> seen;
  CsvReader reader(text, options.delimiter);
  while (const auto record = reader.next()) {
    // a blank line
    if (record->problem.empty() && record->cells.size() == 1 && !record->cells.front()) continue;
    if (list.columns.empty()) {
      if (const std::string other = other_delimiter(*record, options); !other.empty()) {
        list.errors.push_back(
            {record->line, fmt::format("The cells are apart by {} here and not by {}: name the delimiter.",
                                       other, shown(options.delimiter))});
        return list;
      }
      if (record->problem.empty() && has_known(record->cells, options)) {
        if (!take_header(*record, options, list)) return list;
        continue;
      }
      list.columns = {"key"};
    }
    if (auto wrong = wrong_with(*record, list, options)) {
      list.errors.push_back({record->line, std::move(*wrong)});
      continue;
    }
    const auto [before, is_new] = seen.emplace(record->cells, record->line);
    if (!is_new) {
      list.errors.push_back({record->line, fmt::format("The same as line {}.", before->second)});
      continue;
    }
    list.keys.push_back({record->line, record->cells});
  }
  if (list.columns.empty() && list.errors.empty()) list.errors.push_back({1, "There is no key in it."});
  if (!list.columns.empty() && list.keys.empty() && list.errors.empty())
    list.errors.push_back({1, "There is a header and no key."});
  return list;
}

}  // namespace onceover::plan

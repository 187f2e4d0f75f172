// SPDX-License-Identifier: Apache-2.0
#include "core/base/csv.h"

namespace onceover {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

std::optional<CsvRecord> CsvReader::next() {
  if (at_ >= text_.size()) return std::nullopt;
  CsvRecord record{line_, {}, {}, {}};
  const std::size_t from = at_;
  for (;;) {
    cell(record);
    if (!record.problem.empty()) {
      skip_line();
      break;
    }
    if (at_ < text_.size() && text_[at_] == delimiter_) {
      ++at_;
      continue;
    }
    end_line();
    break;
  }
  record.text = text_.substr(from, at_ - from);
  while (record.text.ends_with('\n') || record.text.ends_with('\r')) record.text.remove_suffix(1);
  return record;
}

bool CsvReader::is_end() const {
  return at_ >= text_.size() || text_[at_] == '\n' ||
         (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ||
         (text_[at_] == '\r' && at_ + 1 == text_.size());
}

void CsvReader::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_]) && text_[at_] != delimiter_) ++at_;
}

void CsvReader::cell(CsvRecord& record) {
  skip_blanks();
  if (at_ < text_.size() && text_[at_] == '"') return quoted(record);
  const std::size_t from = at_;
  while (!is_end() && text_[at_] != delimiter_) ++at_;
  std::string_view value = text_.substr(from, at_ - from);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  record.cells.push_back(value.empty() ? std::nullopt : std::optional<std::string>(value));
}

void CsvReader::quoted(CsvRecord& record) {
  const std::size_t opened_at = at_++;
  const int opened_line = line_;
  std::string value;
  for (;; ++at_) {
    if (at_ >= text_.size()) {
      // The rest of the file is not one cell: reading continues after this line.
      at_ = opened_at;
      line_ = opened_line;
      record.problem = "A quote is opened and never closed.";
      return;
    }
    if (text_[at_] == '"') {
      if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        ++at_;
      } else {
        ++at_;
        break;
      }
    }
    if (text_[at_] == '\n') ++line_;
    value += text_[at_];
  }
  skip_blanks();
  if (!is_end() && text_[at_] != delimiter_) {
    record.problem = "There is text after a closing quote; a quote in a quoted cell must be written twice.";
    return;
  }
  record.cells.emplace_back(std::move(value));
}

void CsvReader::end_line() {
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size() && text_[at_] == '\n') ++at_;
  ++line_;
}

void CsvReader::skip_line() {
  while (!is_end()) ++at_;
  end_line();
}

}  // namespace onceover

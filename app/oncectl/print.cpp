// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/print.h"

#include <fmt/format.h>

#include <cstdio>
#include <cwchar>

namespace onceover::oncectl {
namespace {

void put(std::FILE* to, std::string_view text) { (void)std::fwrite(text.data(), 1, text.size(), to); }

std::string padded(const std::string& cell, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return right ? blanks + cell : cell + blanks;
}

}  // namespace

Json json_text(std::string_view bytes) {
  if (is_utf8(bytes)) return Json(std::string(bytes));
  return Json{{"hex", to_hex(bytes)}};
}

Json json_filled(std::string_view bytes) { return bytes.empty() ? Json(nullptr) : json_text(bytes); }

Json json_time(std::optional<Timestamp> at) { return at ? Json(iso(*at)) : Json(nullptr); }

Json json_from(const std::string& text) {
  if (text.empty()) return nullptr;
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? json_text(text) : value;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::int32_t point = next_code_point(utf8, at);
    if (point < 0) ++at;
    const int columns = ::wcwidth(static_cast<wchar_t>(point));
    width += columns < 0 ? 1 : static_cast<std::size_t>(columns);
  }
  return width;
}

Table::Table(Cells heads) {
  for (std::string& head : heads) {
    right_.push_back(head.starts_with('>'));
    heads_.push_back(right_.back() ? head.substr(1) : std::move(head));
  }
}

void Table::add(Cells cells) {
  cells.resize(heads_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const std::string& head : heads_) widths.push_back(display_width(head));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  const auto line = [&](const Cells& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i == 0 ? "" : "  ") + padded(cells[i], widths[i], right_[i]);
    text.resize(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  };
  line(heads_);
  for (const auto& row : rows_) line(row);
  return out;
}

std::string time_text(const std::optional<Timestamp>& at) { return at ? iso(*at) : ""; }

std::string fields(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::size_t width = 0;
  for (const auto& [name, value] : pairs) width = std::max(width, value.empty() ? 0 : display_width(name));
  std::string out;
  for (const auto& [name, value] : pairs) {
    if (!value.empty()) out += padded(name + ":", width + 3, false) + value + '\n';
  }
  return out;
}

std::string indented(const std::string& text, std::string_view by) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = visible(std::string_view(text).substr(at, end - at));
    out += line.empty() ? "\n" : fmt::format("{}{}\n", by, line);
    at = end + 1;
  }
  return out;
}

void Output::text(std::string_view text) const { put(stdout, text); }

Result<void> Output::data(std::string_view bytes) const {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::ferror(stdout) == 0)
    return {};
  return fail(ErrorKind::io,
              fmt::format("Standard output cannot be written: {}.", std::generic_category().message(errno)),
              "The export ended early: what was written is not whole.",
              "Choose another place, and export again.");
}

std::string json_line(const Json& value, bool ascii) {
  return value.dump(-1, ' ', ascii, Json::error_handler_t::replace);
}

void Output::json(const Json& value) const { put(stdout, json_line(value, true) + '\n'); }

void Output::aside(const char* kind, const std::string& words) const {
  const std::string safe = redacted(words);
  put(stderr, json_ ? json_line(Json{{kind, safe}}) + '\n' : fmt::format("oncectl: {}: {}\n", kind, safe));
}

void Output::warning(const std::string& words) const { aside("warning", words); }
void Output::note(const std::string& words) const { aside("note", words); }

Exit show_dry_run(const Output& out, Json json, const std::string& text) {
  json["dry_run"] = true;
  out.say(json, text + "\nDry run: nothing was written.\n");
  return Exit::done;
}

bool Output::flushed() const { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace onceover::oncectl

// SPDX-License-Identifier: Apache-2.0
#include "core/base/toml_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/base/text.h"

namespace onceover {
namespace {

// People read a configuration; a larger file is something else.
constexpr std::size_t max_config_bytes = 1024 * 1024;

// The parser makes a table for each dot of a dotted key, and frees nested tables recursively: thirty thousand
// exceed a thread's stack. With the parser's own limit of 256 nested values, this many dots in a line remain
// below that.
constexpr std::ptrdiff_t max_dots_in_a_line = 64;

// The number of the first line that could contain such a key. Comments do not count, and may be a row of
// dots.
std::optional<std::uint32_t> line_of_dots(std::string_view text) {
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t first = line.find_first_not_of(" \t");
    const bool is_comment = first != std::string_view::npos && line[first] == '#';
    if (!is_comment && std::ranges::count(line, '.') > max_dots_in_a_line) return number;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

}  // namespace

void TomlErrors::add(std::uint32_t line, const std::string& field, const std::string& wrong) {
  if (first) return;
  const std::string place = line == 0 ? file : fmt::format("{}:{}", file, line);
  first = Error{ErrorKind::invalid_input,
                fmt::format("{}: field {}: {}.", place, visible(field), wrong),
                not_done,
                "Correct the field.",
                {},
                {}};
}

Result<std::string> read_toml_file(const std::string& path, const std::string& not_done) {
  return read_whole_file(path, {max_config_bytes, OthersMay::read, "configuration file", not_done});
}

Result<toml::table> parse_toml(std::string_view text, const TomlErrors& errors) {
  if (const auto line = line_of_dots(text)) {
    return fail(ErrorKind::invalid_input,
                fmt::format("{}:{}: more than {} dots in one line.", errors.file, *line, max_dots_in_a_line),
                errors.not_done, "Correct the line.");
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return fail(ErrorKind::invalid_input,
                fmt::format("{}:{}: not TOML: {}.", errors.file, error.source().begin.line,
                            visible(error.description())),
                errors.not_done, "Correct the line.");
  }
}

TomlFields::TomlFields(const toml::table* table, std::string path, TomlErrors& errors)
    : table_(table), path_(std::move(path)), errors_(&errors) {}

std::string TomlFields::path_of(const std::string& field) const {
  return path_.empty() ? field : path_ + "." + field;
}

const toml::node* TomlFields::node(const char* field, bool required) {
  asked_.insert(field);
  const toml::node* found = table_ ? table_->get(field) : nullptr;
  if (!found && required)
    errors_->add(table_ ? table_->source().begin.line : 0, path_of(field), "is missing");
  return found;
}

void TomlFields::refuse(const std::string& field, const std::string& wrong) {
  const toml::node* found = table_ ? table_->get(field) : nullptr;
  errors_->add(found    ? found->source().begin.line
               : table_ ? table_->source().begin.line
                        : 0,
               path_of(field), wrong);
}

std::string TomlFields::text(const char* field, bool required, std::string by_default) {
  const toml::node* found = node(field, required);
  if (!found) return by_default;
  if (found->is_string() && found->as_string()->get().find('\0') == std::string::npos)
    return found->as_string()->get();
  // C functions would end there
  refuse(field, found->is_string() ? "holds a NUL character" : "must be a string");
  return by_default;
}

std::int64_t TomlFields::integer(const char* field, bool required, std::int64_t low, std::int64_t high,
                                 std::int64_t by_default) {
  const toml::node* found = node(field, required);
  if (!found) return by_default;
  if (!found->is_integer()) {
    refuse(field, "must be a whole number");
    return by_default;
  }
  const std::int64_t value = found->as_integer()->get();
  if (value >= low && value <= high) return value;
  refuse(field, fmt::format("must be between {} and {}", low, high));
  return by_default;  // a refused value is not used
}

bool TomlFields::boolean(const char* field, bool by_default) {
  const toml::node* found = node(field, false);
  if (!found) return by_default;
  if (found->is_boolean()) return found->as_boolean()->get();
  refuse(field, "must be true or false");
  return by_default;
}

std::vector<std::string> TomlFields::texts(const char* field, bool required) {
  const toml::node* found = node(field, required);
  std::vector<std::string> out;
  if (!found) return out;
  if (!found->is_array()) {
    refuse(field, "must be an array of strings");
    return out;
  }
  for (const toml::node& item : *found->as_array()) {
    if (!item.is_string() || item.as_string()->get().empty()) {
      refuse(field, "must be an array of strings, none of them empty");
      return out;
    }
    if (item.as_string()->get().find('\0') != std::string::npos) {
      refuse(field, "holds a NUL character");
      return out;
    }
    out.push_back(item.as_string()->get());
  }
  if (required && out.empty()) refuse(field, "must name at least one");
  return out;
}

std::vector<int> TomlFields::statuses(const char* field, std::vector<int> by_default) {
  const toml::node* found = node(field, false);
  if (!found) return by_default;
  std::vector<int> out;
  if (!found->is_array()) {
    refuse(field, "must be an array of HTTP statuses");
    return out;
  }
  for (const toml::node& item : *found->as_array()) {
    const std::int64_t status = item.is_integer() ? item.as_integer()->get() : 0;
    if (status < 200 || status > 599) {
      refuse(field, "must be an array of HTTP statuses, 200 to 599");
      return out;
    }
    out.push_back(static_cast<int>(status));
  }
  return out;
}

TomlFields TomlFields::table(const char* field, bool required) {
  const toml::node* found = node(field, required);
  if (found && !found->is_table()) refuse(field, "must be a table");
  return {found ? found->as_table() : nullptr, path_of(field), *errors_};
}

std::vector<TomlFields> TomlFields::tables(const char* field, bool required) {
  const toml::node* found = node(field, required);
  std::vector<TomlFields> out;
  if (!found) return out;
  if (!found->is_array_of_tables()) {
    refuse(field, fmt::format("must be an array of tables: [[{}]]", path_of(field)));
    return out;
  }
  for (const toml::node& item : *found->as_array())
    out.emplace_back(item.as_table(), fmt::format("{}[{}]", path_of(field), out.size()), *errors_);
  return out;
}

std::vector<std::pair<std::string, const toml::node*>> TomlFields::members() {
  std::vector<std::pair<std::string, const toml::node*>> out;
  if (!table_) return out;
  for (const auto& [name, value] : *table_) {
    asked_.insert(std::string(name.str()));
    out.emplace_back(std::string(name.str()), &value);
  }
  // The parser keeps them by name.
  std::ranges::stable_sort(out, {}, [](const auto& member) {
    const toml::source_position at = member.second->source().begin;
    return std::pair(at.line, at.column);
  });
  return out;
}

void TomlFields::refuse_the_rest() {
  if (!table_) return;
  for (const auto& [name, value] : *table_) {
    if (!asked_.contains(name.str()))
      errors_->add(value.source().begin.line, path_of(std::string(name.str())), "is not known here");
  }
}

}  // namespace onceover

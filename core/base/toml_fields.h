// SPDX-License-Identifier: Apache-2.0
// Reads a TOML file strictly: every field is requested by name, and every other field is an error with file,
// line and field. For the readers of configurations in core.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace onceover {

// Collects the first error of a file. Shared by the tables of one file; outlives them.
struct TomlErrors {
  std::string file;      // for display
  std::string not_done;  // "The gateway was not loaded."
  std::optional<Error> first;
  // line 0: unknown.
  void add(std::uint32_t line, const std::string& field, const std::string& wrong);
};

// The file's text, up to a limit; otherwise invalid_input: also where group or others can write the file.
Result<std::string> read_toml_file(const std::string& path, const std::string& not_done);
// Its root. Refuses text that would need more stack than a thread has.
Result<toml::table> parse_toml(std::string_view text, const TomlErrors& errors);

class TomlFields {
 public:
  // table may be null: then every field is missing. path: "lookup", empty for the root.
  TomlFields(const toml::table* table, std::string path, TomlErrors& errors);

  bool is_present() const { return table_ != nullptr; }
  bool has(const char* field) const { return table_ && table_->contains(field); }
  std::uint32_t line() const { return table_ ? table_->source().begin.line : 0; }

  // required: an error if it is missing. Otherwise the default.
  std::string text(const char* field, bool required, std::string by_default = {});
  std::int64_t integer(const char* field, bool required, std::int64_t low, std::int64_t high,
                       std::int64_t by_default = 0);
  bool boolean(const char* field, bool by_default);
  std::vector<std::string> texts(const char* field, bool required);
  std::vector<int> statuses(const char* field, std::vector<int> by_default = {});
  // The sub-table; a null one if it is missing (an error if required).
  TomlFields table(const char* field, bool required);
  std::vector<TomlFields> tables(const char* field, bool required = true);

  // A field of one of several types; nullptr: it is missing.
  const toml::node* any(const char* field) { return node(field, false); }
  // Every field, in the order of the file, where the file chooses the names.
  std::vector<std::pair<std::string, const toml::node*>> members();

  // An error about a field's value, at that field's line.
  void refuse(const std::string& field, const std::string& wrong);
  // Every field that was not requested is an error. Call last.
  void refuse_the_rest();

 private:
  const toml::node* node(const char* field, bool required);
  std::string path_of(const std::string& field) const;

  const toml::table* table_;
  std::string path_;
  TomlErrors* errors_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace onceover

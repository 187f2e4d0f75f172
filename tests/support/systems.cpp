// SPDX-License-Identifier: Apache-2.0
#include "tests/support/systems.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace onceover::test {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

}  // namespace

std::vector<SystemTable> systems_in(const std::string& directory, RawConnection* raw,
                                    const std::string& only) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(directory).is_absolute()
                            ? fs::path(directory)
                            : fs::path(ONCEOVER_SOURCE_DIR) / "tests/support" / directory;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.path().extension() == ".json" && (only.empty() || entry.path().stem() == only))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<SystemTable> out;
  for (fs::path file : files) {
    const auto json = nlohmann::json::parse(text_of(file));
    const std::string schema = file.stem().string();
    if (raw != nullptr) {
      raw->exec("CREATE SCHEMA " + quoted_name(schema) + "; SET search_path TO " + quoted_name(schema));
      raw->exec(text_of(file.replace_extension(".sql")));
    }
    for (const auto& table : json.at("tables")) {
      SystemTable& truth = out.emplace_back();
      truth.schema = schema;
      truth.table = table.at("table");
      truth.kind = table.at("kind");
      const auto members = [&table](const char* name) { return table.value(name, nlohmann::json::object()); };
      const auto roles = members("roles"), states = members("states"), statements = members("statements");
      for (const auto& [role, columns] : roles.items()) {
        if (columns.is_array()) {
          truth.roles[role] = columns.get<std::vector<std::string>>();
        } else {
          truth.roles[role] = std::nullopt;
        }
      }
      for (const auto& [word, meaning] : states.items()) truth.states[word] = meaning;
      if (const auto lease = table.find("lease"); lease != table.end() && lease->is_string())
        truth.lease = *lease;
      if (const auto may = table.find("failed_may_run_again"); may != table.end() && may->is_boolean())
        truth.failed_may_run_again = *may;
      if (const auto stuck = table.find("stuck"); stuck != table.end() && stuck->is_string())
        truth.stuck = *stuck;
      for (const auto& [name, sql] : statements.items()) truth.statements[name] = sql;
    }
  }
  if (raw != nullptr) {
    raw->exec("RESET search_path");
    // The catalogs take longer than a table.
    if (only.empty()) raw->exec("ANALYZE");
    for (const SystemTable& table : out) {
      if (!only.empty()) raw->exec("ANALYZE " + quoted_name(table.schema) + "." + quoted_name(table.table));
    }
  }
  return out;
}

}  // namespace onceover::test

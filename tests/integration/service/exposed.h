// SPDX-License-Identifier: Apache-2.0
// What the service exposes, read as Prometheus reads it; and the files that go with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace onceover::oncectl {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("no " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

inline const std::filesystem::path packaging = std::filesystem::path(ONCEOVER_SOURCE_DIR) / "packaging";

struct Exposed {
  std::map<std::string, std::string> type, help;  // of a family
  std::map<std::string, double> samples;          // by name and labels
  std::vector<std::string> twice;                 // families or samples that stand there again
  std::set<std::string> names() const {
    std::set<std::string> out;
    for (const auto& [series, value] : samples) out.insert(series.substr(0, series.find('{')));
    return out;
  }
};

inline Exposed read_metrics(const std::string& text) {
  Exposed out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string mark, what, name;
    if (line.starts_with("# ")) {
      words >> mark >> what >> name;
      auto& into = what == "TYPE" ? out.type : out.help;
      std::string rest;
      std::getline(words >> std::ws, rest);
      if (!into.emplace(name, rest).second) out.twice.push_back(line);
      continue;
    }
    const auto blank = line.rfind(' ');
    if (!out.samples.emplace(line.substr(0, blank), std::stod(line.substr(blank + 1))).second)
      out.twice.push_back(line);
  }
  return out;
}

}  // namespace onceover::oncectl

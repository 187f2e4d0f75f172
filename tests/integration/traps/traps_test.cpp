// Every statement of the program in databases whose search_path begins with traps (tests/support/traps.h): other tests run so, with the
// logs of their servers read afterwards. No statement of ours uses anything from that schema, and each file of core/sql has been run.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/process.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;

std::string one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Tests that together run every statement: as few as do. They open their connections as an application does, without the pinned path of our
// programs, so that what is not in a transaction of ours meets the traps, as through a pooler.
struct Driver {
  const char* binary;
  const char* filter;
};
constexpr Driver drivers[] = {
#include "tests/integration/traps/drivers.inc"
};

// The source of the tests, as one text: literals that are written in parts are joined.
std::string sources_of_tests() {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(ONCEOVER_SOURCE_DIR "/tests")) {
    const std::string extension = entry.path().extension();
    if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".h")) continue;
    const std::string text = one_line(contents(entry.path()));
    for (std::size_t at = 0; at < text.size();) {
      const bool is_seam = text.compare(at, 3, "\" \"") == 0;
      if (!is_seam) all += text[at];
      at += is_seam ? 3 : 1;
    }
    all += ' ';
  }
  return all;
}

struct Found {
  std::map<std::string, std::set<std::string>> sprung;  // statement → traps
  std::string statements;                               // all that were run, each on a line
};

// A run of one driver.
void drive(const Driver& driver, const fs::path& directory, Found& found) {
  const fs::path logs = directory / driver.binary;
  fs::create_directories(logs);
  fs::permissions(logs, fs::perms::all);  // the server has a user of its own
  Process child = Process::spawn({std::string(ONCEOVER_BIN_DIR) + "/" + driver.binary, std::string("--gtest_filter=") + driver.filter},
                                 {{"ONCEOVER_TRAPS", logs.string()}, {"GTEST_OUTPUT", ""}});
  const auto exit = child.wait(std::chrono::seconds(250));
  child.wait_for_out("\x01 until the streams end");
  EXPECT_EQ(exit, (Exit{0, 0})) << driver.binary << '\n' << child.out() << child.err();
  EXPECT_NE(child.out().find("[  PASSED  ]"), std::string::npos) << driver.binary;
  EXPECT_EQ(child.out().find("[  PASSED  ] 0 tests"), std::string::npos) << driver.binary << " ran nothing";
  int lines = 0;
  for (const auto& entry : fs::directory_iterator(logs)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      const auto record = nlohmann::json::parse(line, nullptr, false);
      if (!record.is_object() || !record.contains("message")) continue;
      ++lines;
      const std::string message = record["message"];
      if (const auto by = message.find(" sprung by "); message.starts_with("trap ") && by != std::string::npos) {
        found.sprung[one_line(message.substr(by + 11))].insert(message.substr(5, by - 5));
      } else if (message.find("interpretation of row comparison operator") != std::string::npos) {
        found.sprung[one_line(record.value("statement", ""))].insert("row comparison");
      } else if (message.starts_with("execute ") || message.starts_with("statement: ")) {
        found.statements += one_line(message) + '\n';
      }
    }
  }
  EXPECT_GT(lines, 0) << driver.binary << " left no log";
  fs::remove_all(logs);
}

// The parts of a file of core/sql that stand in its statement as they are in the file.
std::vector<std::string> fixed_parts(const fs::path& file) {
  const std::string text = std::regex_replace(contents(file), std::regex(R"(\{\w+\}|/\*\w+\*/)"), "\x01");
  std::vector<std::string> parts;
  std::stringstream in(text);
  for (std::string part; std::getline(in, part, '\x01');) {
    std::string line = one_line(part);
    while (line.ends_with(' ')) line.pop_back();
    if (line.size() > 20) parts.push_back(line);
  }
  return parts;
}

TEST(Traps, NoStatementOfTheProgramUsesWhatStandsBeforePgCatalog) {
  std::array<char, 32> name{"/tmp/traps_XXXXXX"};
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const fs::path directory = name.data();
  fs::permissions(directory, fs::perms::all);
  Found found;
  for (const Driver& driver : drivers) drive(driver, directory, found);
  fs::remove_all(directory);

  const std::string tests = sources_of_tests();
  int of_tests = 0;
  for (const auto& [statement, traps] : found.sprung) {
    // What a test itself says on a connection of the program.
    if (tests.find(statement) != std::string::npos) {
      ++of_tests;
      continue;
    }
    for (const std::string& trap : traps) ADD_FAILURE() << trap << " in: " << statement.substr(0, 1500);
  }
  EXPECT_GT(of_tests, 0) << "no trap sprang at all: were they set?";

  int files = 0;
  for (const auto& entry : fs::directory_iterator(ONCEOVER_SOURCE_DIR "/core/sql")) {
    if (entry.path().extension() != ".sql") continue;
    ++files;
    for (const std::string& part : fixed_parts(entry.path())) {
      EXPECT_NE(found.statements.find(part), std::string::npos) << entry.path().filename() << " was run nowhere: " << part.substr(0, 200);
    }
  }
  EXPECT_GT(files, 80);
}

}  // namespace
}  // namespace onceover::test

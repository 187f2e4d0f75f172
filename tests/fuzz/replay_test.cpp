// SPDX-License-Identifier: Apache-2.0
// The fuzz targets without a fuzzer: each file of corpus/<name>/, every beginning of it, and what is large on
// purpose. CTest's time limit is the bound of the latter: what is quadratic in a megabyte does not end within
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" {
int fuzz_header(const std::uint8_t* data, std::size_t size);
int fuzz_canonical_json(const std::uint8_t* data, std::size_t size);
int fuzz_problem(const std::uint8_t* data, std::size_t size);
int fuzz_gateway_answer(const std::uint8_t* data, std::size_t size);
int fuzz_config(const std::uint8_t* data, std::size_t size);
int fuzz_bundle(const std::uint8_t* data, std::size_t size);
int fuzz_client_log(const std::uint8_t* data, std::size_t size);
}

namespace onceover::fuzz {
namespace {

struct Target {
  const char* name;
  int (*run)(const std::uint8_t*, std::size_t);
  void operator()(std::string_view input) const {
    // A copy of exactly its size: the sanitizers see a read past the end.
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    run(bytes.data(), bytes.size());
  }
};

constexpr Target targets[] = {{"header", fuzz_header},        {"canonical_json", fuzz_canonical_json},
                              {"problem", fuzz_problem},      {"gateway_answer", fuzz_gateway_answer},
                              {"config", fuzz_config},        {"bundle", fuzz_bundle},
                              {"client_log", fuzz_client_log}};

class Fuzz : public testing::TestWithParam<Target> {};

TEST_P(Fuzz, HoldsForItsCorpusAndEveryBeginningOfIt) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(ONCEOVER_FUZZ_CORPUS) / GetParam().name)) {
    files.push_back(entry.path());
  }
  ASSERT_GE(files.size(), 3U);
  for (const auto& path : files) {
    std::ifstream in(path, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(in), {}};
    // To a parser that ends at a NUL, both are the first half.
    EXPECT_NO_THROW(GetParam()(input + std::string(1, '\0') + input)) << path << " twice";
    for (std::size_t size = 0; size <= input.size(); ++size) {
      EXPECT_NO_THROW(GetParam()(input.substr(0, size)))
          << path << ", " << size << " of " << input.size() << " bytes";
    }
  }
}

// What each of them meets most often in much of it: nesting, escapes, digits, separators.
const std::vector<std::string>& units_for(std::string_view target) {
  static const std::vector<std::string> json = {"[",  "{\"a\":",          "[1,",  "9",
                                                "\\", "\xF0\x9F\x92\xB0", "\xFF", "\n"};
  static const std::vector<std::string> header = {"a:b\n", ";a", ";a=\"\\\"\"", "9", "\\\"", "1:a,", "Sun, "};
  static const std::vector<std::string> config = {"a.", "\"a\".", "[", "{a=",   "[[a]]\n", "[a.b]\n",
                                                  "'",  "\"",     "9", "# .\n", "\\\n"};
  static const std::vector<std::string> problem = {"[",  "\"",  "password=", "://a:1@", "\xE2\x80\xAE",
                                                   "\n", "\xFF"};
  static const std::vector<std::string> csv = {"\"",    "\"\n", "\"\"\n", "\"\"\"\n", ",\"a\n",
                                               "1,0\n", "9",    ",",      "\r\n",     "\xFF"};
  if (target == "client_log") return csv;
  return target == "header" ? header : target == "config" ? config : target == "problem" ? problem : json;
}

TEST_P(Fuzz, HoldsForMuchOfOneThing) {
  for (const std::string& unit : units_for(GetParam().name)) {
    for (const std::string_view head : {"200\n", "[\"", "a = "}) {
      std::string input(head);
      while (input.size() < 256U * 1024U) input += unit;
      EXPECT_NO_THROW(GetParam()(input)) << head << unit << "…";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachTarget, Fuzz, testing::ValuesIn(targets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace onceover::fuzz

// SPDX-License-Identifier: Apache-2.0
// Each command that says what is stuck, beside each kind of answer, on a store that is too large to be read
// unasked.
#include <filesystem>
#include <regex>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/large_store.h"

namespace onceover::oncectl {
namespace {

// What is known, and whether a key is stuck.
struct Scene {
  const char* name;
  bool is_swept, is_stuck;
};
constexpr Scene scenes[] = {{"not all known, one found", false, true},
                            {"not all known, none found", false, false},
                            {"exact, one", true, true},
                            {"exact, none", true, false}};
constexpr std::size_t count = std::size(scenes);

struct Shown {
  int code;
  const char* said;      // a regular expression that finds something in what is printed
  bool is_there = true;  // false: that finds nothing
};
struct Place {
  std::vector<std::string> words;
  Shown shown[count];
  bool writes = false;  // asked by a role that may write
};

constexpr Shown without_finding{12, "frontier-behind", false};

const std::vector<Place> places{
    {{"check"},
     {{2, "^ONCEOVER CRITICAL: at least 1 stuck"},
      {3, "^ONCEOVER UNKNOWN: how many are stuck is unknown"},
      {2, "^ONCEOVER CRITICAL: 1 stuck"},
      {0, "^ONCEOVER OK"}}},
    {{"stuck"},
     {{0, "At least 1 key is stuck"},
      {13, "^Whether any key is stuck is unknown"},
      {0, "pay-1 +more than 1 day ago +1 +0 "},
      {3, "^Nothing is stuck in onceover.keys, as of"}}},
    {{"stuck", "--json"},
     {{0, R"("known":"at_least")"},
      {13, R"("known":"at_least")"},
      {0, R"("known":"exact")"},
      {3, R"("known":"exact")"}}},
    {{"stuck", "--list"},
     {{0, "there may be more stuck keys"},
      {13, "^Whether any key is stuck is unknown"},
      {0, "^[^\n]*k300000"},
      {3, "^Nothing is stuck in onceover.keys, as of"}}},
    {{"stuck", "--list", "--operation", "POST /refunds"},
     {{0, "there may be more stuck keys"},
      {13, "^Whether such a key is stuck is unknown"},
      {0, "^[^\n]*k300000"},
      {3, "^No stuck key in onceover.keys matches this"}}},
    {{"keys", "list", "--stuck"},
     {{0, "there may be more such keys"},
      {13, "^Whether any key matches is unknown"},
      {0, "stuck\\) +k300000"},
      {3, "^No key matches"}}},
    {{"keys", "list", "--stuck", "--json"},
     {{0, R"("known":"at_least")"},
      {13, R"("known":"at_least")"},
      {0, R"("known":"exact")"},
      {3, R"("known":"exact")"}}},
    {{"stats"},
     {{0, "Stuck: +at least 1\n"}, {0, "Stuck: +unknown\n"}, {0, "Stuck: +1\n"}, {0, "Stuck: +0\n"}}},
    {{"stats", "--json"},
     {{0, R"("known":"at_least")"}, {0, R"("stuck":null)"}, {0, R"("stuck":1)"}, {0, R"("stuck":0)"}}},
    {{"doctor", "--json"},
     {{12, "frontier-behind"}, {12, "frontier-behind"}, without_finding, without_finding}},
    {{"plan", "create", "p", "--act", "settle", "--stuck", "--reason", "table", "--dry-run"},
     {{0, "^1 item \\(no amounts\\) would be frozen"},
      {2, "No row is found"},
      {0, "^1 item \\(no amounts\\) would be frozen"},
      {2, "No row is found"}},
     true},
    {{"sweep", "--dry-run"},
     {{0, "^1 keys are due"}, {0, "^0 keys are due"}, {0, "^1 keys are due"}, {0, "^0 keys are due"}},
     true},
};

class PlacesTest : public OncectlTest {
 protected:
  test::TestDatabase large_{test::large_store()};
  test::RawConnection large_raw_ = large_.connect();
  std::string viewer_ = "viewer_" + large_.name();
  std::filesystem::path home_ = std::filesystem::temp_directory_path() / ("onceover-" + viewer_);

  void TearDown() override {
    large_raw_.exec("DROP OWNED BY " + viewer_ + "; DROP ROLE " + viewer_);
    std::filesystem::remove_all(home_);
  }
};

TEST_F(PlacesTest, EachTellsTheAnswersApart) {
  const Ran script =
      run({"roles", "print", "--role", "viewer", "--name", viewer_, "--dsn", large_.conninfo()});
  ASSERT_EQ(script.code, 0) << script.err;
  large_raw_.exec(script.out + "; ALTER ROLE " + viewer_ + " LOGIN");
  std::filesystem::create_directory(home_);
  for (std::size_t i = 0; i < count; ++i) {
    const Scene& scene = scenes[i];
    const std::string lease = scene.is_stuck ? "now() - interval '1 day'" : "now() + interval '1 hour'";
    large_raw_.tamper("UPDATE onceover.keys SET locked_until = " + lease + " WHERE key = 'k300000'");
    if (scene.is_swept) {
      ASSERT_NE(run({"check", "--dsn", large_.conninfo()}).out, "") << "it moves the frontier";
    }
    for (const Place& place : places) {
      std::vector<std::string> words{"--dsn", large_.conninfo() + (place.writes ? "" : " user=" + viewer_)};
      if (place.writes) words.insert(words.end(), {"--gateway", gateway_.config_path()});
      words.insert(words.end(), place.words.begin(), place.words.end());
      const Ran ran = run(words, {{"XDG_STATE_HOME", home_.string()}, {"HOME", ""}});
      const Shown& shown = place.shown[i];
      std::string name;
      for (const std::string& word : place.words) name += word + ' ';
      EXPECT_EQ(ran.code, shown.code) << name << "| " << scene.name << '\n' << ran.out << ran.err;
      EXPECT_EQ(std::regex_search(ran.out + ran.err, std::regex(shown.said)), shown.is_there)
          << name << "| " << scene.name << '\n'
          << ran.out << ran.err;
    }
  }
}

}  // namespace
}  // namespace onceover::oncectl

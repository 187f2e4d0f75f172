// SPDX-License-Identifier: Apache-2.0
#include "core/key/types.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace onceover::key {
namespace {

TEST(Types, EveryWordReadsBackAsWhatItNames) {
  for (const State state : {State::in_progress, State::released, State::succeeded, State::failed})
    EXPECT_EQ(state_from_word(word(state)), state);
  for (const Holder holder : {Holder::executor, Holder::sweeper, Holder::operator_})
    EXPECT_EQ(holder_from_word(word(holder)), holder);
  for (const FingerprintKind kind : {FingerprintKind::jcs_sha256, FingerprintKind::raw_sha256})
    EXPECT_EQ(fingerprint_kind_from_word(word(kind)), kind);
}

TEST(Types, OtherWordsAreNotGuessedAt) {
  for (const std::string_view text : {"", "In_Progress", "pending", "succeeded ", "executor2"}) {
    EXPECT_EQ(state_from_word(text), std::nullopt) << text;
    EXPECT_EQ(holder_from_word(text), std::nullopt) << text;
    EXPECT_EQ(fingerprint_kind_from_word(text), std::nullopt) << text;
  }
}

TEST(Types, OnlySucceededAndFailedAreFinal) {
  EXPECT_TRUE(is_final(State::succeeded));
  EXPECT_TRUE(is_final(State::failed));
  EXPECT_FALSE(is_final(State::in_progress));
  EXPECT_FALSE(is_final(State::released));
}

// SQL has these limits as literals, which a plan folds: a function would cost each claim a call.
TEST(Limits, OfTheSchemaAreThoseOfTheProgram) {
  std::ifstream in(ONCEOVER_SOURCE_DIR "/core/sql/migrations/0001_schema.sql");
  const std::string schema{std::istreambuf_iterator<char>(in), {}};
  const auto all = [&](const char* pattern, const std::string& expected) {
    const std::regex regex(pattern);
    int found = 0;
    for (auto at = std::sregex_iterator(schema.begin(), schema.end(), regex); at != std::sregex_iterator();
         ++at, ++found)
      EXPECT_EQ((*at)[1].str(), expected) << at->str();
    return found;
  };
  const auto clock = [](Duration span) { return std::to_string(span / std::chrono::hours(1)) + ":00:00"; };
  EXPECT_EQ(
      all(R"(FUNCTION onceover\.longest_lease\(\)[^;]*'SELECT interval ''([^']*)'')", clock(longest_lease)),
      1);
  EXPECT_EQ(all(R"(FUNCTION onceover\.no_end_is_later\(\)[^;]*'SELECT interval ''([^']*)'')",
                clock(no_end_is_later)),
            1);
  // Where a value is written out, it is the same.
  (void)all(R"([^f] > (?:clock|statement)_timestamp\(\) \+ interval '([^']*)')",
            std::to_string(no_end_is_later / std::chrono::hours(1)) + " hours");
  EXPECT_EQ(longest_lease, std::chrono::hours(24)) << "'1 day' below";
  (void)all(R"(require_span\('a (?:lease|pause)', \$\d+, interval '([^']*)')", "1 day");
  EXPECT_EQ(all("(86400000|interval '24 hours')", ""), 0);
}

}  // namespace
}  // namespace onceover::key

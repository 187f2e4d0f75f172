#include "core/key/types.h"

#include <gtest/gtest.h>

namespace onceover::key {
namespace {

TEST(Types, EveryWordReadsBackAsWhatItNames) {
  for (const State state : {State::in_progress, State::released, State::succeeded, State::failed})
    EXPECT_EQ(state_from_word(word(state)), state);
  for (const Holder holder : {Holder::executor, Holder::sweeper, Holder::operator_}) EXPECT_EQ(holder_from_word(word(holder)), holder);
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

}  // namespace
}  // namespace onceover::key

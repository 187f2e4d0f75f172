// SPDX-License-Identifier: Apache-2.0
// What a note may be.
#include "core/reconcile/note.h"

#include <gmock/gmock.h>

namespace onceover::reconcile {
namespace {

using testing::HasSubstr;

std::string kept(const std::string& text) {
  const auto note = sound_note(text);
  return note ? *note : "refused: " + note.error().what;
}

TEST(NoteText, IsKeptWithoutWhatIsAroundIt) {
  EXPECT_EQ(kept("called the bank"), "called the bank");
  EXPECT_EQ(kept(" \r\n\t called the bank \n\n"), "called the bank");
  EXPECT_EQ(kept("one\r\ntwo\rthree\n\nfour"), "one\ntwo\nthree\n\nfour");
  EXPECT_EQ(kept("a\tb"), "a b") << "a pasted table";
  EXPECT_EQ(kept("<b>é</b> \\ 'x' \"y\" 🙂"), "<b>é</b> \\ 'x' \"y\" 🙂")
      << "nothing of it means anything";
}

TEST(NoteText, SaysSomething) {
  for (const char* nothing : {"", " ", "\n\r\n\t "}) EXPECT_THAT(kept(nothing), HasSubstr("is empty"));
}

TEST(NoteText, HoldsNoControlCharacterButLineEnds) {
  EXPECT_THAT(kept("a\x1b[31mred"), HasSubstr("U+001B"));
  EXPECT_THAT(kept("a\x7f"), HasSubstr("U+007F"));
  EXPECT_THAT(kept("a\xc2\x85z"), HasSubstr("U+0085"));
  EXPECT_THAT(kept(std::string("a\0b", 3)), HasSubstr("refused"));
  EXPECT_EQ(kept("a\xc2\xa0z"), "a\xc2\xa0z");
  EXPECT_THAT(kept("a\xff"), HasSubstr("UTF-8"));
}

TEST(NoteText, HasAtMostFourThousandCharactersNotBytes) {
  std::string most;
  for (std::size_t i = 0; i < max_note_chars; ++i) most += "é";
  EXPECT_EQ(kept(most), most);
  EXPECT_EQ(kept("  " + most + "\n"), most);
  EXPECT_THAT(kept(most + "x"), HasSubstr("4001 characters; 4000 are the most"));
}

TEST(NoteText, IsOfAKeyOfOursOrOfARowElsewhere) {
  const auto own = subject_of(tables::own(), {"acme", "refund", "r-1"});
  EXPECT_TRUE(own.is_own());
  EXPECT_EQ(own.id.key, "r-1");
  tables::Profile p;
  p.schema = "shop";
  p.table = "jobs";
  p.identity = {"id", "at"};
  key::Identity id{"", "", "7"};
  id.columns = {"7", std::nullopt};
  const auto row = subject_of(p, id);
  EXPECT_EQ(row.relation, "\"shop\".\"jobs\"");
  EXPECT_EQ(row.row_key_json, R"({"id": "7", "at": null})");
}

}  // namespace
}  // namespace onceover::reconcile

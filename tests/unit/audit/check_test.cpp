// SPDX-License-Identifier: Apache-2.0
// The rules of the chain, each fault once.
#include <gtest/gtest.h>

#include <functional>

#include "core/audit/verify.h"

namespace onceover::audit {
namespace {

struct Case {
  const char* name;
  std::vector<LinkedRow> rows;
  std::vector<Link> links;
  std::vector<Seal> seals;
  std::vector<Head> heads;
  std::optional<Anchor> anchor;
  std::string faults;  // in order, with the row's number where one is named
};

std::string faults_of(const Case& c) {
  Check check(c.anchor);
  for (const LinkedRow& row : c.rows) check.row(row);
  for (const Link& link : c.links) check.link(link);
  for (const Seal& seal : c.seals) check.seal(seal);
  for (const Head& head : c.heads) check.head(head);
  const Verified verified = check.end();
  std::string out;
  for (const Finding& f : verified.findings) {
    out +=
        (out.empty() ? "" : " ") + std::string(word(f.fault)) + (f.row ? ":" + std::to_string(*f.row) : "");
  }
  EXPECT_EQ(verified.is_sound(), out.empty());
  return out;
}

const Link a1{"a", 1, "", "h1", "h1", 1}, a2{"a", 2, "h1", "h2", "h2", 4}, b1{"b", 1, "", "k1", "k1", 2};
// A seal that joins what its prev says.
Seal seal(std::int64_t number, const std::string& prev, const std::string& hash, const std::string& computed,
          const std::string& heads, const std::string& heads_computed) {
  return {number, prev, prev, false, true, hash, computed, heads, heads_computed};
}
Seal with(Seal seal, const std::function<void(Seal&)>& change) {
  change(seal);
  return seal;
}
const Seal s1 = seal(1, "", "z1", "z1", "e1", "e1"), s2 = seal(2, "z1", "z2", "z2", "e2", "e2");

TEST(Check, NamesEachFault) {
  const std::vector<Case> cases = {
      {"nothing at all", {}, {}, {}, {}, {}, ""},
      {"sound",
       {{1, "a", 1, "d", "d"}, {2, "b", 1, "d", "d"}},
       {a1, a2, b1},
       {s1, s2},
       {{1, "a", 2, "h2", "h2"}},
       Anchor{2, "z2", "", ""},
       ""},
      {"a field edited", {{1, "a", 1, "d", "d"}, {2, "a", 1, "d", "x"}}, {}, {}, {}, {}, "row_changed:2"},
      {"two rows exchanged",
       {{1, "a", 1, "d", "e"}, {2, "a", 1, "e", "d"}},
       {},
       {},
       {},
       {},
       "row_changed:1 row_changed:2"},
      {"a row deleted", {{1, "a", 1, "d", ""}}, {}, {}, {}, {}, "row_missing:1"},
      {"a row put in", {{3, "", 0, "", "d"}}, {}, {}, {}, {}, "row_unlinked:3"},
      {"a row of another user", {{3, "a", 1, "d", "d", false, true}}, {}, {}, {}, {}, "row_user:3"},
      {"a row of another time", {{3, "a", 1, "d", "d", true, false}}, {}, {}, {}, {}, "row_time:3"},
      {"a row linked again", {{3, "a", 1, "d", "d"}, {3, "b", 1, "d", "d"}}, {}, {}, {}, {}, "row_twice:3"},
      {"a link edited", {}, {a1, {"a", 2, "h1", "h2", "x", 4}}, {}, {}, {}, "link_changed:4"},
      {"a link deleted in the middle", {}, {a1, {"a", 3, "h2", "h3", "h3", 7}}, {}, {}, {}, "link_missing:7"},
      {"the first link deleted", {}, {a2}, {}, {}, {}, "link_missing:4"},
      {"a link made anew", {}, {a1, {"a", 2, "x", "h2", "h2", 4}}, {}, {}, {}, "link_unchained:4"},
      {"a chain that another session goes on with",
       {},
       {a1, {"a", 2, "h1", "h2", "h2", 4, "other"}},
       {},
       {},
       {},
       "link_foreign:4"},
      {"another session's chain does not follow this one's",
       {},
       {a1, {"b", 2, "h1", "h2", "h2", 4}},
       {},
       {},
       {},
       "link_missing:4"},
      {"a seal edited", {}, {}, {seal(1, "", "z1", "x", "e1", "e1")}, {}, {}, "seal_changed"},
      {"a seal's head edited", {}, {}, {seal(1, "", "z1", "z1", "e1", "x")}, {}, {}, "seal_changed"},
      {"a seal deleted", {}, {}, {with(s2, [](Seal& s) { s.lacks_joined = true; })}, {}, {}, "seal_missing"},
      {"the seals after it deleted",
       {},
       {},
       {with(s1, [](Seal& s) { s.is_joined = false; })},
       {},
       {},
       "seal_left"},
      {"a seal made anew", {}, {}, {s1, with(s2, [](Seal& s) { s.prev = "x"; })}, {}, {}, "seal_unchained"},
      {"a sealed tail cut off", {}, {a1}, {s1}, {{1, "a", 2, "h2", ""}}, {}, "tail_missing"},
      {"a sealed tail made anew", {}, {a1}, {s1}, {{1, "a", 1, "x", "h1"}}, {}, "tail_missing"},
      {"all cut off behind an anchor", {}, {}, {s1}, {}, Anchor{2, "z2", "", ""}, "anchor_missing"},
      {"all made anew behind an anchor", {}, {}, {s1}, {}, Anchor{1, "y", "", ""}, "anchor_differs"},
  };
  for (const Case& c : cases) EXPECT_EQ(faults_of(c), c.faults) << c.name;
}

TEST(Check, NamesTheLowestRowAndCountsWhatItDoesNotKeep) {
  Check check;
  for (std::int64_t i = 500; i < 900; ++i) check.row({i, "a", 1, "d", "x"});
  check.link({"a", 2, "", "h", "h", 3});
  const Verified verified = check.end();
  EXPECT_EQ(verified.first_row, 500) << "a link's row is right: its link is not";
  EXPECT_EQ(verified.found, 401);
  EXPECT_EQ(verified.findings.size(), 100U);
  EXPECT_EQ(verified.rows, 400);
}

TEST(Anchor, IsReadAsItWasWritten) {
  const Anchor anchor{7, std::string(64, 'a'), "2026-11-21T02:00:00Z", "shop \"x\""};
  const auto read = anchor_from_json(to_json(anchor));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->number, 7);
  EXPECT_EQ(read->hash, anchor.hash);
  EXPECT_EQ(read->database, anchor.database);
  for (const char* bad :
       {"", "{}", "[1]", R"({"onceover_anchor":2,"number":1,"hash":"aa"})",
        R"({"onceover_anchor":1,"number":0,"hash":"aa"})", R"({"onceover_anchor":1,"number":1,"hash":"zz"})",
        R"({"onceover_anchor":1,"number":"1","hash":5})"}) {
    EXPECT_FALSE(anchor_from_json(bad)) << bad;
  }
}

}  // namespace
}  // namespace onceover::audit

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/browse/reading.h"

namespace onceover::browse {

TEST(PlanFrom, TellsAScanFromAWalkFromALookUp) {
  struct Case {
    std::string name;
    std::vector<std::string> lines;
    Plan plan;
  };
  const std::string index =
      "  ->  Index Scan Backward using keys_by_age on keys k  (cost=0.42..8.44 rows=3 width=12)";
  for (const Case& c : std::initializer_list<Case>{
           {"a scan",
            {"Seq Scan on keys k  (cost=0.00..9.00 rows=7 width=1)", "  Filter: (state = 'x'::text)"},
            {.rows = 7, .whole = true}},
           {"a scan by workers",
            {"Gather  (cost=1..2 rows=7 width=1)",
             "  ->  Parallel Seq Scan on keys k  (cost=0.00..9.00 rows=3 width=1)"},
            {.rows = 7, .whole = true}},
           {"the scan of another table",
            {"Seq Scan on cases c  (cost=0.00..9.00 rows=7 width=1)"},
            {.rows = 7}},
           {"the order alone", {"Limit  (cost=0..1 rows=2 width=1)", index}, {.rows = 2}},
           {"a filtered walk",
            {"Limit  (cost=0..1 rows=2 width=1)", index, "        Filter: (state = 'x'::text)"},
            {.rows = 2, .walks = true}},
           {"a key",
            {index, "        Index Cond: (key = 'x'::text)", "        Filter: (state = 'x'::text)"},
            {.rows = 3}},
           {"a span of time",
            {index, "        Index Cond: (created_at >= '2026'::timestamptz)"},
            {.rows = 3}},
           {"a filtered span of time",
            {index, "        Index Cond: (k.created_at >= '2026'::timestamptz)",
             "        Filter: (state = 'x'::text)"},
            {.rows = 3, .by_time = true}},
           {"a partition",
            {"Append  (cost=0..1 rows=2 width=1)",
             "  ->  Seq Scan on keys_2026 k_1  (cost=0.00..9.00 rows=7 width=1)"},
            {.rows = 2, .whole = true}},
           {"a bitmap",
            {"Bitmap Heap Scan on keys k  (cost=1..2 rows=7 width=1)", "  Filter: (key ~~ 'ab%'::text)",
             "  ->  Bitmap Index Scan on keys_pkey  (cost=1..2 rows=9 width=0)",
             "        Index Cond: ((key >= 'ab'::text) AND (key < 'ac'::text))"},
            {.rows = 7}},
           {"a filtered bitmap of a span of time",
            {"Bitmap Heap Scan on keys k  (cost=1..2 rows=7 width=1)",
             "  Recheck Cond: (created_at >= '2026'::timestamptz)", "  Filter: (error_code = 'x'::text)",
             "  ->  Bitmap Index Scan on keys_by_age  (cost=1..2 rows=9 width=0)",
             "        Index Cond: (created_at >= '2026'::timestamptz)"},
            {.rows = 7, .by_time = true}},
           {"a bitmap of a partial index",
            {"Bitmap Heap Scan on keys k  (cost=1..2 rows=7 width=1)", "  Filter: (state = 'x'::text)",
             "  ->  Bitmap Index Scan on few  (cost=1..2 rows=9 width=0)"},
            {.rows = 7}},
           {"nothing", {}, {.rows = 0}},
       }) {
    const Plan plan = plan_from(c.lines, "\"created_at\"");
    EXPECT_EQ(plan.rows, c.plan.rows) << c.name;
    EXPECT_EQ(plan.whole, c.plan.whole) << c.name;
    EXPECT_EQ(plan.walks, c.plan.walks) << c.name;
    EXPECT_EQ(plan.by_time, c.plan.by_time) << c.name;
  }
}

TEST(PlanFrom, NamesTheIndexThatIsWalked) {
  std::string index;
  plan_from({"Index Scan using \"by on age\" on keys k  (cost=0.42..8.44 rows=3 width=12)",
             "  Filter: (state = 'x'::text)"},
            "\"at\"", &index);
  EXPECT_EQ(index, "\"by on age\"");
}

TEST(PlanFrom, CountsWhatIsSortedBeforeTheFirstRowIsKnown) {
  const std::vector<std::string> found = {
      "Limit  (cost=0..1 rows=201 width=1)",
      "  ->  Sort  (cost=1..2 rows=900 width=1)",
      "        ->  Bitmap Heap Scan on keys k  (cost=1..2 rows=900 width=1)",
      "              Filter: (state = 'x'::text)",
      "              ->  Bitmap Index Scan on \"by tenant\"  (cost=1..2 rows=70000 width=0)",
      "                    Index Cond: (tenant = 'x'::text)"};
  const Plan plan = plan_from(found, "\"created_at\"");
  EXPECT_EQ(plan.sorted_rows, 70'000);
  ASSERT_EQ(plan.lookups.size(), 1U);
  EXPECT_EQ(plan.lookups[0].index, "\"by tenant\"");
  EXPECT_EQ(plan.lookups[0].condition, "Index Cond: (tenant = 'x'::text)");
  const std::vector<std::string> in_order = {"Limit  (cost=0..1 rows=201 width=1)", found[2], found[4],
                                             found[5]};
  EXPECT_EQ(plan_from(in_order, "\"created_at\"").sorted_rows, 0);
}

TEST(PlanFrom, NamesWhatIsReadWhole) {
  const Plan plan =
      plan_from({"Append  (cost=0..1 rows=2 width=1)",
                 "  ->  Seq Scan on keys_2026 k_1  (cost=0.00..9.00 rows=7 width=1)",
                 "  ->  Parallel Seq Scan on \"keys of 2027\" k_2  (cost=0.00..9.00 rows=7 width=1)"},
                "\"created_at\"");
  EXPECT_EQ(plan.scanned, (std::vector<std::string>{"keys_2026", "\"keys of 2027\""}));
}

TEST(PlanFrom, KnowsAColumnByItsWholeName) {
  for (const char* names :
       {"Index Cond: (key = 'x'::text)", "Index Cond: ((key)::text ~>=~ 'x'::text)",
        "Index Cond: (ROW(k.key, k.n) < ROW('x'::text, 1))", "Index Cond: (\"my key\" = 1 AND key = 2)"}) {
    EXPECT_TRUE(names_column(names, "key")) << names;
  }
  for (const char* other : {"Index Cond: (idempotency_key = 'x'::text)", "Index Cond: (keys = 1)",
                            "Index Cond: (\"key\" = 1)", ""}) {
    EXPECT_FALSE(names_column(other, "key")) << other;
  }
}

TEST(PlanFrom, LooksBehindAView) {
  const std::vector<std::string> lines = {"Seq Scan on others  (cost=0.00..9.00 rows=7 width=1)"};
  EXPECT_FALSE(plan_from(lines, "\"created_at\"").whole);
  EXPECT_TRUE(plan_from(lines, "\"created_at\"", nullptr, true).whole);
  EXPECT_TRUE(plan_from({"Foreign Scan on far k  (cost=0.00..9.00 rows=7 width=1)"}, "").whole);
}

}  // namespace onceover::browse

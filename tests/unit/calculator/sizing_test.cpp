// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/sizing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

SizingInput shop() {
  return {.per_second = 100,
          .row = {.heap_bytes = 200,
                  .toast_bytes = 50,
                  .indexes = {{.name = "keys_pkey", .entry_bytes = 48, .fill = 0.7}}},
          .price = 0.1,
          .currency = "EUR"};
}

Sizing sized(const SizingInput& input) {
  auto result = size_table(input);
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  return result.value_or(Sizing{});
}

// "10,000 requests/s at 512 bytes a row is 442 GB (412 GiB) for each further day."
TEST(Sizing, EachFurtherDayOfTheContractsExample) {
  EXPECT_EQ(bytes_text(10'000 * 86'400 * 512.0), "442 GB (412 GiB)");
  // 15 rows a page of 8 kB are 546 bytes each: what 508 bytes, line pointers, the page's header and the rest
  // of the page come to.
  const Sizing sizing = sized({.per_second = 10'000, .row = {.heap_bytes = 508}, .vacuum_scale = 0});
  EXPECT_EQ(sizing.rows.value, 864e6);
  EXPECT_EQ(sizing.rows.text, "864,000,000 rows");
  EXPECT_EQ(sizing.rows.arithmetic.front(), "10,000/s × 86,400 s of window = 864,000,000 rows");
  EXPECT_NEAR(sizing.each_day.value, 864e6 * 8192 / 15, 1e6);
  EXPECT_EQ(sizing.each_day.text, "472 GB (439 GiB)");
}

TEST(Sizing, TheHeapIsPagesOfWholeRows) {
  const Sizing sizing = sized(shop());
  // (8192 − 24) / (200 + 4) = 40 rows; 8.64 M rows and a fifth of them dead.
  EXPECT_EQ(sizing.heap.value, std::ceil(8.64e6 * 1.2 / 40) * 8192);
  SizingInput loose = shop();
  loose.fillfactor = 70;
  EXPECT_EQ(sized(loose).heap.value, std::ceil(8.64e6 * 1.2 / std::floor((8192 * 0.7 - 24) / 204)) * 8192);
  EXPECT_EQ(sizing.toast.value, 8.64e6 * 1.2 * 50);
}

TEST(Sizing, AnIndexIsLeavesFilledSoFarAndAPartialOneItsShare) {
  SizingInput input = shop();
  input.row.indexes.push_back({.name = "unfinished", .entry_bytes = 48, .fill = 0.7, .rows = 0.01});
  const Sizing sizing = sized(input);
  const double a_leaf = std::floor((8192 - 40) * 0.7 / 52), leaves = std::ceil(8.64e6 * 1.2 / a_leaf);
  EXPECT_NEAR(sizing.indexes[0].value, leaves * 8192 * 1.01, 3 * 8192);
  EXPECT_NEAR(sizing.indexes[1].value, sizing.indexes[0].value / 100, 3 * 8192);
  EXPECT_EQ(sizing.indexes[1].name, "index:unfinished");
  EXPECT_NEAR(sizing.size.value,
              sizing.heap.value + sizing.toast.value + sizing.indexes[0].value + sizing.indexes[1].value, 1);
}

// 500,000 rows of 128 bytes with a random primary key of three columns, as PostgreSQL 15 kept them:
// 67,149,824 bytes of heap, 50,757,632 of index (entries of 64 bytes, leaves 69 % full); 5,000 more after a
// checkpoint wrote 4,326 bytes of WAL each.
TEST(Sizing, IsWhatPostgresqlMeasured) {
  SizingInput input{
      .per_second = 50'000,
      .row = {.heap_bytes = 128, .indexes = {{.name = "pk", .entry_bytes = 64, .fill = 0.6912}}}};
  input.window = 10s;
  input.updates = 0;
  input.vacuum_scale = 0;
  const Sizing sizing = sized(input);
  EXPECT_EQ(sizing.heap.value, 67'149'824);
  EXPECT_NEAR(sizing.indexes[0].value / 50'757'632, 1, 0.02);
  input.checkpoint = 100ms;  // 5,000 keys
  const double keys_a_day = 50'000 * 86'400.0;
  // The deletions are in it, and the pages that they touch.
  EXPECT_NEAR(sized(input).wal.value / keys_a_day, 4326 + 189, 200);
}

TEST(Sizing, DeadRowsAreUpdatesAndDeletions) {
  SizingInput input = shop();
  EXPECT_EQ(sized(input).dead.value, 100 * 86'400 * 2.0);
  input.updates = 3;
  EXPECT_EQ(sized(input).dead.value, 100 * 86'400 * 4.0);
}

TEST(Sizing, UpdatesThatAreNotHotWriteIndexesAndSayWhy) {
  SizingInput hot = shop(), cold = shop();
  hot.fillfactor = 80;
  cold.hot = false;
  EXPECT_GT(sized(cold).wal.value, 1.1 * sized(hot).wal.value);
  EXPECT_EQ(sized(hot).remarks.size() + 1, sized(cold).remarks.size());
  EXPECT_NE(sized(cold).remarks.front().find("one index on a column that an update changes"),
            std::string::npos);
  // No room in a full page: said, since only the page tells.
  EXPECT_NE(sized(shop()).remarks.front().find("Fillfactor 100 leaves 0 bytes"), std::string::npos);
}

TEST(Sizing, FullPagesAreMostOfTheWalWhereKeysAreRandom) {
  SizingInput input = shop();
  const double whole = sized(input).wal.value;
  input.checkpoint = 0s;
  const double bare = sized(input).wal.value;
  EXPECT_GT(whole, 5 * bare);
  EXPECT_EQ(sized(input).wal.arithmetic.back(), "no full pages: full_page_writes is off");
  EXPECT_NE(sized(input).remarks.back().find("without full pages"), std::string::npos);
  input.checkpoint = 5min;
  input.row.indexes[0].random = false;
  EXPECT_LT(sized(input).wal.value, whole / 3);
  // A longer time between checkpoints touches each page once for more keys.
  input = shop();
  input.checkpoint = 1h;
  EXPECT_LT(sized(input).wal.value, whole);
}

TEST(Sizing, MoneyIsGigabytesTimesThePrice) {
  const Sizing sizing = sized(shop());
  ASSERT_TRUE(sizing.money);
  EXPECT_DOUBLE_EQ(sizing.money->value, sizing.size.value / 1e9 * 0.1);
  EXPECT_TRUE(sizing.money->text.ends_with(" EUR a month"));
  SizingInput free = shop();
  free.price.reset();
  const Sizing without = sized(free);
  EXPECT_FALSE(without.money);
  EXPECT_EQ(without.figures().size() + 1, sizing.figures().size());
}

TEST(Sizing, EveryFigureShowsItsSum) {
  const Sizing sizing = sized(shop());
  for (const Figure* figure : sizing.figures()) {
    EXPECT_FALSE(figure->arithmetic.empty()) << figure->name;
    EXPECT_FALSE(figure->text.empty()) << figure->name;
    EXPECT_TRUE(std::isfinite(figure->value)) << figure->name;
  }
}

TEST(Sizing, HoursAllAlikeAreARate) {
  SizingInput rate = shop(), hours = shop();
  hours.per_second = 0;
  hours.by_hour = std::vector<double>(24, 360'000);
  for (const Duration window : {Duration(24h), Duration(90min), Duration(7 * 24h + 1h)}) {
    rate.window = hours.window = window;
    EXPECT_NEAR(sized(rate).rows.value, sized(hours).rows.value, 1) << human(window);
    EXPECT_NEAR(sized(rate).wal.value / sized(hours).wal.value, 1, 1e-6);
  }
}

TEST(Sizing, AWindowHoldsTheFullestStretchOfIt) {
  SizingInput input = shop();
  input.by_hour = {0, 0, 100, 300, 200, 0};
  const std::pair<Duration, double> table[] = {{1h, 300}, {2h, 500},    {3h, 600},    {6h, 600},
                                               {7h, 900}, {30min, 150}, {90min, 400}, {8h, 1100}};
  for (const auto& [window, rows] : table) {
    input.window = window;
    EXPECT_NEAR(sized(input).rows.value, rows, 1e-6) << human(window);
  }
}

TEST(Sizing, WhatMeansNothingIsRefused) {
  std::vector<SizingInput> wrong(10, shop());
  wrong[0].per_second = 0;
  wrong[1].fillfactor = 9;
  wrong[2].window = 0s;
  wrong[3].row.heap_bytes = std::nan("");
  wrong[4].row.indexes[0].fill = 0;
  wrong[5].row.indexes[0].rows = 1.5;
  wrong[6].price = -1;
  wrong[7].updates = -1;
  wrong[8].by_hour = {1, -1};
  wrong[9].per_second = INFINITY;
  for (const SizingInput& input : wrong) {
    const auto result = size_table(input);
    ASSERT_FALSE(result) << &input - wrong.data();
    EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  }
}

TEST(Figure, NumbersReadAsPeopleWriteThem) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999.6), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234), "−1,234");
  EXPECT_EQ(grouped(-0.4), "0");
  EXPECT_EQ(bytes_text(512), "512 bytes");
  EXPECT_EQ(bytes_text(1024), "1.02 kB (1.00 KiB)");
  EXPECT_EQ(bytes_text(999'999), "1.00 MB (977 KiB)");
  EXPECT_EQ(plain(0.1), "0.1");
  EXPECT_EQ(plain(12.5), "12.5");
  EXPECT_EQ(plain(86'400), "86,400");
}

TEST(Window, MustBeTwiceTheLongestRetry) {
  const std::tuple<Duration, RetryHorizon, WindowFit> table[] = {
      {24h, {10s, 0s}, WindowFit::enough},      {20s, {10s, 0s}, WindowFit::enough},
      {20s - 1us, {10s, 0s}, WindowFit::tight}, {10s, {10s, 0s}, WindowFit::too_short},
      {10s + 1us, {10s, 0s}, WindowFit::tight}, {24h, {10s, 13h}, WindowFit::tight},
      {24h, {10s, 24h}, WindowFit::too_short},  {365 * 24h, {std::nullopt, 0s}, WindowFit::too_short},
  };
  for (const auto& [window, horizon, fit] : table)
    EXPECT_EQ(judge_window(window, horizon, std::nullopt).fit, fit) << human(window);
  EXPECT_EQ(judge_window(10s, {10s, 0s}, std::nullopt).words.front(),
            "Keys are kept for 10 s, retries come up to 10 s: a late retry finds no key, and the effect "
            "happens a second time. Keep keys for at least 20 s.");
}

TEST(Window, TheGatewaysOwnWindowIsJudgedBesideIt) {
  const auto words = [](std::optional<Duration> gateway) { return judge_window(48h, {1h, 0s}, gateway); };
  EXPECT_EQ(words(std::nullopt).gateway, std::nullopt);
  EXPECT_NE(words(std::nullopt).words.back().find("never released"), std::string::npos);
  EXPECT_EQ(words(30min).gateway, WindowFit::too_short);
  EXPECT_NE(words(30min).words.back().find("retry_before"), std::string::npos);
  EXPECT_EQ(words(24h).gateway, WindowFit::enough);
  EXPECT_NE(words(24h).words.back().find("before this store does"), std::string::npos);
  EXPECT_NE(words(48h).words.back().find("as long as this store"), std::string::npos);
}

}  // namespace
}  // namespace onceover::calculator

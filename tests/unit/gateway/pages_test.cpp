// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gateway/http_gateway.h"
#include "core/web/url.h"

namespace onceover::gateway {
namespace {

using testing::HasSubstr;

Lookup search() {
  Lookup lookup;
  lookup.url = "/search";
  lookup.effects = "/data";
  lookup.status = "/status";
  lookup.done = {"paid"};
  lookup.refused = {"declined"};
  lookup.pending = {"open"};
  lookup.echoed_key = "/key";
  lookup.pages = Pages{.next = "/next", .query = "cursor={cursor}"};
  return lookup;
}

Lookup by_item() {
  Lookup lookup = search();
  lookup.pages = Pages{.has_more = "/more", .item_cursor = "/id", .query = "after={cursor}"};
  return lookup;
}

const Question asked_about{{"t", "op", "k"}, "K1", {}};
const Declaration declared;

HttpAnswer page(const std::string& body, int status = 200) { return {status, std::nullopt, body}; }
std::string paid(const std::string& id = "e1") {
  return R"({"id":")" + id + R"(","key":"K1","status":"paid"})";
}

TEST(PagedAnswer, AnEffectOnALaterPageIsFound) {
  const Lookup lookup = search();
  PagedAnswer answer(lookup, declared, asked_about);
  ASSERT_TRUE(answer.take(page(R"({"data":[],"next":"c2"})")));
  EXPECT_EQ(answer.next(), "c2");
  EXPECT_FALSE(answer.take(page(R"({"data":[)" + paid() + R"(],"next":null})")));
  EXPECT_EQ(answer.evidence().finding, Finding::done);
  EXPECT_EQ(answer.evidence().effect_at, "/data/0");
  EXPECT_THAT(answer.evidence().body, HasSubstr("paid"));
}

TEST(PagedAnswer, NothingOnAnyPageIsNoSuchKey) {
  const Lookup lookup = search();
  PagedAnswer answer(lookup, declared, asked_about);
  ASSERT_TRUE(answer.take(page(R"({"data":[],"next":"c2"})")));
  EXPECT_FALSE(answer.take(page(R"({"data":[]})")));
  EXPECT_EQ(answer.evidence().finding, Finding::no_such_key);
}

TEST(PagedAnswer, TwoEffectsOnTwoPagesAreShouted) {
  const Lookup lookup = by_item();
  PagedAnswer answer(lookup, declared, asked_about);
  ASSERT_TRUE(answer.take(page(R"({"data":[)" + paid() + R"(],"more":true})")));
  EXPECT_EQ(answer.next(), "e1");
  EXPECT_FALSE(answer.take(page(R"({"data":[)" + paid("e2") + R"(],"more":false})")));
  EXPECT_TRUE(answer.evidence().duplicate_effects);
  EXPECT_EQ(answer.evidence().finding, Finding::done);
  EXPECT_EQ(answer.evidence().why, "2 effects under this key");
}

TEST(PagedAnswer, AnEffectOnTwoOverlappingPagesIsOne) {
  const Lookup lookup = by_item();
  PagedAnswer answer(lookup, declared, asked_about);
  ASSERT_TRUE(answer.take(page(R"({"data":[)" + paid() + R"(],"more":true})")));
  EXPECT_FALSE(answer.take(page(R"({"data":[)" + paid() + R"(],"more":false})")));
  EXPECT_FALSE(answer.evidence().duplicate_effects);
  EXPECT_EQ(answer.evidence().finding, Finding::done);
}

TEST(PagedAnswer, TwoEffectsAreShoutedEvenWhereTheRestDidNotCome) {
  const Lookup lookup = search();
  PagedAnswer answer(lookup, declared, asked_about);
  ASSERT_TRUE(answer.take(page(R"({"data":[)" + paid() + "," + paid("e2") + R"(],"next":"c"})")));
  answer.lose("no answer in time");
  EXPECT_TRUE(answer.evidence().duplicate_effects);
  EXPECT_EQ(answer.evidence().finding, Finding::done);
}

struct Broken {
  const char* name;
  Lookup lookup;
  std::vector<HttpAnswer> pages;
  const char* why;
};
class BrokenPages : public testing::TestWithParam<Broken> {};

TEST_P(BrokenPages, ProveNothing) {
  PagedAnswer answer(GetParam().lookup, declared, asked_about);
  for (const HttpAnswer& each : GetParam().pages) {
    if (!answer.take(each)) break;
  }
  EXPECT_EQ(word(answer.evidence().finding), word(Finding::unknown)) << answer.evidence().why;
  EXPECT_THAT(answer.evidence().why, HasSubstr(GetParam().why));
}

Lookup bounded() {
  Lookup lookup = search();
  lookup.pages->max = 2;
  return lookup;
}

Lookup refusing() {
  Lookup lookup = search();
  lookup.refused_statuses = {410};
  return lookup;
}

INSTANTIATE_TEST_SUITE_P(
    F17, BrokenPages,
    testing::Values(
        Broken{"later_page_unavailable",
               search(),
               {page(R"({"data":[)" + paid() + R"(],"next":"c"})"), page("", 503)},
               "HTTP 503"},
        Broken{"later_page_not_found",
               search(),
               {page(R"({"data":[{"key":"K9","status":"paid"}],"next":"c"})"), page("", 404)},
               "another key"},
        Broken{"later_page_not_found_after_none",
               search(),
               {page(R"({"data":[],"next":"c"})"), page(R"({"error":"cursor expired"})", 404)},
               "HTTP 404 instead of page 2"},
        Broken{"later_page_not_found_after_one",
               search(),
               {page(R"({"data":[)" + paid() + R"(],"next":"c"})"), page("", 404)},
               "HTTP 404 instead of page 2"},
        Broken{"later_page_refused",
               refusing(),
               {page(R"({"data":[],"next":"c"})"), page(R"({"key":"K1"})", 410)},
               "HTTP 410 instead of page 2"},
        Broken{
            "later_page_not_json", search(), {page(R"({"data":[],"next":"c"})"), page("<html>")}, "not JSON"},
        Broken{"circle",
               search(),
               {page(R"({"data":[],"next":"c"})"), page(R"({"data":[],"next":"c"})")},
               "form a loop"},
        Broken{"beyond_the_bound",
               bounded(),
               {page(R"({"data":[],"next":"c"})"), page(R"({"data":[],"next":"d"})")},
               "more than 2 pages"},
        Broken{"does_not_say_whether_more",
               by_item(),
               {page(R"({"data":[)" + paid() + "]}")},
               "whether there is more"},
        Broken{"more_is_a_word", by_item(), {page(R"({"data":[],"more":"false"})")}, "whether there is more"},
        Broken{"more_of_nothing", by_item(), {page(R"({"data":[],"more":true})")}, "no /id"},
        Broken{"next_is_a_structure", search(), {page(R"({"data":[],"next":{"a":1}})")}, "does not name it"},
        Broken{"one_effect_instead_of_a_list",
               search(),
               {page(R"({"data":{"key":"K1","status":"paid"}})")},
               "no array at /data"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(Mapping, EffectsOfOtherKeysArePassedOverWhereThatIsDeclared) {
  Lookup lookup = search();
  const std::string body =
      R"({"data":[{"key":"K2","status":"paid"},)" + paid() + R"(,{"key":"K3","status":"odd"}]})";
  EXPECT_EQ(read_lookup(lookup, declared, asked_about, page(body)).finding, Finding::unknown);
  lookup.skips_other_keys = true;
  const Evidence evidence = read_lookup(lookup, declared, asked_about, page(body));
  EXPECT_EQ(evidence.finding, Finding::done);
  EXPECT_EQ(evidence.effect_at, "/data/1");
  EXPECT_EQ(
      read_lookup(lookup, declared, asked_about, page(R"({"data":[{"key":"K2","status":"paid"}]})")).finding,
      Finding::no_such_key);
  // One that tells no key may be ours.
  EXPECT_EQ(read_lookup(lookup, declared, asked_about, page(R"({"data":[{"status":"paid"}]})")).finding,
            Finding::unknown);
}

TEST(Mapping, ValuesAreInTheirPlacesAsTheFormWantsThem) {
  EXPECT_EQ(filled_body(R"({"a":{"key":"{key}"},"b":"{reference}"})",
                        Filling{{"key", "x\"y{reference}"}, {"reference", "r"}}),
            R"({"a":{"key":"x\"y{reference}"},"b":"r"})");
  EXPECT_EQ(filled_body(R"({"c":"{cursor}"})", Filling{{"cursor", ""}}), R"({"c":""})");
  EXPECT_EQ(filled_body(R"({"k":"{key}"})", Filling{{"key", ""}}), std::nullopt);
  EXPECT_EQ(filled_url("after={cursor}", Filling{{"cursor", "a&b=c"}}), "after=a%26b%3Dc");
}

TEST(Address, OfANextPageStaysWithTheConfiguredHost) {
  const std::string base = "https://pay.example/api";
  EXPECT_EQ(web::within_origin(base, "/api/effects?page=2"), "https://pay.example/api/effects?page=2");
  EXPECT_EQ(web::within_origin(base, "https://pay.example:443/effects?page=2"),
            "https://pay.example:443/effects?page=2");
  for (const char* elsewhere :
       {"https://evil.example/effects", "//evil.example/effects", "http://pay.example/effects",
        "https://pay.example:444/", "https://me:pw@pay.example/", "https://pay.example@evil.example/",
        "file:///etc/passwd", "https://pay.example\\@evil.example/", "/effects#x", "/effects x"}) {
    EXPECT_EQ(web::within_origin(base, elsewhere), std::nullopt) << elsewhere;
  }
}

Listing listing() {
  Listing out;
  out.item = by_item();
  out.item.amount = "/amount";
  out.item.amount_minor_digits = 2;
  out.id = "/id";
  out.at = "/at";
  out.time = Listing::Time::epoch_s;
  return out;
}

TEST(ListingPage, TellsKeysWordsAndAmounts) {
  const auto read = read_listing(
      listing(), page(R"({"data":[{"id":7,"key":"K1","status":"paid","amount":1250,"at":1700000000},
      {"id":"b","key":"K2","status":"declined"},{"id":"c","status":"paid"}],"more":false})"));
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->effects.size(), 3U);
  EXPECT_EQ(read->effects[0].id, "7");
  EXPECT_EQ(read->effects[0].key, "K1");
  EXPECT_EQ(read->effects[0].finding, Finding::done);
  EXPECT_EQ(read->effects[0].echoed.amount, "12.5");
  EXPECT_EQ(read->effects[0].at, Timestamp{1'700'000'000'000'000});
  EXPECT_EQ(read->effects[1].finding, Finding::refused);
  EXPECT_EQ(read->effects[2].key, "");
  EXPECT_FALSE(read->has_next);
}

TEST(ListingPage, IsRefusedWhereItIsNotWhole) {
  for (const auto& [answer, why] : std::vector<std::pair<HttpAnswer, std::string>>{
           {page("", 503), "503"},
           {page("[]", 206), "206"},
           {page("{}"), "no array"},
           {page(R"({"data":[{"key":"K1"}],"more":false})"), "no /id"},
           {page(R"({"data":[]})"), "whether there is more"}}) {
    const auto read = read_listing(listing(), answer);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error(), HasSubstr(why));
  }
}

TEST(Explained, SaysWhatStandsWhereAndWhatItMeans) {
  const auto lines =
      explained(search(), asked_about, R"({"data":[{"key":"K2","status":"open"}],"next":"c"})");
  std::string all;
  for (const ReadLine& line : lines)
    all += line.field + " " + line.pointer + " = " + line.value.value_or("-") + " (" + line.means + ")\n";
  EXPECT_EQ(all,
            "effects /data = - (1 effects)\n"
            "echoed_key /key = K2 (another key)\n"
            "status /status = open (pending)\n"
            "pages.next /next = c ()\n");
}

}  // namespace
}  // namespace onceover::gateway

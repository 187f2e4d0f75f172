// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/webhook.h"

#include <gmock/gmock.h>

namespace onceover::outbox {
namespace {

using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;
using enum Report::Result;

Stored event(std::string_view headers = "{}") {
  return {.seq = 7,
          .id = "00000000-0000-4000-8000-000000000001",
          .topic = "payments",
          .aggregate_type = "payment",
          .aggregate_id = "p-1",
          .type = "payment.captured",
          .payload = "{}",
          .content_type = "application/json",
          .headers = headers,
          .created_at = *parse_iso("2026-11-21T02:03:04Z")};
}

struct Row {
  int status;
  Report::Result heard, silent;  // with other events taken meanwhile, and without
  bool is_gone = false;
};

TEST(WebhookEnd, OfEachAnswer) {
  const Row rows[] = {{200, delivered, delivered},
                      {201, delivered, delivered},
                      {202, delivered, delivered},
                      {204, delivered, delivered},
                      {299, delivered, delivered},
                      {301, unavailable, unavailable},
                      {302, unavailable, unavailable},
                      {304, unavailable, unavailable},
                      {307, unavailable, unavailable},
                      {308, unavailable, unavailable},
                      {400, refused, refused},
                      {401, unavailable, unavailable},
                      {402, failed, failed},
                      {403, unavailable, unavailable},
                      {404, unavailable, unavailable},
                      {405, unavailable, unavailable},
                      {408, failed, failed},
                      {409, refused, refused},
                      {410, unavailable, unavailable, true},
                      {413, refused, refused},
                      {415, refused, refused},
                      {421, unavailable, unavailable},
                      {422, refused, refused},
                      {425, failed, failed},
                      {429, unavailable, unavailable},
                      {431, refused, refused},
                      {451, failed, failed},
                      {500, failed, unavailable},
                      {501, failed, unavailable},
                      {502, failed, unavailable},
                      {503, unavailable, unavailable},
                      {504, failed, unavailable},
                      {599, failed, unavailable}};
  for (const Row& row : rows) {
    const WebhookEnd heard = end_of({.status = row.status}, true),
                     silent = end_of({.status = row.status}, false);
    EXPECT_EQ(heard.result, row.heard) << row.status;
    EXPECT_EQ(silent.result, row.silent) << row.status;
    EXPECT_EQ(heard.is_gone, row.is_gone) << row.status;
    EXPECT_EQ(heard.error.empty(), row.heard == delivered) << row.status;
    if (row.heard != delivered) {
      EXPECT_THAT(heard.error, HasSubstr(std::to_string(row.status)));
    }
  }
}

TEST(WebhookEnd, WithoutAnAnswerIsTheEventsOnlyWhereOthersArrive) {
  EXPECT_EQ(end_of({.why = "no answer in time"}, true).result, failed);
  EXPECT_EQ(end_of({.why = "no answer in time"}, false).result, unavailable);
  for (const bool is_heard : {false, true})
    EXPECT_EQ(end_of({.why = "no answer: refused", .is_unreachable = true}, is_heard).result, unavailable)
        << "nothing was sent";
}

TEST(WebhookEnd, AnAnswerThatIsCutCountsByItsStatus) {
  EXPECT_EQ(end_of({.status = 200, .why = "the answer is larger than 4096 bytes"}, false).result, delivered);
  EXPECT_EQ(end_of({.status = 422, .why = "no answer in time"}, false).result, refused);
}

TEST(WebhookHeaders, NameTheEvent) {
  EXPECT_THAT(webhook_headers(event(), {}),
              UnorderedElementsAre(Pair("webhook-id", "00000000-0000-4000-8000-000000000001"),
                                   Pair("event-topic", "payments"), Pair("event-type", "payment.captured"),
                                   Pair("event-aggregate-type", "payment"), Pair("event-aggregate-id", "p-1"),
                                   Pair("Content-Type", "application/json")));
}

TEST(WebhookHeaders, OfCloudEventsAreThoseOfBinaryMode) {
  const auto headers = webhook_headers(event(), {.cloud_events = true, .source = "urn:shop"});
  for (const auto& one :
       {Pair("ce-specversion", "1.0"), Pair("ce-id", "00000000-0000-4000-8000-000000000001"),
        Pair("ce-source", "urn:shop"), Pair("ce-type", "payment.captured"),
        Pair("ce-time", "2026-11-21T02:03:04.000000Z")})
    EXPECT_THAT(headers, testing::Contains(one));
}

TEST(WebhookHeaders, ATombstoneSaysThatItIsOneAndHasNoContentType) {
  Stored tombstone = event();
  tombstone.payload.reset();
  const auto headers = webhook_headers(tombstone, {});
  EXPECT_THAT(headers, testing::Contains(Pair("event-tombstone", "true")));
  EXPECT_THAT(headers, testing::Not(testing::Contains(Pair("Content-Type", testing::_))));
}

TEST(WebhookHeaders, NoTextOfAnEventSplitsTheRequest) {
  Stored hostile = event();
  hostile.aggregate_id = "p\r\nhost: evil%\"ä";
  hostile.content_type = "text/plain\r\nhost: evil";
  for (const auto& [name, value] : webhook_headers(hostile, {})) {
    EXPECT_EQ(value.find_first_of("\r\n"), std::string::npos) << name;
    EXPECT_NE(name, "Content-Type");
    if (name == "event-aggregate-id") {
      EXPECT_EQ(value, "p%0D%0Ahost:%20evil%25%22%C3%A4");
    }
  }
}

TEST(WebhookHeaders, OfTheEventItselfGoAlongWhereTheyMay) {
  const std::string headers =
      R"({"traceparent":"00-a-b-01","correlation_id":"c 7","Host":"evil","webhook-id":"x","AUTHORIZATION":"y",
    "content-length":"3","Transfer-Encoding":"chunked","event-topic":"z","ce-id":"1","X-Forwarded-For":"1.2.3.4","cookie":"c","proxy-x":"1",
    "bad name":"1","bad:name":"1","bad\nname":"1","ä":"1","":"1","line":"a\r\nb: c","nul":"a\u0000b","empty":"","X-A":"1","x-a":"2"})";
  std::vector<key::Header> own = webhook_headers(event(headers), {});
  const auto ours = webhook_headers(event(), {}).size();
  own.erase(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(ours));
  EXPECT_THAT(own, UnorderedElementsAre(Pair("traceparent", "00-a-b-01"), Pair("correlation_id", "c 7"),
                                        Pair("empty", ""), Pair("X-A", "1")));
  for (const char* broken : {"", "[]", "{", "7", "{\"a\":1}"})
    EXPECT_EQ(webhook_headers(event(broken), {}).size(), ours) << broken;
}

}  // namespace
}  // namespace onceover::outbox

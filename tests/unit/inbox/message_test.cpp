// SPDX-License-Identifier: Apache-2.0
// What a message of Kafka is as an event.
#include <gmock/gmock.h>

#include <functional>

#include "core/inbox/kafka_source.h"
#include "core/key/sha256.h"

namespace onceover::inbox {
namespace {

KafkaSourceConfig by(const char* identity) {
  KafkaSourceConfig config{.brokers = "b:9092", .topics = {"payments"}, .group = "ledger"};
  config.identity = identity_from(identity).value();
  return config;
}

KafkaMessage message(std::optional<std::string_view> payload,
                     std::vector<std::pair<std::string_view, std::string_view>> headers = {}) {
  return {.topic = "payments",
          .partition = 3,
          .offset = 17,
          .key = "p-1",
          .payload = payload,
          .headers = std::move(headers)};
}

TEST(Message, AnIdentityIsAHeaderAPointerOrThePlace) {
  EXPECT_EQ(identity_from("header:id")->name, "id");
  EXPECT_EQ(identity_from("body:/event/id")->name, "/event/id");
  EXPECT_EQ(identity_from("offset")->from, Identity::From::offset);
  for (const char* text : {"", "id", "header:", "body:", "body:event", "body:/a~2", "offset:1"})
    EXPECT_FALSE(identity_from(text)) << text;
  for (const char* given : {"header:id", "body:/event/id", "offset"})
    EXPECT_EQ(text(*identity_from(given)), given);
}

TEST(Message, TheHeaderIdIsTheIdentityByDefault) {
  const auto one = received(KafkaSourceConfig{}, message("{}", {{"id", "first"}, {"id", "e-1"}}));
  EXPECT_EQ(one.unusable, "");
  EXPECT_EQ(one.event.id, "e-1") << "of repeated headers the last one";
  EXPECT_EQ(one.event.source, "payments");
  EXPECT_EQ(one.place, "payments/3/17");
}

TEST(Message, AnIdInTheBodyIsATextOrAWholeNumber) {
  const auto id_of = [](const char* body) { return received(by("body:/event/id"), message(body)).event.id; };
  EXPECT_EQ(id_of(R"({"event": {"id": "e-1"}})"), "e-1");
  EXPECT_EQ(id_of(R"({"event": {"id": 12345678901234567890123}})"), "12345678901234567890123")
      << "not through a double";
  for (const char* body : {R"({"event": {"id": 1.5}})", R"({"event": {"id": null}})",
                           R"({"event": {"id": {}}})", R"({"event": {"id": ""}})",
                           R"({"event": {"id": "a", "id": "b"}})", R"({"event": 1})", "no JSON", ""}) {
    const auto one = received(by("body:/event/id"), message(body));
    EXPECT_NE(one.unusable, "") << body;
    EXPECT_EQ(one.event.id, "") << body;
    EXPECT_EQ(one.event.payload, body) << "kept for the dead letter";
  }
  EXPECT_NE(received(by("body:/id"), message(std::nullopt)).unusable, "") << "a tombstone";
}

TEST(Message, ThePlaceIsTheIdentityOnlyWhereThatIsSaid) {
  EXPECT_EQ(received(by("offset"), message("{}")).event.id, "payments/3/17");
  EXPECT_EQ(received(by("header:id"), message("{}")).unusable, "The message has no header id.");
}

TEST(Message, AnIdThatCannotBeStoredIsNone) {
  for (const std::string& id :
       {std::string(), std::string(256, 'x'), std::string("a\0b", 3), std::string("\xff")})
    EXPECT_NE(received(by("header:id"), message("{}", {{"id", id}})).unusable, "")
        << testing::PrintToString(id);
}

TEST(Message, TheFingerprintIsOfTheBytesAndTellsATombstone) {
  const auto print = [](std::optional<std::string_view> payload) {
    return received(by("offset"), message(payload)).event.fingerprint;
  };
  EXPECT_EQ(print("abc"), key::bytes_of(key::sha256("abc")));
  EXPECT_NE(print(""), print(std::nullopt));
  EXPECT_NE(print(std::nullopt), "") << "an empty one would be unknown";
  EXPECT_NE(print(R"({"a":1})"), print(R"({"a": 1})"));
}

TEST(Message, HeadersAreTextsAndBase64WhereTheyAreNone) {
  const auto one =
      received(by("offset"),
               message("{}", {{"content-type", "application/json"}, {"trace", "00"}, {"raw", "\xff\x01"}}));
  EXPECT_EQ(one.event.content_type, "application/json");
  EXPECT_THAT(one.event.headers,
              testing::ElementsAre(testing::Pair("content-type", "application/json"),
                                   testing::Pair("trace", "00"), testing::Pair("raw_base64", "/wE=")));
}

TEST(Message, AVersionHeaderMakesTheKeyAnAggregate) {
  KafkaSourceConfig config = by("header:id");
  config.version_header = "version";
  const auto with = received(config, message("{}", {{"id", "e"}, {"version", "7"}}));
  ASSERT_TRUE(with.event.aggregate);
  EXPECT_EQ(with.event.aggregate->type, "payments");
  EXPECT_EQ(with.event.aggregate->id, "p-1");
  EXPECT_EQ(with.event.aggregate->version, 7);
  EXPECT_FALSE(received(config, message("{}", {{"id", "e"}})).event.aggregate) << "not compared";
  EXPECT_NE(received(config, message("{}", {{"id", "e"}, {"version", "7a"}})).unusable, "");
  KafkaMessage without_key = message("{}", {{"id", "e"}, {"version", "7"}});
  without_key.key = {};
  EXPECT_NE(received(config, without_key).unusable, "");
}

TEST(Message, AConfigurationIsCheckedBeforeAnythingIsSent) {
  const KafkaSourceConfig sound = by("header:id");
  EXPECT_TRUE(validate(sound));
  for (const auto& change : std::vector<std::function<void(KafkaSourceConfig&)>>{
           [](auto& c) { c.brokers.clear(); }, [](auto& c) { c.group.clear(); },
           [](auto& c) { c.topics.clear(); }, [](auto& c) { c.topics = {"^pay.*"}; },
           [](auto& c) { c.topics = {""}; }, [](auto& c) { c.source = std::string(231, 's'); }}) {
    KafkaSourceConfig wrong = sound;
    change(wrong);
    EXPECT_FALSE(validate(wrong));
  }
}

}  // namespace
}  // namespace onceover::inbox

// SPDX-License-Identifier: Apache-2.0
// What can be received, and headers as they are stored.
#include <gtest/gtest.h>

#include "core/inbox/guards.h"
#include "core/inbox/inbox.h"

namespace onceover::inbox {
namespace {

Event usable() {
  Event event;
  event.source = "orders";
  event.id = "e1";
  return event;
}

TEST(UnusableEvent, SaysWhatIsWrong) {
  EXPECT_EQ(why_unusable(usable()), "");
  const auto with = [](auto change) {
    Event event = usable();
    change(event);
    return why_unusable(event);
  };
  EXPECT_EQ(with([](Event& e) { e.id = ""; }), "The event's id is empty.");
  EXPECT_EQ(with([](Event& e) { e.source = std::string(256, 'x'); }),
            "The event's source has 256 bytes; at most 255 are allowed.");
  EXPECT_EQ(with([](Event& e) { e.id = std::string("a\0", 2); }),
            "The event's id is not UTF-8, or contains NUL.");
  EXPECT_EQ(with([](Event& e) { e.id = "\xc3"; }), "The event's id is not UTF-8, or contains NUL.");
  EXPECT_EQ(with([](Event& e) { e.fingerprint = std::string(65, 'x'); }),
            "The event's fingerprint has 65 bytes; at most 64 are allowed.");
  EXPECT_EQ(with([](Event& e) {
              e.aggregate = Aggregate{"", "1", 1};
            }),
            "The event's aggregate type is empty.");
  EXPECT_EQ(with([](Event& e) { e.content_type = "\xff"; }),
            "The event's content type is not UTF-8, or contains NUL.");
  EXPECT_EQ(with([](Event& e) { e.id = std::string(255, 'x'); }), "");
  EXPECT_EQ(with([](Event& e) { e.fingerprint = std::string(64, '\0'); }), "") << "bytes, not text";
}

TEST(Headers, ThereAndBack) {
  EXPECT_EQ(headers_json({}), "");
  EXPECT_TRUE(headers_of("").empty());
  EXPECT_TRUE(headers_of("[1]").empty());
  const Headers headers{{"a", "1"}, {"b", "\"quoted\" ü"}};
  EXPECT_EQ(headers_of(headers_json(headers)), headers);
  EXPECT_EQ(headers_of(headers_json({{"a", "1"}, {"a", "2"}})), (Headers{{"a", "2"}}));
  EXPECT_EQ(headers_of(headers_json({{"a", std::string("\0\xff", 2)}})),
            (Headers{{"a", "\xef\xbf\xbd\xef\xbf\xbd"}}));
  EXPECT_EQ(headers_of(R"({"n":7})"), (Headers{{"n", "7"}}));
}

}  // namespace
}  // namespace onceover::inbox

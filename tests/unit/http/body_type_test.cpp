// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/http/headers.h"

namespace onceover::http {
namespace {

TEST(BodyType, AJsonBodyIsOneJsonText) {
  for (const char* type :
       {"application/json", "Application/JSON; charset=utf-8", "application/problem+json"}) {
    EXPECT_EQ(why_not_of_type(type, R"({"id": 1})"), std::nullopt) << type;
    EXPECT_EQ(why_not_of_type(type, "12.50"), std::nullopt) << type;
    EXPECT_TRUE(why_not_of_type(type, R"({"id": 1)")) << type;
    EXPECT_TRUE(why_not_of_type(type, "id=1")) << type;
    EXPECT_TRUE(why_not_of_type(type, R"({"id": 1} {"id": 2})")) << type;
  }
  EXPECT_EQ(why_not_of_type("application/json", "<html>"),
            "The body is not JSON, but its content type is application/json.");
}

TEST(BodyType, XmlAndTextAreCheckedAndOtherBytesAreNot) {
  EXPECT_EQ(why_not_of_type("application/xml", "\n<ok/>"), std::nullopt);
  EXPECT_TRUE(why_not_of_type("text/xml", "{}"));
  EXPECT_EQ(why_not_of_type("text/plain", "Gr\xC3\xBC\xC3\x9F"), std::nullopt);
  EXPECT_TRUE(why_not_of_type("text/plain", "Gr\xFC\xDF"));
  EXPECT_EQ(why_not_of_type("text/plain; charset=ISO-8859-1", "Gr\xFC\xDF"), std::nullopt);
  EXPECT_EQ(why_not_of_type("application/pdf", "\x01\xFF"), std::nullopt);
}

TEST(BodyType, WhatIsNoContentTypeIsSaid) {
  EXPECT_TRUE(why_not_of_type("json", "{}"));
  EXPECT_TRUE(why_not_of_type("application/", "{}"));
  EXPECT_EQ(why_not_of_type("", "anything"), std::nullopt);
  EXPECT_EQ(why_not_of_type("application/json", ""), std::nullopt);
}

}  // namespace
}  // namespace onceover::http

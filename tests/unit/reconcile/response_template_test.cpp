// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/reconcile/verdict.h"

namespace onceover::reconcile {
namespace {

std::optional<std::string> made(std::string body, std::string answer, std::string effect_at = {}) {
  gateway::Evidence evidence;
  evidence.body = std::move(answer);
  evidence.effect_at = std::move(effect_at);
  const auto response = render({201, "application/json", std::move(body)}, evidence);
  return response ? std::optional(response->body) : std::nullopt;
}

struct TemplateLine {
  const char* name;
  const char* body;
  const char* answer;
  const char* made;  // null: no response
};

class ResponseTemplateTable : public testing::TestWithParam<TemplateLine> {};

TEST_P(ResponseTemplateTable, Holds) {
  const TemplateLine& line = GetParam();
  EXPECT_EQ(made(line.body, line.answer), line.made ? std::optional<std::string>(line.made) : std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, ResponseTemplateTable,
    testing::Values(
        TemplateLine{"strings_between_quotes", R"({"id":"{{/id}}"})", R"({"id":"ch_1"})", R"({"id":"ch_1"})"},
        TemplateLine{"part_of_a_string", R"({"id":"x-{{/id}}-y"})", R"({"id":"ch_1"})",
                     R"({"id":"x-ch_1-y"})"},
        TemplateLine{"quotes_are_escaped", R"({"id":"{{/id}}"})", R"({"id":"a\"b\\\n\u0001"})",
                     R"({"id":"a\"b\\\n\u0001"})"},
        TemplateLine{"nothing_is_injected", R"({"id":"{{/id}}"})", R"({"id":"\",\"admin\":\"yes"})",
                     R"({"id":"\",\"admin\":\"yes"})"},
        TemplateLine{"placeholders_in_values_stay_text", R"({"id":"{{/id}}"})",
                     R"({"id":"{{/secret}}","secret":1})", R"({"id":"{{/secret}}"})"},
        TemplateLine{"strings_outside_of_quotes_get_them", R"({"id":{{/id}}})", R"({"id":"a\"b"})",
                     R"({"id":"a\"b"})"},
        TemplateLine{"numbers_stay_as_written", R"({"a":{{/a}},"b":"{{/a}}"})", R"({"a":12.50})",
                     R"({"a":12.50,"b":"12.50"})"},
        TemplateLine{"large_numbers_stay_as_written", R"({"a":{{/a}}})", R"({"a":12345678901234567890.10})",
                     R"({"a":12345678901234567890.10})"},
        TemplateLine{"exponents_stay_as_written", R"([{{/a}}])", R"({"a":1.0E+2})", R"([1.0E+2])"},
        TemplateLine{"booleans", R"({"a":{{/a}},"b":"{{/a}}"})", R"({"a":true})", R"({"a":true,"b":"true"})"},
        TemplateLine{"null_as_a_value", R"({"a":{{/a}}})", R"({"a":null})", R"({"a":null})"},
        TemplateLine{"null_between_quotes", R"({"a":"{{/a}}"})", R"({"a":null})", nullptr},
        TemplateLine{"structures_as_values", R"({"a":{{/a}}})", R"({"a":{"x":[1,"2"]}})",
                     R"({"a":{"x":[1,"2"]}})"},
        TemplateLine{"structures_between_quotes", R"({"a":"{{/a}}"})", R"({"a":[1]})", nullptr},
        TemplateLine{"the_whole_effect", "{{}}", R"({"a":1})", R"({"a":1})"},
        TemplateLine{"closing_braces_behind", R"({"a":{"b":{{/a}}}})", R"({"a":1})", R"({"a":{"b":1}})"},
        TemplateLine{"missing_pointer", R"({"a":"{{/nope}}"})", R"({"a":1})", nullptr},
        TemplateLine{"no_pointer", R"({"a":"{{id}}"})", R"({"id":1})", nullptr},
        TemplateLine{"never_closed", R"({"a":"{{/a"})", R"({"a":1})", nullptr},
        TemplateLine{"escaped_quotes_in_the_template", R"({"a":"\"{{/a}}\""})", R"({"a":"x\"y"})",
                     R"({"a":"\"x\"y\""})"},
        TemplateLine{"result_is_no_json", R"({"a":{{/a}})", R"({"a":1})", nullptr},
        TemplateLine{"answer_is_no_json", R"({"a":1})", "<html>", nullptr},
        TemplateLine{"unicode", R"({"n":"{{/n}}"})", R"({"n":"\u00e9\ud83d\ude00"})",
                     "{\"n\":\"\xC3\xA9\xF0\x9F\x98\x80\"}"},
        TemplateLine{"without_placeholders", R"({"ok":true})", "{}", R"({"ok":true})"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(ResponseTemplate, PointsIntoTheEffectAndNotItsNeighbours) {
  EXPECT_EQ(made(R"({"id":"{{/id}}"})", R"({"data":[{"id":"a"},{"id":"b"}]})", "/data/1"), R"({"id":"b"})");
  EXPECT_EQ(made(R"({"id":"{{/id}}"})", R"({"data":[]})", "/data/0"), std::nullopt);
}

TEST(ResponseTemplate, AnEmptyBodyNeedsNoAnswer) {
  const auto response = render({204, "application/json", ""}, {});
  ASSERT_TRUE(response);
  EXPECT_EQ(response->code, 204);
  EXPECT_TRUE(response->headers.empty());
}

TEST(ResponseTemplate, MakesSuccessesInJsonOnly) {
  gateway::Evidence evidence;
  evidence.body = R"({"id":"<b>"})";
  EXPECT_FALSE(render({200, "text/html", "{{/id}}"}, evidence));
  EXPECT_FALSE(render({404, "application/json", "{}"}, evidence));
  EXPECT_TRUE(render({200, "application/vnd.acme+json; charset=utf-8", "{}"}, evidence));
}

}  // namespace
}  // namespace onceover::reconcile

// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceover::gateway {
namespace {

using testing::HasSubstr;
using testing::Not;

Lookup by_key() {
  Lookup lookup;
  lookup.url = "/effects/{key}";
  lookup.status = "/status";
  lookup.done = {"captured"};
  lookup.refused = {"declined"};
  lookup.pending = {"processing"};
  lookup.echoed_key = "/key";
  lookup.amount = "/amount";
  lookup.currency = "/currency";
  lookup.reference = "/reference";
  return lookup;
}

Declaration promises() {
  Declaration declared;
  declared.before_idempotency = {401, 409};
  declared.cancel = Cancel::with_tombstone;
  return declared;
}

const Question question{{"t", "op", "k"}, "K1", {}};

Evidence read(const Lookup& lookup, int status, const std::string& body) {
  return read_lookup(lookup, promises(), question, {status, std::nullopt, body});
}

struct Line {
  const char* name;
  int status;
  const char* body;
  Finding finding;
  const char* why;
};

class Mapping : public testing::TestWithParam<Line> {};

TEST_P(Mapping, FindsWhatTheAnswerProvesAndNoMore) {
  const Evidence evidence = read(by_key(), GetParam().status, GetParam().body);
  EXPECT_EQ(word(evidence.finding), word(GetParam().finding)) << evidence.why;
  EXPECT_THAT(evidence.why, HasSubstr(GetParam().why));
  EXPECT_EQ(evidence.status, GetParam().status);
  EXPECT_EQ(evidence.body, GetParam().body);
  EXPECT_FALSE(evidence.duplicate_effects);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, Mapping,
    testing::Values(
        Line{"done", 200, R"({"key":"K1","status":"captured"})", Finding::done, "captured"},
        Line{"refused", 200, R"({"key":"K1","status":"declined"})", Finding::refused, "declined"},
        Line{"pending", 202, R"({"key":"K1","status":"processing"})", Finding::pending, "processing"},
        Line{"not_found", 404, "", Finding::no_such_key, "404"},
        Line{"unknown_word", 200, R"({"key":"K1","status":"Captured"})", Finding::unknown,
             "without a declared meaning: Captured"},
        Line{"no_status", 200, R"({"key":"K1"})", Finding::unknown, "no /status"},
        Line{"null_status", 200, R"({"key":"K1","status":null})", Finding::unknown, "no /status"},
        Line{"structured_status", 200, R"({"key":"K1","status":["captured"]})", Finding::unknown,
             "no /status"},
        Line{"another_key", 200, R"({"key":"K2","status":"captured"})", Finding::unknown,
             "another key was echoed: K2"},
        Line{"key_prefix", 200, R"({"key":"K1 ","status":"captured"})", Finding::unknown, "another key"},
        Line{"refused_for_another_key", 200, R"({"key":"K2","status":"declined"})", Finding::unknown,
             "another key"},
        Line{"no_key", 200, R"({"status":"captured"})", Finding::unknown, "has no key"},
        Line{"not_json", 200, "<html>captured</html>", Finding::unknown, "not JSON"},
        Line{"empty", 204, "", Finding::unknown, "not JSON"},
        Line{"two_statuses", 200, R"({"key":"K1","status":"captured","status":"declined"})", Finding::unknown,
             "ambiguous"},
        Line{"cut_json", 200, R"({"key":"K1","status":"captured")", Finding::unknown, "not JSON"},
        Line{"redirect", 302, "", Finding::unknown, "redirect"},
        Line{"see_other_with_body", 303, R"({"key":"K1","status":"captured"})", Finding::unknown, "redirect"},
        Line{"part", 206, R"({"key":"K1","status":"captured"})", Finding::unknown, "206"},
        Line{"timeout", 408, R"({"key":"K1","status":"declined"})", Finding::unknown, "408"},
        Line{"too_many", 429, R"({"key":"K1","status":"declined"})", Finding::unknown, "429"},
        Line{"server_error", 500, R"({"key":"K1","status":"declined"})", Finding::unknown, "500"},
        Line{"gateway_timeout", 504, R"({"key":"K1","status":"captured"})", Finding::unknown, "504"},
        Line{"before_idempotency", 401, R"({"key":"K1","status":"declined"})", Finding::unknown,
             "before the gateway's idempotency layer"},
        Line{"other_4xx", 418, R"({"key":"K1","status":"declined"})", Finding::unknown, "418"},
        Line{"empty_list", 200, "[]", Finding::no_such_key, "no effect"},
        Line{"list_of_one", 200, R"([{"key":"K1","status":"captured"}])", Finding::done, "captured"},
        Line{"refused_then_done", 200,
             R"([{"key":"K1","status":"declined"},{"key":"K1","status":"captured"}])", Finding::done,
             "captured"},
        Line{"done_and_pending", 200,
             R"([{"key":"K1","status":"captured"},{"key":"K1","status":"processing"}])", Finding::pending,
             "processing"},
        Line{"done_and_foreign", 200,
             R"([{"key":"K1","status":"captured"},{"key":"K2","status":"captured"}])", Finding::unknown,
             "another key"},
        Line{"list_of_text", 200, R"(["captured"])", Finding::unknown, "has no key"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(MappingOfEffects, TwoEffectsUnderOneKeyAreDuplicates) {
  const Evidence evidence = read(
      by_key(), 200,
      R"([{"key":"K1","status":"captured"},{"key":"K1","status":"processing"},{"key":"K1","status":"captured"}])");
  EXPECT_TRUE(evidence.duplicate_effects);
  EXPECT_EQ(evidence.finding, Finding::done);
  EXPECT_THAT(evidence.why, HasSubstr("2 effects"));
}

TEST(MappingOfEffects, NoneIsProvedOnlyByAWholeAnswerOfTheGatewaysOwn) {
  Lookup lookup = by_key();
  lookup.effects = "/data";
  for (const int status : {202, 203, 207}) {
    const Evidence none = read(lookup, status, R"({"data":[]})");
    EXPECT_EQ(word(none.finding), word(Finding::unknown));
    EXPECT_EQ(none.why, "HTTP " + std::to_string(status) + " without an effect");
    EXPECT_EQ(word(read(lookup, status, R"({"data":[{"key":"K1","status":"captured"}]})").finding),
              word(Finding::done));
  }
  EXPECT_EQ(word(read(lookup, 200, R"({"data":[]})").finding), word(Finding::no_such_key));
  for (const char* error : {R"({"code":"backend_down"})", R"("timeout")", "true", R"(["shard 3 is down"])"})
    EXPECT_EQ(word(read(lookup, 200, std::string(R"({"data":[],"error":)") + error + "}").finding),
              word(Finding::unknown))
        << error;
  for (const char* none : {"null", "false", R"("")", "[]", "{}", "0"})
    EXPECT_EQ(word(read(lookup, 200, std::string(R"({"data":[],"errors":)") + none + "}").finding),
              word(Finding::no_such_key))
        << none;
}

TEST(MappingOfNotFound, CountsOnlyAsFreshAsDeclared) {
  Declaration declared = promises();
  declared.lookup_lag = std::chrono::seconds(30);
  const auto cached = [&](const std::string& body, int status, Duration age) {
    return read_lookup(by_key(), declared, question, {status, std::nullopt, body, age});
  };
  EXPECT_EQ(word(cached("", 404, std::chrono::seconds(30)).finding), word(Finding::no_such_key));
  const Evidence old = cached("", 404, std::chrono::minutes(10));
  EXPECT_EQ(word(old.finding), word(Finding::unknown));
  EXPECT_THAT(old.why, HasSubstr("from a cache"));
  EXPECT_EQ(word(cached(R"({"key":"K1","status":"captured"})", 200, std::chrono::minutes(10)).finding),
            word(Finding::done));
}

TEST(MappingOfEffects, AreFoundBehindTheirPointer) {
  Lookup lookup = by_key();
  lookup.effects = "/data";
  const Evidence evidence =
      read(lookup, 200,
           R"({"data":[{"key":"K1","status":"declined"},{"key":"K1","status":"captured","amount":7}]})");
  EXPECT_EQ(evidence.finding, Finding::done);
  EXPECT_EQ(evidence.effect_at, "/data/1");
  EXPECT_EQ(evidence.echoed.amount, "7");
  EXPECT_EQ(read(lookup, 200, R"({"data":[]})").finding, Finding::no_such_key);
  EXPECT_EQ(read(lookup, 200, R"({"data":{}})").finding, Finding::unknown);
  EXPECT_EQ(read(lookup, 200, R"({})").finding, Finding::unknown);
}

TEST(MappingOfEchoes, KeepsNumbersExact) {
  const Evidence evidence = read(
      by_key(), 200, R"({"key":"K1","status":"captured","amount":12.50,"currency":"EUR","reference":null})");
  EXPECT_EQ(evidence.echoed.amount, "12.50");
  EXPECT_EQ(evidence.echoed.currency, "EUR");
  EXPECT_EQ(evidence.echoed.reference, std::nullopt);
  Lookup minor = by_key();
  minor.amount_minor_digits = 2;
  EXPECT_EQ(read(minor, 200, R"({"key":"K1","status":"captured","amount":1250})").echoed.amount, "12.5");
}

TEST(MappingOfNotFound, NeedsTheGatewaysOwnWordWhereOneIsDeclared) {
  Lookup lookup = by_key();
  lookup.not_found = "/error/code";
  lookup.not_found_words = {"unknown_key"};
  EXPECT_EQ(read(lookup, 404, R"({"error":{"code":"unknown_key"}})").finding, Finding::no_such_key);
  EXPECT_EQ(read(lookup, 200, R"({"error":{"code":"unknown_key"}})").finding, Finding::no_such_key);
  EXPECT_EQ(read(lookup, 404, "<html>no such page</html>").finding, Finding::unknown);
  EXPECT_EQ(read(lookup, 404, R"({"error":{"code":"no_route"}})").finding, Finding::unknown);
  EXPECT_EQ(read(lookup, 503, R"({"error":{"code":"unknown_key"}})").finding, Finding::unknown);
}

TEST(MappingOfRefusals, TakesADeclaredStatusForOne) {
  Lookup lookup = by_key();
  lookup.refused_statuses = {402};
  EXPECT_EQ(read(lookup, 402, R"({"key":"K1"})").refusal, "402");
  EXPECT_EQ(read(lookup, 402, R"({"key":"K1"})").finding, Finding::refused);
  EXPECT_EQ(read(lookup, 402, "").finding, Finding::unknown) << "anybody on the way can say 402";
  EXPECT_EQ(read(lookup, 402, "<html>Gone</html>").finding, Finding::unknown);
  EXPECT_EQ(read(lookup, 402, R"({"key":"K1","status":"declined"})").refusal, "declined");
  EXPECT_EQ(read(lookup, 402, R"({"key":"K2","status":"declined"})").finding, Finding::unknown);
  EXPECT_EQ(read(lookup, 403, "").finding, Finding::unknown);
}

TEST(MappingOfCancel, HoldsOnlyWithATombstone) {
  const CancelCall cancel{"/c/{key}", "POST", "/status", {"cancelled"}};
  Declaration declared = promises();
  const auto ask = [&](int status, const char* body) {
    return read_cancel(cancel, by_key(), declared, question, {status, std::nullopt, body});
  };
  EXPECT_TRUE(ask(200, R"({"key":"K1","status":"cancelled"})").cancel_held);
  EXPECT_EQ(ask(200, R"({"key":"K1","status":"cancelled"})").finding, Finding::no_such_key);
  EXPECT_FALSE(ask(200, R"({"key":"K2","status":"cancelled"})").cancel_held);
  EXPECT_EQ(ask(200, R"({"key":"K2","status":"cancelled"})").finding, Finding::unknown);
  EXPECT_FALSE(ask(503, R"({"key":"K1","status":"cancelled"})").cancel_held);
  EXPECT_FALSE(ask(404, R"({"key":"K1","status":"cancelled"})").cancel_held);
  EXPECT_EQ(ask(200, R"({"key":"K1","status":"captured"})").finding, Finding::done);
  declared.cancel = Cancel::without_tombstone;
  EXPECT_FALSE(ask(200, R"({"key":"K1","status":"cancelled"})").cancel_held);
}

TEST(MappingOfCancel, ReadsTheEffectOutOfATooLate) {
  const CancelCall cancel{"/c/{key}", "POST", "/status", {"cancelled"}};
  Declaration declared = promises();
  const HttpAnswer late{409, std::nullopt, R"({"key":"K1","status":"captured"})"};
  // 409 is declared to prove nothing
  EXPECT_EQ(read_cancel(cancel, by_key(), declared, question, late).finding, Finding::unknown);
  declared.before_idempotency = {};
  const Evidence evidence = read_cancel(cancel, by_key(), declared, question, late);
  EXPECT_EQ(evidence.finding, Finding::done);
  EXPECT_EQ(evidence.status, 409);
}

TEST(MappingOfUrls, EncodesHostileKeysAndRefusesDots) {
  const auto url = [](std::string key) {
    return filled_url("/e/{key}?r={reference}", {{}, std::move(key), {{}, {}, {}, "R 1"}});
  };
  EXPECT_EQ(url("a/b?c#d%"), "/e/a%2Fb%3Fc%23d%25?r=R%201");
  EXPECT_EQ(url("{key}"), "/e/%7Bkey%7D?r=R%201");
  EXPECT_EQ(url(std::string("a\0b\r\n\xC3\xA9", 7)), "/e/a%00b%0D%0A%C3%A9?r=R%201");
  EXPECT_EQ(url("..x"), "/e/..x?r=R%201");
  for (const char* key : {"", ".", ".."}) EXPECT_EQ(url(key), std::nullopt) << key;
  EXPECT_EQ(filled_url("/e/{reference}", question), std::nullopt);
}

TEST(EvidenceJson, HoldsNoBody) {
  Evidence evidence =
      read(by_key(), 200, R"({"key":"K1","status":"captured","amount":"12.50","holder":"Ada"})");
  evidence.request = "GET https://pay.example/effects/K1";
  evidence.took = std::chrono::milliseconds(12);
  const std::string json = to_json(evidence);
  EXPECT_EQ(
      json,
      R"({"finding":"done","why":"the gateway reports captured","status":200,"echoed":{"amount":"12.50"},)"
      R"("request":"GET https://pay.example/effects/K1","took_ms":12})");
  EXPECT_THAT(json, Not(HasSubstr("Ada")));
}

TEST(EvidenceJson, SurvivesHostileText) {
  Evidence evidence;
  evidence.why = "bytes \xff and \"quotes\"\n";
  evidence.duplicate_effects = true;
  EXPECT_THAT(to_json(evidence), HasSubstr("\"duplicate_effects\":true"));
}

}  // namespace
}  // namespace onceover::gateway

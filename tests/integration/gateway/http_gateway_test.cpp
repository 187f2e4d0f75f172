// SPDX-License-Identifier: Apache-2.0
// Every answer of FAULTS, F17, over real HTTP.
#include "core/gateway/http_gateway.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <barrier>
#include <filesystem>
#include <fstream>

#include "core/base/text.h"
#include "core/gateway/open.h"
#include "core/reconcile/verdict.h"
#include "tests/integration/gateway/fake_gateway.h"
#include "tests/support/patience.h"

namespace onceover::gateway {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string canary = "Bearer canary-7f3a/92+sk==";

Config config_for(const std::string& base_url) {
  Config config;
  config.name = "acme";
  config.base_url = base_url;
  config.auth = Auth{"Authorization", "UNUSED", ""};
  config.lookup.url = "/effects/{key}";
  config.lookup.status = "/status";
  config.lookup.done = {"captured"};
  config.lookup.refused = {"declined"};
  config.lookup.pending = {"processing"};
  config.lookup.echoed_key = "/key";
  config.lookup.amount = "/amount";
  config.cancel = CancelCall{"/effects/{key}/cancel", "POST", "/status", {"cancelled"}};
  config.limits.timeout = 5s;
  Declaration declared;
  declared.name = "acme";
  declared.cancel = Cancel::with_tombstone;
  declared.before_idempotency = {401};
  config.operations = {{"pay", "charge", declared}};
  return config;
}

Question question(std::string key) { return {{"t", "pay", "client-" + key}, std::move(key), {}}; }
Deadline soon() { return Steady::now() + 10s; }

Evidence ask_one(const Config& config, std::string key = "K1", Deadline deadline = soon()) {
  HttpGateway gateway(config, canary);
  return gateway.ask({question(std::move(key))}, deadline).at(0);
}

FakeGateway::Answer json(std::string body, int status = 200) {
  return [body = std::move(body), status](const httplib::Request&, httplib::Response& response) {
    response.status = status;
    response.set_content(body, "application/json");
  };
}

TEST(HttpGateway, FindsAnEffect) {
  FakeGateway fake(json(R"({"key":"K1","status":"captured","amount":12.50})"));
  const Evidence evidence = ask_one(config_for(fake.url()));
  EXPECT_EQ(evidence.finding, Finding::done) << evidence.why;
  EXPECT_EQ(evidence.status, 200);
  EXPECT_EQ(evidence.echoed.amount, "12.50");
  EXPECT_EQ(evidence.body, R"({"key":"K1","status":"captured","amount":12.50})");
  EXPECT_EQ(evidence.request, "GET " + fake.url() + "/effects/K1");
  EXPECT_GT(evidence.took, Duration(0));
  EXPECT_THAT(fake.requests(), ElementsAre("GET /effects/K1"));
  EXPECT_THAT(fake.authorizations(), ElementsAre(canary));
}

struct Line {
  const char* name;
  int status;
  const char* body;
  Finding finding;
};
class HttpGatewayAnswers : public testing::TestWithParam<Line> {};

TEST_P(HttpGatewayAnswers, AreReadForWhatTheyProve) {
  FakeGateway fake(json(GetParam().body, GetParam().status));
  const Evidence evidence = ask_one(config_for(fake.url()));
  EXPECT_EQ(word(evidence.finding), word(GetParam().finding)) << evidence.why;
  EXPECT_EQ(evidence.status, GetParam().status);
}

INSTANTIATE_TEST_SUITE_P(
    F17, HttpGatewayAnswers,
    testing::Values(Line{"no_such_key", 404, R"({"error":"none"})", Finding::no_such_key},
                    Line{"pending", 200, R"({"key":"K1","status":"processing"})", Finding::pending},
                    Line{"refused", 200, R"({"key":"K1","status":"declined"})", Finding::refused},
                    Line{"wrong_key", 200, R"({"key":"K2","status":"captured"})", Finding::unknown},
                    Line{"not_json", 200, "<html>captured</html>", Finding::unknown},
                    Line{"server_error_after_the_effect", 500, R"({"key":"K1","status":"captured"})",
                         Finding::unknown},
                    Line{"unavailable", 503, "", Finding::unknown},
                    Line{"timeout", 408, "", Finding::unknown},
                    Line{"before_idempotency", 401, R"({"key":"K1","status":"declined"})", Finding::unknown}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(HttpGateway, ShoutsAboutTwoEffects) {
  FakeGateway fake(json(R"([{"key":"K1","status":"captured"},{"key":"K1","status":"captured"}])"));
  EXPECT_TRUE(ask_one(config_for(fake.url())).duplicate_effects);
}

TEST(HttpGateway, KeepsRetryAfter) {
  FakeGateway fake([](const httplib::Request&, httplib::Response& response) {
    response.status = 429;
    response.set_header("Retry-After", "17");
  });
  const Evidence evidence = ask_one(config_for(fake.url()));
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_EQ(evidence.retry_after, Duration(17s));
}

TEST(HttpGateway, FollowsNoRedirectAndKeepsItsCredential) {
  FakeGateway elsewhere(json(R"({"key":"K1","status":"captured"})"));
  for (const int status : {301, 302, 303, 307, 308}) {
    FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
      response.status = status;
      response.set_header("Location", elsewhere.url() + "/effects/K1");
    });
    HttpGateway gateway(config_for(fake.url()), canary);
    EXPECT_EQ(gateway.ask({question("K1")}, soon()).at(0).finding, Finding::unknown) << status;
    EXPECT_EQ(gateway.cancel(question("K1"), soon()).finding, Finding::unknown) << status;
    EXPECT_EQ(fake.requests().size(), 2U);
  }
  EXPECT_THAT(elsewhere.requests(), IsEmpty());
}

TEST(HttpGateway, TakesNoProxyFromTheEnvironment) {
  FakeGateway proxy(json(R"({"key":"K1","status":"captured"})"));
  FakeGateway fake(json("{}", 404));
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  ::setenv("ALL_PROXY", proxy.url().c_str(), 1);
  const Evidence evidence = ask_one(config_for(fake.url()));
  ::unsetenv("http_proxy");
  ::unsetenv("ALL_PROXY");
  EXPECT_EQ(evidence.finding, Finding::no_such_key);
  EXPECT_THAT(proxy.requests(), IsEmpty());
}

TEST(HttpGateway, ASlowAnswerIsUnknown) {
  FakeGateway* holder = nullptr;
  FakeGateway fake([&](const httplib::Request&, httplib::Response&) { holder->hold(); });
  holder = &fake;
  Config config = config_for(fake.url());
  config.limits.timeout = 200ms;
  const Evidence evidence = ask_one(config);
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_EQ(evidence.why, "no answer in time");
  EXPECT_FALSE(evidence.status);
  EXPECT_LT(evidence.took, Duration(test::well_before_half_a_minute));
  fake.let_go();
}

TEST(HttpGateway, TheDeadlineEndsEveryQuestion) {
  FakeGateway* holder = nullptr;
  FakeGateway fake([&](const httplib::Request&, httplib::Response&) { holder->hold(); });
  holder = &fake;
  Config config = config_for(fake.url());
  config.limits.parallel = 2;
  config.limits.timeout = 60s;
  HttpGateway gateway(config, canary);
  const auto begun = Steady::now();
  const auto evidence =
      gateway.ask({question("K1"), question("K2"), question("K3"), question("K4")}, begun + 300ms);
  EXPECT_LT(Steady::now() - begun, test::well_before_half_a_minute);
  ASSERT_EQ(evidence.size(), 4U);
  for (const Evidence& each : evidence) EXPECT_EQ(each.finding, Finding::unknown);
  EXPECT_EQ(evidence[3].why, "not asked: no time was left");
  EXPECT_LE(fake.requests().size(), 2U);
  fake.let_go();
  // What was cut off leaves nothing behind that a later answer could be taken for.
  EXPECT_EQ(gateway.ask({question("K1")}, Steady::now() - 1s).at(0).why, "not asked: no time was left");
}

TEST(HttpGateway, ATruncatedAnswerIsUnknown) {
  const std::string body = R"({"key":"K1","status":"captured"})";
  FakeGateway fake([&](const httplib::Request&, httplib::Response& response) {
    // The body as far as it comes is JSON, and says done.
    response.set_content_provider(body.size() + 100, "application/json",
                                  [&](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                                    return offset == 0 && sink.write(body.data(), body.size());
                                  });
  });
  const Evidence evidence = ask_one(config_for(fake.url()));
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_EQ(evidence.why, "the answer was truncated");
}

TEST(HttpGateway, AnOversizedAnswerIsUnknownWhetherAnnouncedOrNot) {
  const std::string body =
      R"({"key":"K1","status":"captured","padding":")" + std::string(300 * 1024, 'x') + "\"}";
  FakeGateway announced(json(body));
  FakeGateway chunked([&](const httplib::Request&, httplib::Response& response) {
    response.set_chunked_content_provider(
        "application/json", [&](std::size_t offset, httplib::DataSink& sink) {
          if (offset >= body.size()) return sink.done(), true;
          return sink.write(body.data() + offset, std::min<std::size_t>(16384, body.size() - offset));
        });
  });
  for (const FakeGateway* fake : {&announced, &chunked}) {
    const Evidence evidence = ask_one(config_for(fake->url()));
    EXPECT_EQ(evidence.finding, Finding::unknown);
    EXPECT_THAT(evidence.why, HasSubstr("larger than 262144 bytes"));
    EXPECT_LE(evidence.body.size(), 262144U);
  }
}

TEST(HttpGateway, NobodyThereIsUnknown) {
  std::string url;
  { url = FakeGateway(json("{}")).url(); }
  const Evidence evidence = ask_one(config_for(url));
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_THAT(evidence.why, HasSubstr("no answer: "));
}

TEST(HttpGateway, HostileKeysAreEncodedAndReachNoOtherPath) {
  FakeGateway fake(json("{}", 404));
  HttpGateway gateway(config_for(fake.url()), canary);
  const auto evidence = gateway.ask(
      {question("a/b?c#d%"), question("../admin"), question(".."), question("x\r\nX-Evil: 1"), question("")},
      soon());
  EXPECT_EQ(evidence[0].finding, Finding::no_such_key);
  EXPECT_EQ(evidence[2].finding, Finding::unknown);
  EXPECT_EQ(evidence[4].finding, Finding::unknown);
  EXPECT_THAT(fake.requests(),
              testing::UnorderedElementsAre("GET /effects/a%2Fb%3Fc%23d%25", "GET /effects/..%2Fadmin",
                                            "GET /effects/x%0D%0AX-Evil%3A%201"));
}

TEST(HttpGateway, ManyQuestionsAreAskedAtOnceWithinTheBoundAndAnsweredInOrder) {
  std::barrier four(4);  // answers come only when four questions are under way at once
  FakeGateway fake([&](const httplib::Request& request, httplib::Response& response) {
    four.arrive_and_wait();
    const std::string key = request.path.substr(std::string("/effects/").size());
    response.set_content("{\"key\":\"" + key + "\",\"status\":\"captured\",\"amount\":\"" + key + "\"}",
                         "application/json");
  });
  Config config = config_for(fake.url());
  config.limits.parallel = 4;
  HttpGateway gateway(config, canary);
  std::vector<Question> questions;
  for (int i = 0; i < 40; ++i) questions.push_back(question(std::to_string(i)));
  const auto evidence = gateway.ask(questions, soon());
  ASSERT_EQ(evidence.size(), questions.size());
  for (std::size_t i = 0; i < evidence.size(); ++i)
    EXPECT_EQ(evidence[i].echoed.amount, std::to_string(i)) << evidence[i].why;
  EXPECT_EQ(fake.most_at_once(), 4);
}

TEST(HttpGateway, AnOperationItDoesNotServeIsNotAsked) {
  FakeGateway fake(json("{}"));
  HttpGateway gateway(config_for(fake.url()), canary);
  Question other = question("K1");
  other.id.operation = "refund";
  EXPECT_EQ(gateway.declaration("refund"), nullptr);
  EXPECT_EQ(gateway.ask({other}, soon()).at(0).finding, Finding::unknown);
  EXPECT_EQ(gateway.cancel(other, soon()).finding, Finding::unknown);
  EXPECT_THAT(fake.requests(), IsEmpty());
  EXPECT_EQ(gateway.effect("pay"), "charge");
  ASSERT_NE(gateway.declaration("pay"), nullptr);
}

TEST(HttpGateway, TheStarServesWhatIsNotNamed) {
  Config config = config_for("http://127.0.0.1:1");
  config.operations.push_back({"*", "anything", {}});
  HttpGateway gateway(config, std::nullopt);
  EXPECT_EQ(gateway.effect("pay"), "charge");
  EXPECT_EQ(gateway.effect("refund"), "anything");
}

TEST(HttpGateway, CancelsByPostAndTellsWhetherTheTombstoneStands) {
  FakeGateway fake(json(R"({"key":"K1","status":"cancelled"})"));
  HttpGateway gateway(config_for(fake.url()), canary);
  const Evidence held = gateway.cancel(question("K1"), soon());
  EXPECT_TRUE(held.cancel_held) << held.why;
  EXPECT_EQ(held.finding, Finding::no_such_key);
  EXPECT_THAT(fake.requests(), ElementsAre("POST /effects/K1/cancel"));
  EXPECT_FALSE(gateway.cancel(question("K2"), soon()).cancel_held);
}

TEST(HttpGateway, ACancelNobodyDeclaredIsNotSent) {
  FakeGateway fake(json(R"({"key":"K1","status":"cancelled"})"));
  Config config = config_for(fake.url());
  config.operations[0].declaration.cancel = Cancel::none;
  HttpGateway gateway(config, canary);
  EXPECT_FALSE(gateway.cancel(question("K1"), soon()).cancel_held);
  EXPECT_THAT(fake.requests(), IsEmpty());
}

TEST(HttpGateway, TheCredentialIsNowhereEvenWhereTheGatewayRepeatsIt) {
  const std::string bare = canary.substr(7);
  std::string slashed = bare;
  slashed.replace(slashed.find('/'), 1, "\\/");
  const std::vector<std::string> bodies = {
      R"({"key":"K1","status":")" + canary + "\"}",
      R"({"key":")" + canary + R"(","status":"captured"})",
      R"({"key":"K1","status":"captured","amount":")" + bare + "\"}",
      R"({"key":"K1","status":"captured","amount":")" + slashed + "\"}",
      "you sent Authorization: " + canary,
  };
  for (const std::string& body : bodies) {
    FakeGateway fake(json(body));
    HttpGateway gateway(config_for(fake.url()), canary);
    for (const Evidence& evidence :
         {gateway.ask({question("K1")}, soon()).at(0), gateway.cancel(question("K1"), soon())}) {
      const std::string all = to_json(evidence) + evidence.why + evidence.request + evidence.refusal +
                              evidence.body + evidence.echoed.amount.value_or("");
      EXPECT_THAT(all, Not(HasSubstr("canary-7f3a")));
    }
    EXPECT_THAT(fake.authorizations(), ElementsAre(canary, canary));
  }
}

// Every character as \u00xx, or as %xx.
std::string spelled(const std::string& text, const char* before) {
  std::string out;
  for (const char c : text) out += before + to_hex(std::string(1, c));
  return out;
}

TEST(HttpGateway, TheCredentialIsNowhereInAnotherSpelling) {
  const std::string bare = canary.substr(7);
  const std::string half = bare.substr(0, 8) + spelled(bare.substr(8), "\\u00");
  const std::string basic = "Basic " + to_base64("user:" + bare);
  for (const std::string& as : {spelled(bare, "\\u00"), spelled(bare, "%"), half, percent_encoded(bare),
                                to_base64(bare), spelled(spelled(bare, "%"), "\\u00")}) {
    for (const std::string& body :
         {R"({"key":"K1","status":")" + as + "\"}", R"({"key":")" + as + R"(","status":"captured"})",
          R"({"key":"K1","status":"captured","amount":")" + as + "\"}",
          R"({"key":"K1","status":"declined","error":")" + as + "\"}"}) {
      FakeGateway fake([&](const httplib::Request&, httplib::Response& answer) {
        answer.set_header("Retry-After", as);
        answer.set_header("X-Echo", as);
        answer.set_content(body, "application/json");
      });
      for (const std::string& credential : {canary, basic}) {
        HttpGateway gateway(config_for(fake.url()), credential);
        for (const Evidence& evidence :
             {gateway.ask({question("K1")}, soon()).at(0), gateway.cancel(question("K1"), soon())}) {
          const std::string all = to_json(evidence) + evidence.why + evidence.request + evidence.refusal +
                                  evidence.body + evidence.echoed.amount.value_or("");
          EXPECT_THAT(all, Not(HasSubstr(as))) << credential;
          EXPECT_THAT(all, Not(HasSubstr(bare))) << credential;
          EXPECT_THAT(all, Not(HasSubstr(half.substr(8)))) << credential;
        }
      }
    }
  }
}

// A template joins what is harmless in two fields.
TEST(HttpGateway, ATemplateDoesNotJoinTheCredential) {
  const std::string bare = canary.substr(7);
  FakeGateway fake(json(R"({"key":"K1","status":"captured","a":")" + bare.substr(0, 6) + R"(","b":")" +
                        bare.substr(6) + "\"}"));
  HttpGateway gateway(config_for(fake.url()), canary);
  const Evidence evidence = gateway.ask({question("K1")}, soon()).at(0);
  const auto response = reconcile::render({201, "application/json", R"({"id":"{{/a}}{{/b}}"})"}, evidence);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->body, R"({"id":"***"})");
}

TEST(HttpGateway, IsMadeFromItsFileAndItsCredentialsFile) {
  FakeGateway fake(json(R"({"key":"K1","status":"captured"})"));
  const auto folder =
      std::filesystem::temp_directory_path() / ("onceover-gateway-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string token = folder / "token", config = folder / "acme.toml";
  std::ofstream(token) << canary << "\n";
  std::ofstream(config) << "version = 1\nname = \"acme\"\nbase_url = \"" << fake.url()
                        << "\"\n[auth]\nheader = \"Authorization\"\nvalue_file = \"" << token
                        << "\"\n[lookup]\nurl = \"/e/{key}\"\nstatus = \"/status\"\ndone = "
                           "[\"captured\"]\nechoed_key = \"/key\"\n"
                        << "[declare]\nlookup_lag_s = 0\n[[operation]]\nname = \"*\"\neffect = \"charge\"\n";
  ASSERT_EQ(::chmod(token.c_str(), 0644), 0);
  const auto open_to_all = open_gateway(config);
  ASSERT_FALSE(open_to_all);
  EXPECT_THAT(open_to_all.error().sentence(), Not(HasSubstr("canary")));
  ASSERT_EQ(::chmod(token.c_str(), 0600), 0);
  const auto gateway = open_gateway(config);
  ASSERT_TRUE(gateway) << gateway.error().sentence();
  EXPECT_EQ((*gateway)->ask({question("K1")}, soon()).at(0).finding, Finding::done);
  EXPECT_THAT(fake.authorizations(), ElementsAre(canary));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace onceover::gateway

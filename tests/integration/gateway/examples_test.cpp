// SPDX-License-Identifier: Apache-2.0
// Each example of resources/gateways, asked over real HTTP: what it sends, and what it makes of the answer
// that its comments describe.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/gateway/http_gateway.h"
#include "core/gateway/wire.h"
#include "tests/integration/gateway/fake_gateway.h"

namespace onceover::gateway {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Config example(const std::string& name, const std::string& base_url) {
  auto config = load_config(ONCEOVER_SOURCE_DIR "/resources/gateways/" + name + ".toml");
  if (!config) throw std::runtime_error(config.error().sentence());
  config->base_url = base_url;
  config->ca_file.clear();
  return *std::move(config);
}

Question example_question(const std::string& operation, const std::string& key = "K1") {
  return {{"t", operation, "client"}, key, {std::nullopt, "12.50", "EUR", "order-7"}};
}
Deadline example_soon() { return Steady::now() + 20s; }

Evidence asked_once(const std::string& name, const std::string& operation, const FakeGateway& fake) {
  HttpGateway gateway(example(name, fake.url()), "Bearer t-1");
  return gateway.ask({example_question(operation)}, example_soon()).at(0);
}

// Bodies as they came, beside what FakeGateway keeps.
struct Scripted {
  explicit Scripted(std::vector<std::string> answers) : answers_(std::move(answers)) {}
  FakeGateway::Answer answer() {
    return [this](const httplib::Request& request, httplib::Response& response) {
      const std::lock_guard lock(mutex_);
      bodies_.push_back(request.body);
      types_.push_back(request.get_header_value("Content-Type"));
      versions_.push_back(request.get_header_value("Api-Version"));
      response.set_content(next_ < answers_.size() ? answers_[next_++] : "{}", "application/json");
    };
  }
  std::mutex mutex_;
  std::vector<std::string> answers_, bodies_, types_, versions_;
  std::size_t next_ = 0;
};

TEST(Examples, LookupByKey) {
  Scripted script(
      {R"({"id":"e","idempotency_key":"K1","status":"captured","amount":"12.50","currency":"EUR","reference":"order-7"})"});
  FakeGateway fake(script.answer());
  EXPECT_EQ(asked_once("lookup-by-key", "POST /payments", fake).finding, Finding::done);
  EXPECT_THAT(fake.requests(), ElementsAre("GET /effects/K1"));
}

TEST(Examples, LookupByOwnReference) {
  Scripted script(
      {R"({"data":[{"state":"booked","amount_cents":1250,"currency":"EUR","merchant_reference":"order-7"}]})"});
  FakeGateway fake(script.answer());
  const Evidence evidence = asked_once("lookup-by-reference", "anything", fake);
  EXPECT_EQ(evidence.finding, Finding::done);
  EXPECT_EQ(evidence.echoed.amount, "12.5");
  EXPECT_EQ(evidence.echoed.reference, "order-7");
  EXPECT_THAT(fake.requests(), ElementsAre("GET /v1/transfers?merchant_reference=order-7"));
}

TEST(Examples, SearchByMetadataGoesFromPageToPage) {
  Scripted script(
      {R"({"payments":[],"cursor":"c&2"})",
       R"({"payments":[{"state":"COMPLETED","metadata":{"idempotency_key":"K1"},"amount_money":{"amount":1250,"currency":"EUR"},
                      "reference_id":"order-7"}]})"});
  FakeGateway fake(script.answer());
  const Evidence evidence = asked_once("search-by-metadata", "POST /payments", fake);
  EXPECT_EQ(evidence.finding, Finding::done) << evidence.why;
  EXPECT_EQ(evidence.effect_at, "/payments/0");
  EXPECT_THAT(fake.requests(), ElementsAre("POST /v2/payments/search", "POST /v2/payments/search"));
  ASSERT_EQ(script.bodies_.size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(script.bodies_[0])["filter"]["metadata"]["idempotency_key"], "K1");
  EXPECT_EQ(nlohmann::json::parse(script.bodies_[0])["cursor"], "");
  EXPECT_EQ(nlohmann::json::parse(script.bodies_[1])["cursor"], "c&2");
  EXPECT_THAT(script.types_, ElementsAre("application/json", "application/json"));
  EXPECT_THAT(script.versions_, ElementsAre("2026-01-31", "2026-01-31"));
  EXPECT_THAT(evidence.request, HasSubstr("K1"));
}

TEST(Examples, AttemptsOfOneOrderAreToldApart) {
  Scripted script(
      {R"({"data":[{"id":"i-1","status":"failed","metadata":{"key":"K0"},"order":"order-7"}],"has_more":true})",
       R"({"data":[{"id":"i-2","status":"succeeded","metadata":{"key":"K1"},"order":"order-7","amount":1250,"currency":"EUR"}],
                      "has_more":false})"});
  FakeGateway fake(script.answer());
  const Evidence evidence = asked_once("cancel-without-tombstone", "POST /payments", fake);
  EXPECT_EQ(evidence.finding, Finding::done) << evidence.why;
  EXPECT_THAT(fake.requests(), ElementsAre("GET /intents?order=order-7&limit=20",
                                           "GET /intents?order=order-7&limit=20&starting_after=i-1"));
}

TEST(Examples, ACancelWithoutTombstoneHoldsNothing) {
  Scripted script({R"({"status":"canceled","metadata":{"key":"K1"}})"});
  FakeGateway fake(script.answer());
  HttpGateway gateway(example("cancel-without-tombstone", fake.url()), "Bearer t-1");
  const Evidence evidence = gateway.cancel(example_question("POST /payments"), example_soon());
  EXPECT_FALSE(evidence.cancel_held);
  EXPECT_EQ(evidence.finding, Finding::no_such_key) << evidence.why;
  EXPECT_THAT(fake.requests(), ElementsAre("POST /intents/by-key/K1/cancel"));
  EXPECT_EQ(script.bodies_.at(0), R"({"reason": "abandoned"})");
}

TEST(Examples, ACancelWithTombstoneHolds) {
  Scripted script({R"({"payout":{"key":"K1","status":"cancelled"}})"});
  FakeGateway fake(script.answer());
  HttpGateway gateway(example("with-tombstone", fake.url()), "t-1");
  EXPECT_TRUE(gateway.cancel(example_question("POST /payouts"), example_soon()).cancel_held);
  EXPECT_THAT(fake.requests(), ElementsAre("POST /payouts/by-key/K1/cancel"));
}

TEST(Listing, IsReadPageByPageAndEachEffectOnce) {
  Scripted script(
      {R"({"data":[{"id":"i-1","status":"succeeded","metadata":{"key":"K1"},"created":1767225600,"amount":1250}],"has_more":true})",
       R"({"data":[{"id":"i-1","status":"succeeded","metadata":{"key":"K1"},"created":1767225600},
                      {"id":"i-2","status":"failed","metadata":{"key":"K2"},"created":1767225601},
                      {"id":"i-3","status":"succeeded","metadata":{"key":"K3"},"created":1767229200}],"has_more":false})"});
  FakeGateway fake(script.answer());
  HttpGateway gateway(example("cancel-without-tombstone", fake.url()), "Bearer t-1");
  std::vector<std::string> ids;
  const auto listed = gateway.list(
      *parse_iso("2026-01-01T00:00:00Z"), *parse_iso("2026-01-01T00:59:59.5Z"),
      [&](const Effect& effect) { return ids.push_back(effect.id + " " + effect.key), true; },
      example_soon());
  ASSERT_TRUE(listed) << listed.error().sentence();
  EXPECT_THAT(ids, ElementsAre("i-1 K1", "i-2 K2"));  // i-3 is behind the end, which was rounded up
  EXPECT_THAT(
      fake.requests(),
      ElementsAre("GET /intents?created_gte=1767225600&created_lt=1767229200&limit=100",
                  "GET /intents?created_gte=1767225600&created_lt=1767229200&limit=100&starting_after=i-1"));
}

TEST(Listing, ThatBreaksOffIsAnError) {
  for (const auto& [answer, why] : std::vector<std::pair<std::string, std::string>>{
           {R"({"data":[],"has_more":true})", "no /id"},
           {"<html>", "not JSON"},
           {R"({"data":[{"id":"x","created":1}]})", "whether there is more"}}) {
    Scripted script(
        {R"({"data":[{"id":"i-1","status":"succeeded","metadata":{"key":"K1"},"created":1767225600}],"has_more":true})",
         answer});
    FakeGateway fake(script.answer());
    HttpGateway gateway(example("cancel-without-tombstone", fake.url()), "Bearer t-1");
    int effects = 0;
    const auto listed = gateway.list(
        *parse_iso("2026-01-01T00:00:00Z"), *parse_iso("2026-01-02T00:00:00Z"),
        [&](const Effect&) { return ++effects > 0; }, example_soon());
    ASSERT_FALSE(listed);
    EXPECT_THAT(listed.error().what, HasSubstr(why));
    EXPECT_EQ(effects, 1);
  }
}

TEST(Pages, AnAddressOfAnotherHostIsNotAskedAndGetsNoCredential) {
  FakeGateway elsewhere([](const httplib::Request&, httplib::Response& response) {
    response.set_content(R"({"data":[]})", "application/json");
  });
  std::string next;
  FakeGateway fake([&](const httplib::Request& request, httplib::Response& response) {
    const bool is_second = request.target.find("page=2") != std::string::npos;
    response.set_content(
        is_second ? R"({"data":[{"key":"K1","status":"paid"}]})" : R"({"data":[],"next":")" + next + "\"}",
        "application/json");
  });
  Config config = example("lookup-by-key", fake.url());
  config.lookup = {.url = "/search?key={key}",
                   .effects = "/data",
                   .status = "/status",
                   .done = {"paid"},
                   .echoed_key = "/key"};
  config.lookup.pages = Pages{.next = "/next"};
  for (const auto& [address, finding] :
       std::vector<std::pair<std::string, Finding>>{{elsewhere.url() + "/search?page=2", Finding::unknown},
                                                    {"//127.0.0.2/search?page=2", Finding::unknown},
                                                    {"/search?page=2", Finding::done},
                                                    {fake.url() + "/search?page=2", Finding::done}}) {
    next = address;
    HttpGateway gateway(config, "Bearer canary");
    EXPECT_EQ(word(gateway.ask({example_question("POST /payments")}, example_soon()).at(0).finding),
              word(finding))
        << address;
  }
  EXPECT_THAT(elsewhere.requests(), IsEmpty());
}

// A token that was replaced meanwhile is taken up; one that is wrong for good is not asked for again and
// again.
TEST(Credential, IsReadAgainWhereTheGatewayRefusesIt) {
  const std::string path = ::testing::TempDir() + "onceover-token-" + std::to_string(::getpid());
  const auto write = [&](const std::string& value) {
    ::unlink(path.c_str());
    const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    ASSERT_EQ(::write(file, value.data(), value.size()), static_cast<ssize_t>(value.size()));
    ::close(file);
  };
  FakeGateway fake([](const httplib::Request& request, httplib::Response& response) {
    response.status = request.get_header_value("Authorization") == "Bearer second" ? 404 : 401;
  });
  Config config = example("lookup-by-key", fake.url());
  config.auth = Auth{"Authorization", "", path, "", "Bearer"};
  write("first");
  HttpGateway gateway(config, "Bearer first");
  write("second");
  const auto ask = [&] {
    return gateway.ask({example_question("POST /payments")}, example_soon()).at(0).finding;
  };
  EXPECT_EQ(ask(), Finding::unknown);
  EXPECT_EQ(ask(), Finding::no_such_key);
  EXPECT_THAT(fake.authorizations(), ElementsAre("Bearer first", "Bearer second"));
  HttpGateway wrong(config, "Bearer first");
  write("wrong");
  EXPECT_EQ(wrong.ask({example_question("POST /payments")}, example_soon()).at(0).finding, Finding::unknown);
  write("second");
  EXPECT_EQ(wrong.ask({example_question("POST /payments")}, example_soon()).at(0).finding, Finding::unknown);
  EXPECT_EQ(wrong.ask({example_question("POST /payments")}, example_soon()).at(0).finding, Finding::unknown);
  EXPECT_EQ(fake.authorizations().back(), "Bearer wrong");
  ::unlink(path.c_str());
}

// All askers of this process share it, and waiting for it counts towards the deadline.
TEST(Rate, IsKeptByAllGatewaysOfOneAddressTogether) {
  FakeGateway fake([](const httplib::Request&, httplib::Response& response) { response.status = 404; });
  Config config = example("lookup-by-key", fake.url());
  config.rate = Rate{.requests = 1, .span = std::chrono::hours(1), .burst = 3};
  HttpGateway one(config, std::nullopt), another(config, std::nullopt);
  const auto questions = std::vector<Question>(2, example_question("POST /payments"));
  for (const Evidence& each : one.ask(questions, example_soon()))
    EXPECT_EQ(each.finding, Finding::no_such_key);
  const auto rest = another.ask(questions, example_soon());
  EXPECT_EQ(rest[0].finding, Finding::no_such_key);
  EXPECT_EQ(rest[1].finding, Finding::unknown);
  EXPECT_TRUE(rest[0].was_asked);
  EXPECT_FALSE(rest[1].was_asked);
  EXPECT_EQ(rest[1].why, "not asked: the declared rate leaves no time for it");
  EXPECT_EQ(fake.requests().size(), 3U);
}

TEST(Rate, IsWaitedForWithinTheDeadline) {
  FakeGateway fake([](const httplib::Request&, httplib::Response& response) { response.status = 404; });
  Config config = example("lookup-by-key", fake.url());
  config.rate = Rate{.requests = 100, .span = 1s, .burst = 1};
  HttpGateway gateway(config, std::nullopt);
  const auto begun = Steady::now();
  for (const Evidence& each :
       gateway.ask(std::vector<Question>(8, example_question("POST /payments")), example_soon()))
    EXPECT_EQ(each.finding, Finding::no_such_key);
  EXPECT_GE(Steady::now() - begun, 70ms);  // seven waits of 10 ms: never less, however fast the machine
}

}  // namespace
}  // namespace onceover::gateway

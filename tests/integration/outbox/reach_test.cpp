// SPDX-License-Identifier: Apache-2.0
// Why a destination is not reached, in words and within five seconds: librdkafka's and libcurl's own reasons.
#include "core/outbox/kafka.h"
#include "core/outbox/webhook.h"
#include "core/web/client.h"
#include "tests/integration/gateway/certificate.h"
#include "tests/integration/gateway/listener.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Kind = test::Listener::Kind;

constexpr auto soon = 15s;  // librdkafka itself says nothing for half a minute

struct Case {
  std::string name, address, protocol, expected, trusted = {};
};

class ReachTest : public test::OutboxTest {
 protected:
  std::vector<Case> cases() const {
    return {
        {"nothing listens", closed, "plaintext", "Connection refused"},
        {"no such name", "nosuch.invalid:9092", "plaintext", "Failed to resolve 'nosuch.invalid:9092'"},
        {"another service", http.address(), "plaintext", http.address() + ": the answer is not Kafka's"},
        {"a silent port", silent.address(), "plaintext", "no broker has answered for 3 s"},
        {"plain text to TLS", tls.address(), "plaintext", tls.address() + ": "},
        {"TLS to plain text", http.address(), "ssl", "The port does not speak TLS"},
        {"TLS to a silent port", silent.address(), "ssl", "no broker has answered for 3 s"},
        {"a self-signed certificate", tls.address(), "ssl", "of an authority that is not trusted"},
        {"an expired certificate", stale.address(), "ssl", "certificate has expired", expired.certificate()},
        {"a certificate for another host", elsewhere.address(), "ssl", "for another host",
         other.certificate()},
        {"a wrong password", login.address(), "sasl_plaintext", "no such user, or another password"}};
  }
  const gateway::SelfSigned own{"IP:127.0.0.1"}, expired{"IP:127.0.0.1", -60}, other{"DNS:other.example"};
  const test::Listener silent{Kind::silent}, http{Kind::http}, tls{Kind::tls, own.certificate(), own.key()},
      login{Kind::login}, stale{Kind::tls, expired.certificate(), expired.key()},
      elsewhere{Kind::tls, other.certificate(), other.key()};
  const std::string closed = test::closed_address();
};

TEST_F(ReachTest, KafkaSaysWithinFiveSecondsWhyNothingGoesOut) {
  if (!has_kafka()) GTEST_SKIP() << "built without Kafka";
  enqueue("p-1");
  std::vector<std::unique_ptr<Destination>> all;
  std::vector<std::string> troubles;
  Stored event;
  event.id = "e-1", event.topic = "payments", event.aggregate_id = "p-1", event.headers = "{}";
  for (const Case& each : cases()) {
    KafkaConfig to{.brokers = each.address, .options = {{"security.protocol", each.protocol}}};
    if (!each.trusted.empty()) to.options["ssl.ca.location"] = each.trusted;
    if (each.protocol == "sasl_plaintext") {
      to.options.insert(
          {{"sasl.mechanism", "PLAIN"}, {"sasl.username", "relay"}, {"sasl.password", "hunter2"}});
    }
    auto made = to_kafka(to);
    ASSERT_TRUE(made) << made.error().sentence();
    ASSERT_TRUE((*made)->send(1, event));
    all.push_back(std::move(*made));
  }
  troubles.resize(all.size());
  EXPECT_TRUE(test::eventually(
      [&] {
        for (std::size_t i = 0; i < all.size(); ++i) {
          (void)all[i]->poll(1ms);
          troubles[i] = all[i]->trouble();
        }
        return std::ranges::none_of(troubles, &std::string::empty);
      },
      soon));
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_THAT(troubles[i], HasSubstr(cases()[i].expected)) << cases()[i].name;
    EXPECT_THAT(troubles[i], testing::StartsWith("Kafka: ")) << cases()[i].name;
    EXPECT_THAT(troubles[i], testing::Not(HasSubstr("hunter2")));
    EXPECT_THAT(troubles[i], testing::Not(HasSubstr("(after "))) << "a text that differs each time";
  }
}

TEST_F(ReachTest, ARelayKeepsTheReasonWhereOperatorsLook) {
  if (!has_kafka()) GTEST_SKIP() << "built without Kafka";
  enqueue("p-1");
  auto kafka = to_kafka({.brokers = closed});
  ASSERT_TRUE(kafka) << kafka.error().sentence();
  Relay relay(connection, **kafka, config, "relay-1", Random(1));
  std::string trouble;
  EXPECT_TRUE(test::eventually(
      [&] {
        const auto turn = relay.run_once();
        if (turn) trouble = turn->trouble;
        return raw.scalar("SELECT coalesce(max(trouble), '') FROM onceover.relays") != "";
      },
      soon));
  EXPECT_THAT(trouble, HasSubstr(closed + " failed: Connection refused. Check the address and the port."));
  EXPECT_EQ(raw.scalar("SELECT trouble FROM onceover.relays"), trouble);
  EXPECT_EQ(count("onceover.outbox_parked"), 0) << "it is not the event's fault";
}

TEST_F(ReachTest, HttpSaysWithinFiveSecondsWhyNoAnswerCame) {
  const test::Listener full{Kind::full};
  const std::string some_where = "/events";
  struct One {
    std::string url, expected;
    bool is_plain;
  };
  const std::vector<One> ones{
      {"http://" + closed, "Failed to connect to 127.0.0.1 port", true},
      {"https://nosuch.invalid", "Could not resolve host: nosuch.invalid", false},
      {"https://" + http.address(), "no TLS on this port", false},
      {"http://" + tls.address(), "no answer: ", true},
      {"https://" + tls.address(),
       "the certificate is not trusted (SSL certificate problem: self-signed certificate)", false},
      {"https://" + silent.address(), "no answer in time: the TLS handshake did not end", false},
      {"http://" + full.address(), "no answer in time: no connection was made", true}};
  std::vector<std::unique_ptr<web::Client>> clients;
  std::vector<std::string> reasons(ones.size());
  for (const One& each : ones) {
    clients.push_back(
        std::make_unique<web::Client>(web::Rules{.is_plain_http = each.is_plain, .connect_timeout = 2s}));
    ASSERT_TRUE(clients.back()->begin(1, {.method = "POST", .url = each.url + some_where, .body = "{}"}));
  }
  EXPECT_TRUE(test::eventually(
      [&] {
        for (std::size_t i = 0; i < clients.size(); ++i) {
          for (web::Reply& reply : clients[i]->poll(1ms)) {
            EXPECT_TRUE(reply.is_unreachable || ones[i].url == "http://" + tls.address()) << ones[i].url;
            reasons[i] = std::move(reply.why);
          }
        }
        return std::ranges::none_of(reasons, &std::string::empty);
      },
      soon));
  for (std::size_t i = 0; i < ones.size(); ++i) {
    EXPECT_THAT(reasons[i], HasSubstr(ones[i].expected)) << ones[i].url;
    EXPECT_THAT(reasons[i], testing::Not(HasSubstr(" ms"))) << "a text that differs each time";
  }
}

}  // namespace
}  // namespace onceover::outbox

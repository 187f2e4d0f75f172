// SPDX-License-Identifier: Apache-2.0
// Why no message comes, in words and within five seconds.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/integration/gateway/certificate.h"
#include "tests/integration/gateway/listener.h"
#include "tests/integration/inbox/kafka_fixture.h"

namespace onceover::inbox {
namespace {

using namespace std::chrono_literals;
using Kind = test::Listener::Kind;

TEST(KafkaReachTest, AConsumerSaysWithinFiveSecondsWhyNothingComes) {
  if (!kafka::is_built_in()) GTEST_SKIP() << "built without Kafka";
  const gateway::SelfSigned own{"IP:127.0.0.1"};
  const test::Listener silent{Kind::silent}, http{Kind::http}, tls{Kind::tls, own.certificate(), own.key()};
  struct Case {
    std::string address, protocol, expected;
  };
  const std::vector<Case> cases{
      {test::closed_address(), "plaintext", "Connection refused"},
      {"nosuch.invalid:9092", "plaintext", "Failed to resolve 'nosuch.invalid:9092'"},
      {http.address(), "plaintext", "the answer is not Kafka's"},
      {silent.address(), "plaintext", "no broker has answered for 3 s"},
      {tls.address(), "plaintext", tls.address() + ": "},
      {http.address(), "ssl", "The port does not speak TLS"},
      {tls.address(), "ssl", "of an authority that is not trusted"}};
  std::vector<std::unique_ptr<Source>> all;
  for (const Case& each : cases) {
    KafkaSourceConfig config{.brokers = each.address, .topics = {"orders"}, .group = "g"};
    config.options = {{"security.protocol", each.protocol}};
    auto made = from_kafka(config);
    ASSERT_TRUE(made) << made.error().sentence();
    all.push_back(std::move(*made));
  }
  std::vector<std::string> troubles(all.size());
  EXPECT_TRUE(test::eventually(
      [&] {
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_TRUE(all[i]->poll(10, 1ms));
          troubles[i] = all[i]->trouble();
        }
        return std::ranges::none_of(troubles, &std::string::empty);
      },
      5s));
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_THAT(troubles[i], testing::HasSubstr(cases[i].expected)) << i;
}

}  // namespace
}  // namespace onceover::inbox

// SPDX-License-Identifier: Apache-2.0
// Who is believed over https: nobody whose certificate does not verify.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gateway/http_gateway.h"
#include "tests/integration/gateway/certificate.h"
#include "tests/integration/gateway/fake_gateway.h"

namespace onceover::gateway {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Evidence ask_over_tls(const FakeGateway& fake, const std::string& ca_file) {
  Config config;
  config.base_url = fake.url();
  config.ca_file = ca_file;
  config.auth = Auth{"Authorization", "UNUSED", ""};
  config.lookup.url = "/effects/{key}";
  config.lookup.status = "/status";
  config.lookup.done = {"captured"};
  config.operations = {{"*", "charge", {}}};
  HttpGateway gateway(config, "Bearer canary");
  return gateway.ask({{{"t", "pay", "client"}, "K1", {}}}, Steady::now() + std::chrono::seconds(10)).at(0);
}

void say_captured(const httplib::Request&, httplib::Response& response) {
  response.set_content(R"({"status":"captured"})", "application/json");
}

TEST(HttpGatewayOverTls, BelievesAnAuthorityThatIsConfigured) {
  const SelfSigned self_signed("IP:127.0.0.1");
  FakeGateway fake(say_captured, &self_signed);
  const Evidence evidence = ask_over_tls(fake, self_signed.certificate());
  EXPECT_EQ(evidence.finding, Finding::done) << evidence.why;
}

TEST(HttpGatewayOverTls, BelievesNobodyElseAndTellsThemNothing) {
  const SelfSigned self_signed("IP:127.0.0.1"), somebody_else("IP:127.0.0.1");
  FakeGateway fake(say_captured, &self_signed);
  for (const std::string& ca_file :
       {std::string(), somebody_else.certificate(), std::string("/nonexistent/ca.pem")}) {
    const Evidence evidence = ask_over_tls(fake, ca_file);
    EXPECT_EQ(evidence.finding, Finding::unknown) << ca_file;
    EXPECT_THAT(evidence.why, HasSubstr("no answer: "));
  }
  EXPECT_THAT(fake.requests(), IsEmpty());
}

TEST(HttpGatewayOverTls, NamesWhatIsMissingWhereNoAuthorityCanBeRead) {
  const SelfSigned self_signed("IP:127.0.0.1");
  FakeGateway fake(say_captured, &self_signed);
  EXPECT_THAT(ask_over_tls(fake, "/nonexistent/ca.pem").why,
              HasSubstr("install the package ca-certificates"));
}

TEST(HttpGatewayOverTls, BelievesNoCertificateOfAnotherHost) {
  const SelfSigned other_host("DNS:other.example");
  FakeGateway fake(say_captured, &other_host);
  EXPECT_EQ(ask_over_tls(fake, other_host.certificate()).finding, Finding::unknown);
  EXPECT_THAT(fake.requests(), IsEmpty());
}

}  // namespace
}  // namespace onceover::gateway

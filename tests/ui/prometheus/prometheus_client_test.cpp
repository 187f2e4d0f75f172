// SPDX-License-Identifier: GPL-3.0-or-later
// The client never lets the UI thread wait: for a file, for a large answer, or for a question that is gone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QFile>
#include <QSslCertificate>
#include <QTemporaryDir>
#include <QTimer>

#include "tests/integration/gateway/certificate.h"
#include "tests/integration/gateway/fake_gateway.h"
#include "tests/ui/bridge/spin.h"
#include "ui/metrics/prometheus_source.h"

namespace onceover::metrics {
namespace {

using gateway::FakeGateway;
using test::spinUntil;

class PrometheusClientTest : public testing::Test {
 protected:
  std::unique_ptr<PrometheusClient> client(const prometheus::Settings& settings,
                                           PrometheusClient::Limits limits = {}) {
    return std::make_unique<PrometheusClient>(settings, gateway::Keychain(), limits);
  }
  static prometheus::Question question() {
    prometheus::Question out;
    out.name = "stuck";
    out.promql = "up";
    out.start = Timestamp{1'700'000'000'000'000};
    out.end = out.start + std::chrono::minutes(5);
    out.step = std::chrono::minutes(1);
    return out;
  }
  QTemporaryDir directory;
  QObject context;
};

TEST_F(PrometheusClientTest, AnAnswerMayCancelOtherQuestionsOrEndTheClient) {
  prometheus::Settings settings;
  settings.url = "https://127.0.0.1:1";
  settings.ca_file = directory.filePath(QStringLiteral("missing.pem")).toStdString();
  for (const bool ends : {false, true}) {
    SCOPED_TRACE(ends);
    auto asked = client(settings);
    auto other = std::make_unique<QObject>();
    int told = 0, toldOther = 0;
    asked->ask(question(), &context, [&](const Result<prometheus::Answer>& answer) {
      EXPECT_FALSE(answer);
      EXPECT_NE(answer.error().what.find("No certificate can be read"), std::string::npos)
          << answer.error().sentence();
      ++told;
      ends ? asked.reset() : asked->cancel(other.get());
    });
    for (int i = 0; i < 3; ++i)
      asked->ask(question(), other.get(), [&](const Result<prometheus::Answer>&) { ++toldOther; });
    ASSERT_TRUE(spinUntil([&] { return told > 0; }));
    bool later = false;
    QTimer::singleShot(0, &context, [&later] { later = true; });
    ASSERT_TRUE(spinUntil([&later] { return later; }));
    EXPECT_EQ(told, 1);
    EXPECT_EQ(toldOther, 0);
  }
}

// How long the UI thread was away at most until it was so.
template <class Condition>
qint64 longestTurn(Condition condition) {
  qint64 longest = 0;
  QElapsedTimer all, turn;
  all.start();
  turn.start();
  while (!condition() && all.elapsed() < 30'000) {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    longest = std::max(longest, turn.restart());
  }
  return longest;
}

TEST_F(PrometheusClientTest, ALargeFileOfCertificatesIsReadBesideTheUiThread) {
  const gateway::SelfSigned certificate("IP:127.0.0.1");
  QFile one(QString::fromStdString(certificate.certificate()));
  ASSERT_TRUE(one.open(QIODevice::ReadOnly));
  QFile many(directory.filePath(QStringLiteral("ca.pem")));
  ASSERT_TRUE(many.open(QIODevice::WriteOnly));
  many.write(one.readAll().repeated(3'000));
  many.close();
  QElapsedTimer reading;
  reading.start();
  ASSERT_EQ(QSslCertificate::fromPath(many.fileName()).size(), 3'000);
  const qint64 takes = reading.elapsed();
  prometheus::Settings settings;
  settings.url = "https://127.0.0.1:1";
  settings.ca_file = many.fileName().toStdString();
  auto asked = client(settings);
  std::optional<Result<prometheus::Answer>> answer;
  asked->ask(question(), &context, [&](Result<prometheus::Answer> told) { answer = std::move(told); });
  const qint64 longest = longestTurn([&] { return answer.has_value(); });
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->error().kind, ErrorKind::connection) << answer->error().sentence();
  EXPECT_LT(longest, takes / 2) << "reading the file takes " << takes << " ms";
}

TEST_F(PrometheusClientTest, ALargeAnswerIsReadBesideTheUiThread) {
  std::string body = R"({"status":"success","data":{"resultType":"matrix","result":[)";
  for (int series = 0; body.size() < 6'000'000; ++series) {
    body += fmt::format(R"({}{{"metric":{{"instance":"node-{}"}},"values":[)", series > 0 ? "," : "", series);
    for (int i = 1; i <= 5; ++i)
      body += fmt::format(R"({}[{},"{}.5"])", i > 1 ? "," : "", 1'700'000'000 + 60 * i, i);
    body += "]}";
  }
  body += "]}}";
  QElapsedTimer parsing;
  parsing.start();
  prometheus::Reply reply;
  reply.status = 200;
  reply.content_type = "application/json";
  reply.body = body;
  const auto direct = prometheus::read_answer(question(), reply, "here");
  const qint64 takes = parsing.elapsed();
  const FakeGateway server([&](const httplib::Request&, httplib::Response& response) {
    response.set_header("Connection", "close");
    response.set_content(body, "application/octet-stream");  // JSON would be compressed, for half a minute
  });
  prometheus::Settings settings;
  settings.url = server.url();
  auto asked = client(settings);
  std::optional<Result<prometheus::Answer>> answer;
  asked->ask(question(), &context, [&](Result<prometheus::Answer> told) { answer = std::move(told); });
  const qint64 longest = longestTurn([&] { return answer.has_value(); });
  ASSERT_TRUE(answer);
  ASSERT_TRUE(direct) << direct.error().sentence();
  ASSERT_TRUE(*answer) << answer->error().sentence() << " " << takes << " ms, " << longest << " ms";
  EXPECT_LT(longest, takes / 2) << "reading the answer takes " << takes << " ms";
}

}  // namespace
}  // namespace onceover::metrics

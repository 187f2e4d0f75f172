// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/prometheus_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <atomic>
#include <cmath>
#include <semaphore>

#include "tests/integration/gateway/certificate.h"
#include "tests/integration/gateway/fake_gateway.h"
#include "tests/ui/bridge/spin.h"

namespace onceover::metrics {
namespace {

using gateway::FakeGateway;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using test::spinUntil;

const Timestamp start{1'700'000'000'000'000};
constexpr const char* canary = "canary-5f1c7e90-geheim";

std::string matrix(const std::string& result, const std::string& more = "") {
  return R"({"status":"success","data":{"resultType":"matrix","result":[)" + result + "]}" + more + "}";
}

std::string seriesOf(const std::vector<std::string>& values, const std::string& labels = "") {
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != "-")
      points += fmt::format("{}[{},\"{}\"]", points.empty() ? "" : ",", 1'700'000'060 + 60 * i, values[i]);
  }
  return R"({"metric":{)" + labels + R"(},"values":[)" + points + "]}";
}

void answer(httplib::Response& response, const std::string& body, int status = 200,
            const char* type = "application/json") {
  response.status = status;
  response.set_header("Date", "Tue, 14 Nov 2023 22:43:20 GMT");
  response.set_header("Connection", "close");  // a server that ends waits for connections that are kept
  response.set_content(body, type);
}

FakeGateway::Answer answering(const std::string& body, int status = 200,
                              const char* type = "application/json") {
  return [=](const httplib::Request&, httplib::Response& response) { answer(response, body, status, type); };
}

QString shownValues(const std::vector<double>& values) {
  QStringList out;
  for (const double value : values)
    out.append(std::isnan(value) ? QStringLiteral("–") : QString::number(value));
  return out.join(' ');
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& each : sentences) out += each + "\n";
  return out;
}

// Everything that a chart says.
std::string allOf(const Chart& chart) {
  std::string out = chart.source + chart.error + chart.asked + joined(chart.warnings);
  for (const Gap& gap : chart.gaps) out += gap.why;
  for (const Line& line : chart.lines) out += line.metric + line.group.value_or("");
  return out;
}

class PrometheusSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(directory.isValid());
    path = directory.filePath(QStringLiteral("w.sqlite"));
    workspace = std::move(*workspace::Workspace::open(path));
    makeSource();
  }

  void makeSource() {
    source = std::make_unique<PrometheusSource>(session, *workspace, limits);
    QObject::connect(source.get(), &Source::answered, source.get(),
                     [this](int tag, const Chart& chart) { answers.emplace(tag, chart); });
    QObject::connect(source.get(), &Source::failed, source.get(),
                     [this](int tag, const Error& error) { errors.emplace(tag, error); });
  }

  void use(const FakeGateway& server) {
    settings.url = server.url();
    const auto set = source->setSettings(settings);
    ASSERT_TRUE(set) << set.error().sentence();
  }

  Request request(std::vector<std::string> metrics = {"stuck"}) const {
    Request out;
    out.from = start;
    out.to = start + minutes(5);
    out.step = minutes(1);
    out.metrics = std::move(metrics);
    return out;
  }

  Chart chartOf(const Request& asked, int tag = 1) {
    answers.clear();
    errors.clear();
    source->ask(tag, asked);
    EXPECT_TRUE(answers.empty() && errors.empty()) << "within ask()";
    EXPECT_TRUE(spinUntil([&] { return answers.contains(tag) || errors.contains(tag); }));
    EXPECT_TRUE(answers.contains(tag)) << (errors.contains(tag) ? errors.at(tag).sentence() : "nothing");
    return answers.contains(tag) ? answers.at(tag) : Chart{};
  }

  Error errorOf(const Request& asked, int tag = 1) {
    answers.clear();
    errors.clear();
    source->ask(tag, asked);
    EXPECT_TRUE(spinUntil([&] { return answers.contains(tag) || errors.contains(tag); }));
    EXPECT_TRUE(errors.contains(tag)) << "it was answered";
    return errors.contains(tag) ? errors.at(tag) : Error{};
  }

  QString fileWith(const char* text, QFile::Permissions permissions) {
    QFile file(directory.filePath(QStringLiteral("token")));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(permissions);
    return file.fileName();
  }

  QTemporaryDir directory;
  QString path;
  std::unique_ptr<workspace::Workspace> workspace;
  bridge::Session session;
  prometheus::Settings settings;
  PrometheusClient::Limits limits;
  std::unique_ptr<PrometheusSource> source;
  std::map<int, Chart> answers;
  std::map<int, Error> errors;
};

TEST_F(PrometheusSourceTest, NothingIsOfferedUntilAServerIsGiven) {
  EXPECT_FALSE(source->offer().whyNot.isEmpty());
  EXPECT_TRUE(source->offer().metrics.isEmpty());
  EXPECT_EQ(errorOf(request()).kind, ErrorKind::invalid_input);
  const FakeGateway server(answering(matrix("")));
  use(server);
  EXPECT_TRUE(source->offer().whyNot.isEmpty());
  EXPECT_TRUE(source->offer().metrics.contains(QStringLiteral("oldest_stuck_s")));
  EXPECT_FALSE(source->offer().metrics.contains(QStringLiteral("created")))
      << "nothing exports it by default";
  EXPECT_TRUE(source->offer().by.isEmpty()) << "the sweeper's series have no such labels";
  EXPECT_TRUE(source->name().startsWith(QStringLiteral("Prometheus at 127.0.0.1")));
}

TEST_F(PrometheusSourceTest, AsksByPostWithEverythingInTheBody) {
  std::mutex mutex;
  std::string body, target;
  const FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
    const std::lock_guard lock(mutex);
    body = request.get_param_value("query") + "|" + request.get_param_value("start") + "|" +
           request.get_param_value("end") + "|" + request.get_param_value("step");
    target = request.method + " " + request.target;
    answer(response, matrix(seriesOf({"1", "2", "3", "4", "5"})));
  });
  settings.filter = "job=\"" + std::string(4'000, 'x') + "+&%\"";
  use(server);
  const Chart chart = chartOf(request());
  EXPECT_EQ(shownValues(chart.line("stuck")->values), QStringLiteral("1 2 3 4 5"));
  EXPECT_EQ(chart.as_of, Timestamp{1'700'001'800'000'000});
  const std::lock_guard lock(mutex);
  EXPECT_EQ(target, "POST /api/v1/query_range");
  EXPECT_EQ(body, "sum(max by (store, sweep) (onceover_sweep_stuck_keys{" + settings.filter +
                      "}))|1700000060.000|1700000300.000|60s");
}

struct Told {
  const char* name;
  std::string body;
  const char *values, *warning;
  std::size_t gaps;
};
class PrometheusTold : public PrometheusSourceTest, public ::testing::WithParamInterface<Told> {};

TEST_P(PrometheusTold, IsShownHonestly) {
  const FakeGateway server(answering(GetParam().body));
  use(server);
  const Chart chart = chartOf(request());
  ASSERT_NE(chart.line("stuck"), nullptr);
  EXPECT_EQ(shownValues(chart.line("stuck")->values), QString::fromUtf8(GetParam().values));
  EXPECT_EQ(chart.gaps.size(), GetParam().gaps);
  EXPECT_NE(joined(chart.warnings).find(GetParam().warning), std::string::npos) << joined(chart.warnings);
}

INSTANTIATE_TEST_SUITE_P(
    OverHttp, PrometheusTold,
    ::testing::Values(
        Told{"NotANumber", matrix(seriesOf({"1", "NaN", "+Inf", "4", "5"})), "1 – – 4 5",
             "at 2 steps: shown as gaps", 1},
        Told{"Empty", matrix(""), "– – – – –", "may not be zero", 1},
        Told{"Stale", matrix(seriesOf({"1", "-", "-", "4", "5"})), "1 – – 4 5", "", 1},
        Told{"Partial", matrix(seriesOf({"1", "2", "3", "4", "5"}), R"(,"warnings":["one store is away"])"),
             "1 2 3 4 5", "warns: one store is away", 0},
        Told{"Zero", matrix(seriesOf({"0", "0", "0", "0", "0"})), "0 0 0 0 0", "", 0}),
    [](const auto& one) { return one.param.name; });

struct Refused {
  const char* name;
  FakeGateway::Answer reply;
  ErrorKind kind;
  const char* words;
};
class PrometheusRefused : public PrometheusSourceTest, public ::testing::WithParamInterface<Refused> {};

TEST_P(PrometheusRefused, IsAnErrorAndNoNumber) {
  limits.bytes = 64 * 1024;
  makeSource();
  const FakeGateway server(GetParam().reply);
  use(server);
  const Error error = errorOf(request());
  EXPECT_EQ(error.kind, GetParam().kind) << error.sentence();
  EXPECT_NE(error.what.find(GetParam().words), std::string::npos) << error.sentence();
}

INSTANTIATE_TEST_SUITE_P(
    OverHttp, PrometheusRefused,
    ::testing::Values(
        Refused{
            "BadData",
            answering(R"({"status":"error","errorType":"bad_data","error":"parse error at char 5"})", 400),
            ErrorKind::invalid_input, "parse error at char 5"},
        Refused{"Execution",
                answering(R"({"status":"error","errorType":"execution","error":"too many samples"})", 422),
                ErrorKind::database, "too many samples"},
        Refused{"Unauthorized", answering("who?", 401, "text/plain"), ErrorKind::not_permitted,
                "refused the credentials"},
        Refused{"Forbidden", answering("no", 403, "text/plain"), ErrorKind::not_permitted,
                "refused the credentials"},
        Refused{"NotFound", answering("404", 404, "text/plain"), ErrorKind::unsupported, "no Prometheus API"},
        Refused{"Unavailable", answering("<html>", 503, "text/html"), ErrorKind::busy, "not available"},
        Refused{"LoginPage", answering("<html>Sign in", 200, "text/html"), ErrorKind::unsupported,
                "text/html instead"},
        Refused{"Truncated", answering(matrix(seriesOf({"1", "2"})).substr(0, 60)), ErrorKind::unsupported,
                "incomplete or invalid"},
        Refused{"CutOnTheWay",
                [](const httplib::Request&, httplib::Response& response) {
                  response.set_content_provider(10'000, "application/json",
                                                [](std::size_t, std::size_t, httplib::DataSink& sink) {
                                                  sink.write(R"({"status")", 9);
                                                  return false;
                                                });
                },
                ErrorKind::connection, "before its answer was complete"},
        Refused{"Oversized", answering(matrix(seriesOf({std::string(200'000, '1')}))), ErrorKind::unsupported,
                "is too long"},
        Refused{"Scalar",
                answering(R"({"status":"success","data":{"resultType":"scalar","result":[1,"1"]}})"),
                ErrorKind::invalid_input, "a scalar where series are needed"}),
    [](const auto& one) { return one.param.name; });

TEST_F(PrometheusSourceTest, NoRedirectIsFollowed) {
  const FakeGateway elsewhere(answering(matrix(seriesOf({"1", "2", "3", "4", "5"}))));
  const FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
    response.set_redirect(elsewhere.url() + request.target, 307);
  });
  use(server);
  EXPECT_NE(errorOf(request()).what.find("not followed"), std::string::npos);
  EXPECT_TRUE(elsewhere.requests().empty());
}

TEST_F(PrometheusSourceTest, AServerThatIsGoneIsSaidToBeGone) {
  {
    const FakeGateway server(answering(matrix("")));
    use(server);
  }
  const Error error = errorOf(request());
  EXPECT_EQ(error.kind, ErrorKind::connection);
  EXPECT_NE(error.what.find("refuses the connection"), std::string::npos) << error.sentence();
}

TEST_F(PrometheusSourceTest, ASlowServerIsATimeoutAndWhatCameInTimeIsShown) {
  limits.patience = milliseconds(400);
  makeSource();
  FakeGateway* held = nullptr;
  FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
    if (request.get_param_value("query").find("oldest") != std::string::npos) held->hold();
    answer(response, matrix(seriesOf({"1", "2", "3", "4", "5"})));
  });
  held = &server;
  use(server);
  EXPECT_EQ(errorOf(request({"oldest_stuck_s"})).kind, ErrorKind::timeout);
  limits.patience = seconds(5);
  makeSource();  // with the settings that were remembered
  const Chart chart = chartOf(request({"stuck", "oldest_stuck_s"}));
  EXPECT_EQ(shownValues(chart.line("stuck")->values), QStringLiteral("1 2 3 4 5"));
  EXPECT_EQ(shownValues(chart.line("oldest_stuck_s")->values), QStringLiteral("– – – – –"));
  EXPECT_NE(joined(chart.warnings).find("oldest stuck: Prometheus at"), std::string::npos);
  EXPECT_NE(joined(chart.warnings).find("did not answer within 5"), std::string::npos)
      << joined(chart.warnings);
  server.let_go();
}

TEST_F(PrometheusSourceTest, WhatWasCancelledOrAskedAnewIsNeverAnswered) {
  FakeGateway* held = nullptr;
  std::atomic<int> begun = 0;
  FakeGateway server([&](const httplib::Request&, httplib::Response& response) {
    if (++begun <= 2) held->hold();
    answer(response, matrix(seriesOf({"1", "2", "3", "4", "5"})));
  });
  held = &server;
  use(server);
  source->ask(1, request());
  source->ask(2, request());
  ASSERT_TRUE(spinUntil([&] { return begun == 2; }));
  source->ask(2, request());  // supersedes
  ASSERT_TRUE(spinUntil([&] { return answers.contains(2); }));
  source->cancel();
  server.let_go();
  EXPECT_EQ(shownValues(chartOf(request(), 3).line("stuck")->values), QStringLiteral("1 2 3 4 5"));
  EXPECT_FALSE(answers.contains(1) || errors.contains(1) || errors.contains(2));
}

TEST_F(PrometheusSourceTest, WhoeverIsToldMayAskAgainOrChangeTheServerAtOnce) {
  const FakeGateway server(answering(matrix(seriesOf({"1", "2", "3", "4", "5"}))));
  use(server);
  int told = 0;
  const auto advance = [&] {
    ++told;
    if (told == 1) source->ask(1, request());
    if (told != 2) return;
    EXPECT_TRUE(source->setSettings({}));
    source->ask(7, request());
  };
  QObject::connect(source.get(), &Source::answered, source.get(), advance);
  QObject::connect(source.get(), &Source::failed, source.get(), advance);
  source->ask(1, request());
  ASSERT_TRUE(spinUntil([&] { return told == 3; }));
  EXPECT_TRUE(errors.contains(7)) << "there is no server any more";
}

TEST_F(PrometheusSourceTest, FewQuestionsAreUnderWayAtOnce) {
  limits.atOnce = 2;
  makeSource();
  std::counting_semaphore<> free(0);
  std::atomic<int> now = 0, most = 0;
  const FakeGateway server([&](const httplib::Request&, httplib::Response& response) {
    most = std::max<int>(most, ++now);
    (void)free.try_acquire_for(milliseconds(50));  // long enough for others to come
    --now;
    answer(response, matrix(seriesOf({"1", "2", "3", "4", "5"})));
  });
  use(server);
  const Chart chart = chartOf(request({"stuck", "oldest_stuck_s", "awaiting_human", "reaped",
                                       "settled.failed", "settled.succeeded", "needs_human"}));
  EXPECT_EQ(chart.lines.size(), 7u);
  EXPECT_EQ(server.requests().size(), 7u);
  EXPECT_LE(most, 2);
}

TEST_F(PrometheusSourceTest, FewerPointsAreAskedForWhereTheServerWantsFewer) {
  std::atomic<int> refused = 0, taken = 0;
  const FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
    const double first = std::stod(request.get_param_value("start")),
                 last = std::stod(request.get_param_value("end"));
    if ((last - first) / 60 > 3'000) {
      ++refused;
      return answer(
          response,
          R"({"status":"error","errorType":"bad_data","error":"exceeded maximum resolution of 3,000 points"})",
          400);
    }
    ++taken;
    response.set_content(
        matrix(fmt::format(R"({{"metric":{{}},"values":[[{},"7"]]}})", static_cast<long>(first))),
        "application/json");
  });
  use(server);
  Request asked = request();
  asked.to = asked.from + minutes(6'000);
  const Chart chart = chartOf(asked);
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(taken, 3);
  ASSERT_EQ(chart.steps, 6'000u);
  for (const std::size_t step : {0u, 2'500u, 5'000u}) EXPECT_EQ(chart.lines[0].values[step], 7) << step;
}

TEST_F(PrometheusSourceTest, ASplitAsksForTheTopFirst) {
  const FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
    if (request.path == "/api/v1/query") {
      return answer(
          response,
          R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"tenant":"b"},"value":[1700000300,"5"]},{"metric":{"tenant":"a"},"value":[1700000300,"9"]}]}})");
    }
    const bool isRest = request.get_param_value("query").find("!~") != std::string::npos;
    answer(response, matrix(isRest ? seriesOf({"1", "1", "1", "1", "1"})
                                   : seriesOf({"1", "1", "1", "1", "1"}, R"("tenant":"b")") + "," +
                                         seriesOf({"2", "2", "2", "2", "1"}, R"("tenant":"a")")));
  });
  settings.expressions["created"] = "sum$by (increase(made_total{$filter}[$step]))";
  use(server);
  EXPECT_TRUE(source->offer().by.contains(By::tenant));
  Request asked = request({"created"});
  asked.by = By::tenant;
  asked.top = 2;
  const Chart chart = chartOf(asked);
  ASSERT_EQ(chart.lines.size(), 3u);
  EXPECT_EQ(chart.lines[0].group, "a");
  EXPECT_EQ(chart.lines[1].group, "b");
  EXPECT_TRUE(chart.lines[2].is_rest);
}

TEST_F(PrometheusSourceTest, TheTokenGoesToTheServerAndNowhereElse) {
  const std::string basic = QByteArray("ops:" + QByteArray(canary)).toBase64().toStdString();
  for (const auto auth : {prometheus::Auth::bearer, prometheus::Auth::basic}) {
    // A server that tells everybody what it was told.
    std::atomic<bool> refuses = true;
    const FakeGateway server([&](const httplib::Request& request, httplib::Response& response) {
      const std::string echo = request.get_header_value("Authorization");
      response.set_header("X-Echo", echo);
      if (refuses) {
        return answer(response,
                      R"({"status":"error","errorType":"execution","error":"no rights for )" + echo + "\"}",
                      422);
      }
      answer(response,
             matrix(seriesOf({"1", "2", "3", "4", "5"}), R"(,"warnings":["asked by )" + echo + "\"]"));
    });
    settings.auth = auth;
    settings.user = "ops";
    settings.secret_file = fileWith(canary, QFile::ReadOwner | QFile::WriteOwner).toStdString();
    use(server);
    const Error error = errorOf(request());
    refuses = false;
    const std::string said = error.sentence() + error.detail + allOf(chartOf(request())) +
                             source->name().toStdString() + prometheus::to_json(source->settings());
    const std::string expected =
        auth == prometheus::Auth::bearer ? std::string("Bearer ") + canary : "Basic " + basic;
    ASSERT_FALSE(server.authorizations().empty());
    for (const std::string& sent : server.authorizations()) EXPECT_EQ(sent, expected);
    EXPECT_NE(said.find("***"), std::string::npos) << "it was there to be hidden: " << said;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const std::string kept = file.readAll().toStdString();
    EXPECT_NE(kept.find(server.url()), std::string::npos);
    for (const std::string& secret : {std::string(canary), basic}) {
      EXPECT_EQ(said.find(secret), std::string::npos) << said;
      EXPECT_EQ(kept.find(secret), std::string::npos);
    }
  }
}

TEST_F(PrometheusSourceTest, AShortSecretIsHiddenInWordsAndLeavesNumbersAlone) {
  const FakeGateway server([](const httplib::Request&, httplib::Response& response) {
    answer(response, matrix(seriesOf({"1123", "112", "3112", "4", "5"}), R"(,"warnings":["asked by 112"])"));
  });
  settings.auth = prometheus::Auth::bearer;
  settings.secret_file = fileWith("112", QFile::ReadOwner | QFile::WriteOwner).toStdString();
  use(server);
  const Chart chart = chartOf(request());
  ASSERT_FALSE(chart.lines.empty());
  EXPECT_EQ(chart.lines[0].values.at(0), 1123);
  EXPECT_EQ(chart.lines[0].values.at(1), 112);
  std::string warned;
  for (const std::string& warning : chart.warnings) warned += warning;
  EXPECT_NE(warned.find("asked by ***"), std::string::npos) << warned;
}

TEST_F(PrometheusSourceTest, ATokenThatOthersMayReadIsNotSent) {
  const FakeGateway server(answering(matrix("")));
  settings.auth = prometheus::Auth::bearer;
  settings.secret_file = fileWith(canary, QFile::ReadOwner | QFile::ReadOther).toStdString();
  use(server);
  const Error error = errorOf(request());
  EXPECT_NE(error.what.find("is open to others"), std::string::npos) << error.sentence();
  EXPECT_EQ(error.not_done.find("gateway"), std::string::npos) << error.not_done;
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(PrometheusSourceTest, AKeychainThatAsksItsOwnerIsNotWaitedFor) {
  std::binary_semaphore unlocked(0);
  session.setKeychain([&](const std::string& name) -> Result<std::string> {
    unlocked.acquire();
    return name == "prom" ? std::string(canary) : std::string();
  });
  makeSource();
  const FakeGateway server(answering(matrix(seriesOf({"1", "2", "3", "4", "5"}))));
  settings.auth = prometheus::Auth::bearer;
  settings.secret_entry = "prom";
  use(server);
  source->ask(1, request());
  source->ask(2, request());  // returned, although nobody has unlocked it
  EXPECT_TRUE(server.requests().empty());
  unlocked.release();
  ASSERT_TRUE(spinUntil([&] { return answers.contains(1) && answers.contains(2); }));
  EXPECT_EQ(server.authorizations().at(0), std::string("Bearer ") + canary);
}

TEST_F(PrometheusSourceTest, ACertificateThatNobodyVouchesForIsRefusedBeforeAnythingIsSent) {
  const gateway::SelfSigned certificate("IP:127.0.0.1"), another("DNS:other.example");
  const FakeGateway server(answering(matrix(seriesOf({"1", "2", "3", "4", "5"}))), &certificate);
  const FakeGateway impostor(answering(matrix("")), &another);
  use(server);
  const Error error = errorOf(request());
  EXPECT_EQ(error.kind, ErrorKind::connection);
  EXPECT_NE(error.what.find("is not trusted"), std::string::npos) << error.sentence();
  EXPECT_TRUE(server.requests().empty());
  settings.ca_file = certificate.certificate();
  use(server);
  EXPECT_EQ(shownValues(chartOf(request()).line("stuck")->values), QStringLiteral("1 2 3 4 5"));
  settings.ca_file = another.certificate();
  use(impostor);
  EXPECT_NE(errorOf(request()).what.find("is not trusted"), std::string::npos) << "the name is another one";
  EXPECT_TRUE(impostor.requests().empty());
}

TEST_F(PrometheusSourceTest, EachConnectionHasItsOwnServer) {
  const FakeGateway server(answering(matrix("")));
  const auto connectAs = [&](const char* id) {
    bridge::ConnectionProfile profile;
    profile.id = QString::fromLatin1(id);
    profile.conninfo = QStringLiteral("host=/nowhere-at-all");
    session.connectTo(profile);
  };
  connectAs("7");
  use(server);
  connectAs("8");
  EXPECT_EQ(source->settings().url, "");
  connectAs("7");
  EXPECT_EQ(source->settings(), settings);
  makeSource();
  EXPECT_EQ(source->settings(), settings) << "kept between two starts";
  settings.url = "https://u:p@elsewhere";
  EXPECT_FALSE(source->setSettings(settings));
  EXPECT_EQ(source->settings().url, server.url());
}

}  // namespace
}  // namespace onceover::metrics

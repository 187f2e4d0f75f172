// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/prometheus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace onceover::metrics::prometheus {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const Timestamp start{1'700'000'000'000'000};
const std::string place = "Prometheus at p.example";

Settings settings_of(const std::map<std::string, std::string>& expressions = {}) {
  Settings out;
  out.url = "https://p.example";
  out.expressions = expressions;
  return out;
}

// Five steps of a minute.
Request request_of(std::vector<std::string> metrics, std::vector<std::string> distributions = {}) {
  Request out;
  out.from = start;
  out.to = start + minutes(5);
  out.step = minutes(1);
  out.metrics = std::move(metrics);
  out.distributions = std::move(distributions);
  return out;
}

Reply reply_of(std::string body, int status = 200) {
  return {status, "application/json", std::move(body), start + minutes(30), false};
}

std::string matrix(const std::string& result, const std::string& more = "") {
  return R"({"status":"success","data":{"resultType":"matrix","result":[)" + result + "]}" + more + "}";
}

// A series with a value at the end of each step; "-" leaves it out.
std::string series_with(const std::string& labels, const std::vector<std::string>& values) {
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == "-") continue;
    points += fmt::format("{}[{},\"{}\"]", points.empty() ? "" : ",", 1'700'000'060 + 60 * i, values[i]);
  }
  return R"({"metric":{)" + labels + R"(},"values":[)" + points + "]}";
}

Question stuck_question() {
  Question out;
  out.name = "stuck";
  return out;
}

Chart chart_of(const Settings& settings, const Request& request, const std::vector<std::string>& bodies) {
  auto reading = Reading::begin(settings, request);
  EXPECT_TRUE(reading) << reading.error().sentence();
  std::vector<Reading::Answered> told;
  const auto questions = reading->questions();
  EXPECT_EQ(questions.size(), bodies.size());
  for (std::size_t i = 0; i < std::min(questions.size(), bodies.size()); ++i) {
    told.push_back({questions[i], read_answer(questions[i], reply_of(bodies[i]), place)});
  }
  auto chart = reading->chart(told);
  EXPECT_TRUE(chart) << chart.error().sentence();
  return chart ? *chart : Chart{};
}

// "1 – 3": NaN as a dash.
std::string shown_values(const std::vector<double>& values) {
  std::string out;
  for (const double value : values)
    out += (out.empty() ? "" : " ") + (std::isnan(value) ? std::string("–") : fmt::format("{:g}", value));
  return out;
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& each : sentences) out += each + "\n";
  return out;
}

TEST(PrometheusQuestion, AsksForEachStepAtItsEndWithTheFilterInIt) {
  Settings settings = settings_of({{"created", "sum$by (increase(made_total{$filter}[$step]))"}});
  settings.filter = "job=\"payments\", ";
  Request request = request_of({"created"});
  request.tenant = "a\"b\\$step";
  const auto questions = Reading::begin(settings, request)->questions();
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0].promql, R"(sum (increase(made_total{job="payments",tenant="a\"b\\$step"}[60s])))");
  EXPECT_EQ(questions[0].start, start + minutes(1));
  EXPECT_EQ(questions[0].end, start + minutes(5));
  EXPECT_EQ(path_of(questions[0]), "/api/v1/query_range");
  const std::string form = form_of(questions[0], seconds(20));
  EXPECT_TRUE(form.starts_with("query=sum%20%28increase%28made_total%7Bjob%3D%22payments%22%2C")) << form;
  EXPECT_TRUE(form.ends_with("&start=1700000060.000&end=1700000300.000&step=60s&timeout=20s")) << form;
}

TEST(PrometheusQuestion, LongRangesAreAskedInPartsThatMeet) {
  Request request = request_of({"stuck"});
  request.to = request.from + minutes(25'001);
  const auto questions = Reading::begin(settings_of(), request)->questions();
  ASSERT_EQ(questions.size(), 3u);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    EXPECT_LE((questions[i].end - questions[i].start) / minutes(1), 10'999);
    if (i == 0) continue;
    EXPECT_EQ(questions[i].start, questions[i - 1].end + minutes(1));
  }
  EXPECT_EQ(questions.front().start, start + minutes(1));
  EXPECT_EQ(questions.back().end, request.to);
}

TEST(PrometheusQuestion, AnIncreaseIsAskedOverTwoScrapesAtLeastALevelOverAny) {
  Settings settings = settings_of();
  settings.scrape = seconds(60);
  Request request = request_of({"reaped"});
  request.step = seconds(50);
  EXPECT_EQ(Reading::begin(settings, request)->request().step, seconds(150));
  request.metrics = {"stuck"};
  EXPECT_EQ(Reading::begin(settings, request)->request().step, seconds(50));
}

TEST(PrometheusQuestion, WhatHasNoExpressionOrCannotBeSplitIsSaidAndNotAsked) {
  Request request = request_of({"created", "stuck"});
  auto reading = Reading::begin(settings_of(), request);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->questions().size(), 1u);
  const Chart chart = chart_of(settings_of(), request, {matrix(series_with("", {"1", "2", "3", "4", "5"}))});
  EXPECT_NE(joined(chart.warnings).find("created: it has no expression"), std::string::npos);
  request.by = By::tenant;
  const auto refused = Reading::begin(settings_of(), request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  request.by = By::nothing;
  request.operation = "POST /refunds";
  EXPECT_FALSE(Reading::begin(settings_of(), request))
      << "the sweeper's series have no such label: it would be the sum of all";
}

TEST(PrometheusQuestion, TheTopIsAskedForFirstThenEachOfItAndTheRest) {
  Settings settings = settings_of({{"created", "sum$by (increase(made_total{$filter}[$step]))"}});
  Request request = request_of({"created"});
  request.by = By::tenant;
  request.top = 2;
  auto reading = Reading::begin(settings, request);
  ASSERT_TRUE(reading);
  const auto ranking = reading->ranking();
  ASSERT_TRUE(ranking);
  EXPECT_EQ(ranking->promql, "topk(2, sum by (tenant) (increase(made_total{}[300s])))");
  const auto top = read_answer(
      *ranking,
      reply_of(
          R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"tenant":"b"},"value":[1700000300,"3"]},{"metric":{"tenant":"a.c|d"},"value":[1700000300,"7"]}]}})"),
      place);
  ASSERT_TRUE(top) << top.error().sentence();
  reading->ranked(*top);
  const auto questions = reading->questions();
  ASSERT_EQ(questions.size(), 2u);
  EXPECT_EQ(questions[0].promql, R"(sum by (tenant) (increase(made_total{tenant=~"a\\.c\\|d|b"}[60s])))");
  EXPECT_EQ(questions[1].promql, R"(sum (increase(made_total{tenant!~"a\\.c\\|d|b"}[60s])))");
  EXPECT_TRUE(questions[1].is_rest);
  const std::string groups = series_with(R"("tenant":"b")", {"1", "0", "1", "0", "1"}) + "," +
                             series_with(R"("tenant":"a.c|d")", {"3", "1", "1", "1", "1"});
  const auto chart = reading->chart(
      {{questions[0], read_answer(questions[0], reply_of(matrix(groups)), place)},
       {questions[1],
        read_answer(questions[1], reply_of(matrix(series_with("", {"9", "9", "9", "9", "9"}))), place)}});
  ASSERT_TRUE(chart);
  ASSERT_EQ(chart->lines.size(), 3u);
  EXPECT_EQ(chart->lines[0].group, "a.c|d");
  EXPECT_EQ(shown_values(chart->lines[0].values), "3 1 1 1 1");
  EXPECT_EQ(chart->lines[1].group, "b");
  EXPECT_TRUE(chart->lines[2].is_rest);
  EXPECT_EQ(shown_values(chart->lines[2].values), "9 9 9 9 9");
}

TEST(PrometheusQuestion, TheNextMetricRanksWhereNothingIsToldOfTheFirst) {
  const Settings settings = settings_of({{"created", "sum$by (increase(made_total{$filter}[$step]))"},
                                         {"in_progress", "sum$by (now{$filter})"}});
  Request request = request_of({"created", "in_progress"}, {});
  request.by = By::tenant;
  auto reading = Reading::begin(settings, request);
  ASSERT_TRUE(reading);
  const auto top_of = [](const std::string& result) {
    return *read_answer(
        {.form = Question::Form::instant},
        reply_of(R"({"status":"success","data":{"resultType":"vector","result":[)" + result + "]}}"), place);
  };
  reading->ranked(top_of(""));
  const auto second = reading->ranking();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->promql, "topk(8, max_over_time((sum by (tenant) (now{}))[300s:60s]))");
  auto nobody = *reading;
  nobody.ranked(top_of(""));
  EXPECT_FALSE(nobody.ranking());
  EXPECT_TRUE(nobody.questions().empty());
  const auto empty = nobody.chart({});
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->as_of, start + minutes(30)) << "the server told its clock";
  EXPECT_EQ(empty->gaps.at(0).why, "no such series");
  reading->ranked(top_of(R"({"metric":{},"value":[1700000300,"3"]})"));
  EXPECT_FALSE(reading->ranking());
  ASSERT_EQ(reading->questions().size(), 2u) << "fewer than the top: there is no rest";
  EXPECT_EQ(reading->questions()[1].promql, R"(sum by (tenant) (now{tenant=~""}))");
}

struct Recorded {
  const char* name;
  std::string body;
  const char *values, *warning;  // "" : none
  std::size_t gaps;
};

class PrometheusAnswer : public ::testing::TestWithParam<Recorded> {};

TEST_P(PrometheusAnswer, IsShownAsItIs) {
  const Chart chart = chart_of(settings_of(), request_of({"stuck"}), {GetParam().body});
  ASSERT_EQ(chart.lines.size(), 1u);
  EXPECT_EQ(shown_values(chart.lines[0].values), GetParam().values);
  EXPECT_EQ(chart.gaps.size(), GetParam().gaps);
  if (*GetParam().warning == '\0') {
    EXPECT_EQ(joined(chart.warnings), "");
  } else {
    EXPECT_NE(joined(chart.warnings).find(GetParam().warning), std::string::npos) << joined(chart.warnings);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Recorded, PrometheusAnswer,
    ::testing::Values(
        Recorded{"Whole", matrix(series_with("", {"0", "1", "2.5", "3e2", "4"})), "0 1 2.5 300 4", "", 0},
        Recorded{
            "NumbersWithoutQuotes",
            matrix(
                R"({"metric":{},"values":[[1700000060,1],[1700000120,2],[1700000180,3],[1700000240,4],[1700000300,5]]})"),
            "1 2 3 4 5", "", 0},
        Recorded{"NotANumber", matrix(series_with("", {"1", "NaN", "+Inf", "-Inf", "5"})), "1 – – – 5",
                 "at 3 steps: shown as gaps", 1},
        Recorded{"BelowZero", matrix(series_with("", {"1", "-2", "3", "4", "5"})), "1 – 3 4 5",
                 "infinite or negative at 1 step:", 1},
        Recorded{"Empty", matrix(""), "– – – – –", "no such series in this range; it may not be zero", 1},
        Recorded{"Stale", matrix(series_with("", {"1", "2", "-", "-", "5"})), "1 2 – – 5", "", 1},
        Recorded{"BeginsLate", matrix(series_with("", {"-", "-", "-", "4", "5"})), "– – – 4 5", "", 1},
        Recorded{
            "Partial",
            matrix(series_with("", {"1", "2", "3", "4", "5"}), R"(,"warnings":["a remote read\nfailed"])"),
            "1 2 3 4 5", "warns: a remote read\\nfailed", 0},
        Recorded{"Informed",
                 matrix(series_with("", {"1", "2", "3", "4", "5"}),
                        R"(,"infos":["PromQL info: metric might not be a counter"])"),
                 "1 2 3 4 5", "might not be a counter", 0},
        Recorded{"DuplicateSeries",
                 matrix(series_with(R"("i":"1")", {"1", "1", "1", "1", "1"}) + "," +
                        series_with(R"("i":"2")", {"2", "2", "2", "2", "2"})),
                 "– – – – –", "gives 2 series where one is needed", 1},
        Recorded{
            "Unsorted",
            matrix(
                R"({"metric":{},"values":[[1700000180,"3"],[1700000060,"1"],[1700000120,"2"],[1700000300,"5"],[1700000240,"4"]]})"),
            "1 2 3 4 5", "", 0},
        Recorded{"DoubledAlike",
                 matrix(R"({"metric":{},"values":[[1700000060,"1"],[1700000060,"1"],[1700000120,"2"]]})"),
                 "1 2 – – –", "", 1},
        Recorded{"DoubledApart",
                 matrix(R"({"metric":{},"values":[[1700000060,"1"],[1700000060,"7"],[1700000120,"2"]]})"),
                 "– 2 – – –", "two values for one time at 1 step:", 2},
        Recorded{"OtherTimes",
                 matrix(R"({"metric":{},"values":[[1700000050,"1"],[1700000110,"2"],[1700000171.5,"3"]]})"),
                 "1 2 3 – –", "for other times than asked at 3 steps", 1},
        Recorded{"OutsideTheRange",
                 matrix(R"({"metric":{},"values":[[1600000000,"9"],[1700000060,"1"],[1800000000,"9"]]})"),
                 "1 – – – –", "", 1}),
    [](const auto& one) { return one.param.name; });

struct Bad {
  const char* name;
  Reply reply;
  ErrorKind kind;
  const char* words;
};

class PrometheusRefusal : public ::testing::TestWithParam<Bad> {};

TEST_P(PrometheusRefusal, IsAnErrorInWords) {
  const auto answer = read_answer(stuck_question(), GetParam().reply, place);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, GetParam().kind);
  EXPECT_NE(answer.error().what.find(GetParam().words), std::string::npos) << answer.error().sentence();
  EXPECT_FALSE(answer.error().next.empty());
}

std::string error_body(const std::string& type, const std::string& words) {
  return R"({"status":"error","errorType":")" + type + R"(","error":")" + words + R"("})";
}

INSTANTIATE_TEST_SUITE_P(
    Recorded, PrometheusRefusal,
    ::testing::Values(
        Bad{"BadData",
            reply_of(error_body("bad_data", "1:8: parse error: unexpected end of input inside braces"), 400),
            ErrorKind::invalid_input, "parse error"},
        Bad{"RangeVector",
            reply_of(
                error_body(
                    "bad_data",
                    R"(invalid expression type \"range vector\" for range query, must be Scalar or instant Vector)"),
                400),
            ErrorKind::invalid_input, "invalid expression type"},
        Bad{"ErrorWithStatus200", reply_of(error_body("execution", "many-to-many matching"), 200),
            ErrorKind::database, "many-to-many"},
        Bad{"Execution", reply_of(error_body("execution", "found duplicate series"), 422),
            ErrorKind::database, "found duplicate series"},
        Bad{"Timeout", reply_of(error_body("timeout", "query timed out"), 503), ErrorKind::timeout,
            "query timed out"},
        Bad{"Unavailable", reply_of(error_body("unavailable", "starting up"), 503), ErrorKind::busy,
            "starting up"},
        Bad{"Unauthorized",
            {401, "text/plain", "Unauthorized", {}, false},
            ErrorKind::not_permitted,
            "refused the credentials (401)"},
        Bad{"NotFound",
            {404, "text/plain", "404 page not found", {}, false},
            ErrorKind::unsupported,
            "no Prometheus API"},
        Bad{"TooMany",
            {429, "text/plain", "slow down", {}, false},
            ErrorKind::busy,
            "not available now (429)"},
        Bad{"BadGateway",
            {502, "text/html", "<html>", {}, false},
            ErrorKind::busy,
            "not available now (502)"},
        Bad{"Redirect", {302, "", "", {}, false}, ErrorKind::unsupported, "not followed"},
        Bad{"LoginPage",
            {200, "text/html", "<html>Sign in</html>", {}, false},
            ErrorKind::unsupported,
            "text/html instead of JSON"},
        Bad{"EmptyBody", {200, "", "", {}, false}, ErrorKind::unsupported, "no type at all"},
        Bad{"Truncated", reply_of(R"({"status":"success","data":{"resultType":"matrix","result":[{"met)"),
            ErrorKind::unsupported, "incomplete or invalid"},
        Bad{"Oversized", {200, "application/json", "{", {}, true}, ErrorKind::unsupported, "is too long"},
        Bad{"OtherJson", reply_of(R"({"data":[]})"), ErrorKind::unsupported, "no status"},
        Bad{"Scalar", reply_of(R"({"status":"success","data":{"resultType":"scalar","result":[1,"1"]}})"),
            ErrorKind::invalid_input, "a scalar"},
        Bad{"Vector", reply_of(R"({"status":"success","data":{"resultType":"vector","result":[]}})"),
            ErrorKind::invalid_input, "a vector"},
        Bad{"NoResult", reply_of(R"({"status":"success","data":{"resultType":"matrix"}})"),
            ErrorKind::unsupported, "no result"},
        Bad{"WordsForNumbers", reply_of(matrix(R"({"metric":{},"values":[[1700000060,"many"]]})")),
            ErrorKind::unsupported, "not a number"},
        Bad{"NativeHistogram", reply_of(matrix(R"({"metric":{},"histograms":[[1700000060,{"count":"1"}]]})")),
            ErrorKind::unsupported, "native histogram"}),
    [](const auto& one) { return one.param.name; });

TEST(PrometheusLimits, TooManyPointsIsToldApart) {
  const auto many = read_answer(stuck_question(),
                                reply_of(error_body("bad_data",
                                                    "exceeded maximum resolution of 11,000 points per "
                                                    "timeseries. Try decreasing the query resolution"),
                                         400),
                                place);
  ASSERT_FALSE(many);
  EXPECT_TRUE(wants_fewer_points(many.error()));
  const auto other =
      read_answer(stuck_question(), reply_of(error_body("bad_data", "parse error"), 400), place);
  EXPECT_FALSE(wants_fewer_points(other.error()));
}

TEST(PrometheusChart, ASeriesOfNothingButNaNIsThereAndNotANumber) {
  const Chart chart = chart_of(settings_of(), request_of({"stuck"}),
                               {matrix(series_with("", {"NaN", "NaN", "NaN", "NaN", "NaN"}))});
  EXPECT_EQ(joined(chart.warnings), "stuck: NaN, infinite or negative at 5 steps: shown as gaps.\n");
}

TEST(PrometheusChart, SomeMetricsMayFailWhereOthersCame) {
  const Chart chart = chart_of(settings_of(), request_of({"stuck", "awaiting_human"}),
                               {matrix(series_with("", {"1", "2", "3", "4", "5"})),
                                error_body("execution", "expanding series: limit")});
  ASSERT_EQ(chart.lines.size(), 2u);
  EXPECT_EQ(shown_values(chart.lines[0].values), "1 2 3 4 5");
  EXPECT_EQ(shown_values(chart.lines[1].values), "– – – – –");
  EXPECT_NE(joined(chart.warnings).find("wait for a person: Prometheus at p.example could not answer"),
            std::string::npos);
  EXPECT_TRUE(chart.gaps.empty()) << "a line is there in every step";
}

TEST(PrometheusChart, NothingAnsweredIsTheFirstError) {
  auto reading = Reading::begin(settings_of(), request_of({"stuck"}));
  const auto question = reading->questions().front();
  const auto chart = reading->chart({{question, read_answer(question, reply_of("{}", 401), place)}});
  ASSERT_FALSE(chart);
  EXPECT_EQ(chart.error().kind, ErrorKind::not_permitted);
}

// A level would be told for the minutes to come, too.
TEST(PrometheusChart, WhatIsToComeIsNotKnown) {
  auto reading = Reading::begin(settings_of(), request_of({"stuck"}));
  const auto question = reading->questions().front();
  Reply reply = reply_of(matrix(series_with("", {"1", "2", "3", "3", "3"})));
  reply.date = start + seconds(150);
  const auto chart = reading->chart({{question, read_answer(question, reply, place)}});
  ASSERT_TRUE(chart);
  EXPECT_EQ(shown_values(chart->lines[0].values), "1 2 3 – –");
  EXPECT_EQ(chart->as_of, start + seconds(150));
  EXPECT_TRUE(chart->is_over(1));
  EXPECT_FALSE(chart->is_over(2));
  EXPECT_TRUE(chart->gaps.empty()) << "what is not there yet is no gap";
  reply.date.reset();
  const auto without = reading->chart({{question, read_answer(question, reply, place)}});
  EXPECT_EQ(without->as_of, start + minutes(5)) << "the newest sample's time, where the server says none";
}

TEST(PrometheusChart, SaysWhereItIsFromAndHowExact) {
  const Chart chart = chart_of(settings_of(), request_of({"stuck"}), {matrix("")});
  EXPECT_EQ(chart.origin, Origin::prometheus);
  EXPECT_EQ(chart.source, place);
  EXPECT_EQ(chart.resolution, seconds(30));
  EXPECT_NE(chart.error.find("30 s"), std::string::npos);
  EXPECT_EQ(chart.gaps.at(0).why, "no such series");
  EXPECT_EQ(chart.gaps.at(0).from, start);
  EXPECT_EQ(chart.gaps.at(0).to, start + minutes(5));
  EXPECT_NE(chart.asked.find("query: sum(max by (store, sweep) (onceover_sweep_stuck_keys{}))"),
            std::string::npos)
      << chart.asked;
}

TEST(PrometheusChart, BucketsBecomeADistribution) {
  const Settings settings = settings_of({{"retry_delay_ms", "sum$by (increase(d_bucket{$filter}[$step]))"}});
  const Chart chart = chart_of(settings, request_of({}, {"retry_delay_ms"}),
                               {matrix(series_with(R"("le":"+Inf")", {"10", "4", "-", "0", "3"}) + "," +
                                       series_with(R"("le":"0.25")", {"6", "4.001", "2", "0", "1"}) + "," +
                                       series_with(R"("le":"0.005")", {"1", "4", "1", "0", "NaN"}))});
  ASSERT_EQ(chart.distributions.size(), 1u);
  const Distribution& d = chart.distributions[0];
  EXPECT_EQ(d.upper_ms, (std::vector<double>{5, 250, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(shown_values(d.counts), "1 5 4 4 0.001 0 – – – 0 0 0 – – –");
  EXPECT_EQ(chart.gaps.size(), 2u);
}

TEST(PrometheusChart, HalfAHistogramIsNone) {
  const Settings settings =
      settings_of({{"retry_delay_ms", "sum by (le) (increase(d_bucket{$filter}[$step]))"}});
  const auto request = request_of({"stuck"}, {"retry_delay_ms"});
  const std::string stuck = matrix(series_with("", {"1", "2", "3", "4", "5"}));
  const Chart endless =
      chart_of(settings, request, {stuck, matrix(series_with(R"("le":"0.25")", {"6", "6", "6", "6", "6"}))});
  EXPECT_TRUE(endless.distributions.at(0).upper_ms.empty());
  EXPECT_NE(joined(endless.warnings).find("no bucket le"), std::string::npos);
  const Chart unbounded =
      chart_of(settings, request, {stuck, matrix(series_with("", {"6", "6", "6", "6", "6"}))});
  EXPECT_NE(joined(unbounded.warnings).find("without a bucket bound"), std::string::npos);
}

TEST(PrometheusSettings, AreCheckedByTheField) {
  EXPECT_TRUE(check(settings_of()));
  const auto refused = [](auto change) {
    Settings settings = settings_of();
    change(settings);
    const auto sound = check(settings);
    return sound ? std::string() : sound.error().what;
  };
  for (const char* url : {"", "p.example", "https://", "https://u:geheim@p.example", "https://p.example?x=1",
                          "https://p.example#x", "https://p.example:0", "https://p.example:x",
                          "ftp://p.example", "https://p ex", "https://[::1"}) {
    EXPECT_NE(refused([&](Settings& s) { s.url = url; }), "") << url;
    EXPECT_EQ(refused([&](Settings& s) { s.url = url; }).find("geheim"), std::string::npos);
  }
  for (const char* url : {"https://p.example:9090/prom/x-1", "http://127.0.0.1:9090", "http://[::1]:9090",
                          "http://p.example"}) {
    EXPECT_EQ(refused([&](Settings& s) { s.url = url; }), "") << url;
  }
  const auto with_token = [](const char* url) {
    return [url](Settings& s) {
      s.url = url;
      s.auth = Auth::bearer;
      s.secret_entry = "prom";
    };
  };
  EXPECT_NE(refused(with_token("http://p.example")), "") << "a token in the clear";
  EXPECT_EQ(refused(with_token("http://localhost:9090")), "");
  EXPECT_EQ(refused(with_token("https://p.example")), "");
  EXPECT_NE(refused([](Settings& s) { s.auth = Auth::bearer; }), "");
  for (const char* filter :
       {"job", "job=payments", "job=\"a", "1a=\"b\"", "a=\"b\"}[5m", "a=\"b\" b=\"c\""}) {
    EXPECT_NE(refused([&](Settings& s) { s.filter = filter; }), "") << filter;
  }
  for (const char* filter : {"", "job=\"payments\"", "a!=\"b\\\"\", c =~ \"d|e\" , f!~'g',"}) {
    EXPECT_EQ(refused([&](Settings& s) { s.filter = filter; }), "") << filter;
  }
  EXPECT_NE(refused([](Settings& s) { s.expressions["created"] = "sum(x[$step])"; }), "")
      << "without $filter";
  EXPECT_NE(refused([](Settings& s) { s.expressions["created"] = "sum(x{$filter})"; }), "")
      << "a flow without $step";
  EXPECT_NE(refused([](Settings& s) { s.expressions["nothing"] = "x{$filter}"; }), "");
  EXPECT_NE(refused([](Settings& s) { s.tenant_label = "a-b"; }), "");
}

TEST(PrometheusSettings, ComeBackAsTheyWereKept) {
  Settings settings = settings_of({{"created", "sum(x{a=\"\\\\\",$filter}[$step])"}, {"stuck", ""}});
  settings.auth = Auth::basic;
  settings.user = "ops";
  settings.secret_file = "/home/ops/.prom";
  settings.ca_file = "/etc/ca.pem";
  settings.filter = "job=\"pay\"";
  settings.tenant_label = "customer";
  settings.scrape = seconds(15);
  const auto again = from_json(to_json(settings));
  ASSERT_TRUE(again) << to_json(settings);
  EXPECT_EQ(*again, settings);
  EXPECT_EQ(expression_of(*again, "stuck"), "") << "switched off, not the default";
  for (const char* broken : {"", "{", "[]", R"({"version":2})"}) EXPECT_FALSE(from_json(broken)) << broken;
}

TEST(PrometheusSettings, EveryMetricHasAnExampleThatWouldPass) {
  Settings settings = settings_of();
  for (const Metric& metric : all_metrics())
    settings.expressions[std::string(metric.name)] = example_expression(metric.name);
  for (const char* name : {"time_to_completion_ms", "lease_age_at_settling_ms", "retry_delay_ms"}) {
    settings.expressions[name] = example_expression(name);
  }
  const auto sound = check(settings);
  EXPECT_TRUE(sound) << sound.error().sentence();
  EXPECT_EQ(mapped(settings).size(), settings.expressions.size());
}

}  // namespace
}  // namespace onceover::metrics::prometheus

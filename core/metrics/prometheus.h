// SPDX-License-Identifier: Apache-2.0
// What a Prometheus has for a time range, in the form of core/metrics/chart.h: the questions for its HTTP
// API, and the meaning of the answers. Pure: ui/metrics/prometheus_source.h does the network.
//
// A flow is the series' increase over a step, a level is the value at the step's end; so a step's point is
// asked for at the step's end. Anything missing in an answer is a gap and a sentence, never a zero.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/metrics/chart.h"

namespace onceover::metrics::prometheus {

// Which Prometheus to ask, how, and with which expressions: settings by a person, without secrets. Pure data
// and pure functions.

enum class Auth { none, bearer, basic };

// Never the credential itself: only its place, a private file or the keychain (exactly one of the two).
struct Settings {
  std::string url;  // "https://metrics.example/prometheus": the part before /api/v1; empty: no server
  Auth auth = Auth::none;
  std::string user;                       // of Auth::basic
  std::string secret_file, secret_entry;  // holds the token, or the user's password
  std::string ca_file;  // trusted instead of the system's authorities; empty: those of the system
  std::string filter;   // matchers set into every expression: job="payments", env!~"test.*"
  std::string tenant_label = "tenant", operation_label = "operation", code_label = "code";
  Duration scrape = std::chrono::seconds(30);  // the scrape interval: the finest resolution possible
  // By the name of a metric or a distribution, instead of default_expression(); empty: never asked.
  std::map<std::string, std::string> expressions = {};
  bool operator==(const Settings&) const = default;
};

// invalid_input, naming the field: an invalid address, or one with a user, query or fragment; http to another
// host together with a credential; a filter that is not a list of matchers; an expression without its
// placeholders.
Result<void> check(const Settings& settings);
// "Prometheus at metrics.example:9090", for sentences.
std::string place_of(const Settings& settings);
// http to another machine: others on the network can read and change the numbers.
bool is_in_the_clear(const Settings& settings);

// Placeholders of an expression:
//   $filter  the matchers: inside braces
//   $step    the length of a step: [$step]
//   $by      " by (tenant)" in a split chart, after sum or max; its series must have the labels of tenant and
//   operation. An expression
//            without it is asked only for charts without a split, tenant or operation. In a distribution it
//            always contains `le`.
// A flow is the number per step, a level the current value, seconds are in seconds; a distribution is the
// buckets of a classic histogram, in seconds. The metrics that the sweeper service exports have defaults; ""
// for others, whose names only their service knows.
std::string_view default_expression(std::string_view name);
// An example of such an expression, for an empty field. For any metric or distribution.
std::string example_expression(std::string_view name);
// The expression in force; empty: none.
std::string expression_of(const Settings& settings, std::string_view name);
// Metrics, then distributions, that have one.
std::vector<std::string> mapped(const Settings& settings);
bool is_split(std::string_view expression);  // whether it contains $by

// For the workspace. from_json: invalid_input where the text is not from to_json, or from a later version.
std::string to_json(const Settings& settings);
Result<Settings> from_json(std::string_view text);

// The server itself refuses more than 11,000 points of one series.
inline constexpr int most_points = 10'000;

struct Question {
  enum class Form { range, instant };
  Form form = Form::range;
  std::string name;  // of a metric or a distribution
  bool is_rest = false;
  std::string promql;
  Timestamp start, end;  // of an instant query only the end
  Duration step{0};
};
// To append to the server's address: "/api/v1/query_range".
std::string path_of(const Question& question);
// The body of its POST, application/x-www-form-urlencoded; it asks the server to stop after `patience`.
std::string form_of(const Question& question, Duration patience);

// The HTTP answer.
struct Reply {
  int status = 0;
  std::string content_type, body;
  std::optional<Timestamp> date;  // the Date header
  bool is_cut = false;            // longer than the reader's limit
};

struct Sample {
  Timestamp at;
  double value = 0;  // NaN and infinity as received
};
struct TimeSeries {
  std::vector<std::pair<std::string, std::string>> labels;
  std::vector<Sample> samples;  // in the order received
  const std::string* label(const std::string& name) const;
};
struct Answer {
  std::vector<TimeSeries> series;
  std::vector<std::string> warnings;  // the server's own text
  std::optional<Timestamp> date;
};
// Everything that does not answer the question is an error with a text: refused, unavailable, not JSON, cut,
// of another type. `place` is the server's name in it. invalid_input: the question is wrong; not_permitted;
// timeout and busy: trying again may help.
Result<Answer> read_answer(const Question& question, const Reply& reply, const std::string& place);
// The server wants fewer points per series than were asked for.
bool wants_fewer_points(const Error& error);

// Reads one request.
class Reading {
 public:
  // invalid_input: the settings or the range. unsupported: no requested metric has an expression for it.
  static Result<Reading> begin(Settings settings, Request request);

  // With a split, this comes first, repeated until there is none: the top values of the label. Ranked by the
  // first metric; where it has no data, by the next.
  std::optional<Question> ranking() const;
  void ranked(const Answer& answer);

  // At most `points` per series in one question; longer ranges are asked in parts.
  std::vector<Question> questions(int points = most_points) const;

  // In any order. A question without an answer leaves a gap and a sentence.
  struct Answered {
    Question question;
    Result<Answer> answer;
  };
  // The first error, where every answer is an error.
  Result<Chart> chart(const std::vector<Answered>& replies) const;

  const Request& request() const { return request_; }

 private:
  struct MetricQuery {
    std::string name, expression;
    bool is_distribution = false;
  };
  Reading(Settings settings, Request request)
      : settings_(std::move(settings)), request_(std::move(request)) {}
  Question question(const MetricQuery& asked, bool is_rest) const;
  std::string filled(const MetricQuery& asked, const std::string& label, const std::string& matcher,
                     Duration step) const;
  const std::string& label() const;

  Settings settings_;
  Request request_;  // with the step of the answer
  std::size_t steps_ = 0;
  std::vector<MetricQuery> asked_;
  std::size_t ranked_ = 0;  // index into asked_: the next metric to rank by
  std::optional<Timestamp> ranked_at_;
  std::vector<std::string> groups_;    // by rank
  std::vector<std::string> warnings_;  // what is not asked, and why
};

// From an answer's samples to the steps of a chart, with warnings. Only for this room.

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
inline constexpr Duration millisecond = std::chrono::milliseconds(1);  // the resolution of Prometheus' times

// Of PromQL: "90s", "1500ms".
std::string promql_duration(Duration span);
// The display name of a metric or a distribution.
std::string label_of(std::string_view name);

// The number of irregular steps.
struct Laid {
  std::size_t odd = 0, doubled = 0, moved = 0;
};

class Grid {
 public:
  Grid(Timestamp from, Duration step, std::size_t steps) : from_(from), step_(step), steps_(steps) {}
  std::size_t steps() const { return steps_; }
  // Onto one value per step: a sample belongs to the step that ends at its time.
  void lay(const std::vector<Sample>& samples, std::vector<double>& values, Laid& laid) const;

 private:
  std::optional<std::size_t> step_of(Timestamp at, Laid& laid) const;
  Timestamp from_;
  Duration step_;
  std::size_t steps_;
};

// Each sentence once, up to a limit.
class Sayings {
 public:
  explicit Sayings(std::vector<std::string> begun) : said_(std::move(begun)) {}
  void say(const std::string& sentence);
  void say(const std::string& label, const Laid& laid);
  std::vector<std::string> all() &&;

 private:
  std::vector<std::string> said_;
};

// Cumulative counts of the steps by upper bound in ms; NaN: no sample.
using Buckets = std::map<double, std::vector<double>>;
// invalid_input: series that are no buckets, or two with the same bound.
Result<void> take_buckets(const Answer& answer, const Grid& grid, Buckets& buckets, Laid& laid);
// A step without one of the bounds is unknown: its counts would go to the next bound.
Distribution distribution_of(const std::string& name, const Buckets& buckets, std::size_t steps);

}  // namespace onceover::metrics::prometheus

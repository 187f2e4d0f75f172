// What a Prometheus knows of a time range, in the form of core/metrics/chart.h: which questions are asked of its HTTP API, and what the
// answers say. Pure: whoever has a network sends the questions and brings the answers (ui/metrics/prometheus_source.h).
//
// A flow is the series' increase over a step, a level how it stood at the step's end; so the point of a step is asked for at the step's
// end. Whatever an answer lacks is a gap and a sentence, never a zero.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/metrics/chart.h"
#include "core/metrics/prometheus_settings.h"

namespace onceover::metrics::prometheus {

// The server itself refuses more than 11,000 points of one series.
inline constexpr int most_points = 10'000;

struct Question {
  enum class Form { range, instant };
  Form form = Form::range;
  std::string name;  // of a metric or distribution
  bool is_rest = false;
  std::string promql;
  Timestamp start, end;  // of an instant the end alone
  Duration step{0};
};
// Behind the server's address: "/api/v1/query_range".
std::string path_of(const Question& question);
// The body of its POST, application/x-www-form-urlencoded; the server is told to stop after `patience`.
std::string form_of(const Question& question, Duration patience);

// What came over HTTP.
struct Reply {
  int status = 0;
  std::string content_type, body;
  std::optional<Timestamp> date;  // the Date header
  bool is_cut = false;            // longer than the asker reads
};

struct Sample {
  Timestamp at;
  double value = 0;  // NaN and infinity as they were told
};
struct TimeSeries {
  std::vector<std::pair<std::string, std::string>> labels;
  std::vector<Sample> samples;  // in the order told
  const std::string* label(const std::string& name) const;
};
struct Answer {
  std::vector<TimeSeries> series;
  std::vector<std::string> warnings;  // the server's own words
  std::optional<Timestamp> date;
};
// Everything that is no answer to this question is an error in words: refused, unavailable, no JSON, cut, of another type. `place` is
// how the server is called in them. invalid_input: the question is at fault; not_permitted; timeout and busy: again later may do.
Result<Answer> read_answer(const Question& question, const Reply& reply, const std::string& place);
// The server wants fewer points a series than were asked for.
bool wants_fewer_points(const Error& error);

// The reading of one request.
class Reading {
 public:
  // invalid_input: the settings or the range. unsupported: nothing of what is asked has an expression that can tell it.
  static Result<Reading> begin(Settings settings, Request request);

  // Where a split is asked for, this comes first, again and again until there is none: which values of the label stand at the top. Of the
  // first metric; where nothing is told of it, of the next.
  std::optional<Question> ranking() const;
  void ranked(const Answer& answer);

  // At most `points` of a series in one question; longer ranges are asked in parts.
  std::vector<Question> questions(int points = most_points) const;

  // Whatever order they come in. A question without an answer leaves a gap and its sentence.
  struct Told {
    Question question;
    Result<Answer> answer;
  };
  // The first answer's error where none of them is an answer.
  Result<Chart> chart(const std::vector<Told>& told) const;

  const Request& request() const { return request_; }

 private:
  struct Asked {
    std::string name, expression;
    bool is_distribution = false;
  };
  Reading(Settings settings, Request request) : settings_(std::move(settings)), request_(std::move(request)) {}
  Question question(const Asked& asked, bool is_rest) const;
  std::string filled(const Asked& asked, const std::string& label, const std::string& matcher, Duration step) const;
  const std::string& label() const;

  Settings settings_;
  Request request_;  // with the step that is answered
  std::size_t steps_ = 0;
  std::vector<Asked> asked_;
  std::size_t ranked_ = 0;  // of asked_: the next to be ranked by
  std::optional<Timestamp> ranked_at_;
  std::vector<std::string> groups_;    // by rank
  std::vector<std::string> warnings_;  // what is not asked, and why
};

}  // namespace onceover::metrics::prometheus

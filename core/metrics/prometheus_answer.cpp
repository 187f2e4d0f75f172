// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/metrics/prometheus.h"

namespace onceover::metrics::prometheus {
namespace {

using json::Json;

constexpr std::size_t words_shown = 300;

std::string quoted_words(std::string_view words) { return elided(visible(redacted(words)), words_shown); }

tl::unexpected<Error> unread(ErrorKind kind, std::string what, std::string next) {
  return fail(kind, std::move(what), "Its numbers are missing here.", std::move(next));
}

std::string text_at(const Json& root, std::string_view pointer) {
  const Json* found = json::at(root, pointer);
  return found != nullptr && found->is_scalar() ? found->text : std::string();
}

// The API's own text for the error, besides the HTTP status.
tl::unexpected<Error> refusal(const Question& question, const Reply& reply, const Json& root,
                              const std::string& place) {
  const std::string type = text_at(root, "/errorType");
  const std::string words = quoted_words(text_at(root, "/error"));
  if (type == "bad_data") {
    return unread(ErrorKind::invalid_input,
                  fmt::format("{} does not understand the expression of {}: {}", place, question.name, words),
                  "Correct it in the mapping.");
  }
  if (type == "timeout" || type == "canceled") {
    return unread(ErrorKind::timeout, fmt::format("{} gave up: {}", place, words),
                  "Choose a shorter range or a longer step.");
  }
  if (type == "unavailable" || reply.status == 429 || reply.status >= 502) {
    return unread(ErrorKind::busy,
                  fmt::format("{} is not available now ({}): {}", place, reply.status, words),
                  "Try again later.");
  }
  return unread(
      ErrorKind::database,
      fmt::format("{} could not answer ({}, {}): {}", place, reply.status, quoted_words(type), words),
      "Choose a shorter range, or check the expression.");
}

tl::unexpected<Error> bare_refusal(const Reply& reply, const std::string& place) {
  const int status = reply.status;
  if (status >= 300 && status < 400) {
    return unread(ErrorKind::unsupported,
                  fmt::format("{} redirects to another address ({}), which is not followed.", place, status),
                  "If you trust the target, give its address instead.");
  }
  if (status == 401 || status == 403) {
    return unread(ErrorKind::not_permitted, fmt::format("{} refused the credentials ({}).", place, status),
                  "Check the token, or the user and password.");
  }
  if (status == 404 || status == 405) {
    return unread(ErrorKind::unsupported,
                  fmt::format("There is no Prometheus API at {} ({}).", place, status),
                  "Give the address without /api/v1, but with any path before it.");
  }
  if (status == 429 || status >= 500) {
    return unread(ErrorKind::busy, fmt::format("{} is not available now ({}).", place, status),
                  "Try again later.");
  }
  return unread(ErrorKind::unsupported,
                fmt::format("{} answers with {}, unlike a Prometheus server.", place, status),
                "Check that the address is that of a Prometheus server.");
}

tl::unexpected<Error> malformed(const std::string& place, std::string_view what) {
  return unread(ErrorKind::unsupported,
                fmt::format("{} answers, but unlike a Prometheus server: {}.", place, what),
                "Check that the address is that of a Prometheus server, and check any proxy before it.");
}

// As the API writes it: a number in a string. Some compatible servers leave the quotes out.
std::optional<double> number_of(const Json& value) {
  if (value.kind != Json::Kind::string && value.kind != Json::Kind::number) return std::nullopt;
  std::string_view text = value.text;
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "+Inf" || text == "Inf") return std::numeric_limits<double>::infinity();
  if (text == "-Inf") return -std::numeric_limits<double>::infinity();
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
    return std::nullopt;
  return number_from<double>(text);
}

std::optional<Sample> sample_of(const Json& pair) {
  if (pair.kind != Json::Kind::array || pair.items.size() != 2 || pair.items[0].kind != Json::Kind::number)
    return std::nullopt;
  const auto at = number_of(pair.items[0]);
  const auto value = number_of(pair.items[1]);
  if (!at || !value || !std::isfinite(*at) || std::abs(*at) > 1e11) return std::nullopt;
  return Sample{Timestamp{std::llround(*at * 1e6)}, *value};
}

Result<TimeSeries> series_of(const Json& json, bool is_range, const std::string& place) {
  TimeSeries out;
  if (const Json* labels = json::at(json, "/metric")) {
    for (const auto& [name, value] : labels->members) out.labels.emplace_back(name, value.text);
  }
  const Json* values = json::at(json, is_range ? "/values" : "/value");
  if (values == nullptr &&
      (json::at(json, "/histograms") != nullptr || json::at(json, "/histogram") != nullptr)) {
    return unread(ErrorKind::unsupported,
                  fmt::format("{} answers with a native histogram, which is not supported.", place),
                  "Name the buckets of a classic histogram (…_bucket).");
  }
  if (values == nullptr || values->kind != Json::Kind::array)
    return malformed(place, "a series without values");
  const auto take = [&](const Json& pair) {
    const auto sample = sample_of(pair);
    if (sample) out.samples.push_back(*sample);
    return sample.has_value();
  };
  if (!is_range) {
    if (!take(*values)) return malformed(place, "a value that is not a number");
    return out;
  }
  out.samples.reserve(values->items.size());
  for (const Json& pair : values->items) {
    if (!take(pair)) return malformed(place, "a value that is not a number");
  }
  return out;
}

bool is_json(const Reply& reply) {
  const auto begin = reply.body.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && reply.body[begin] == '{';
}

}  // namespace

const std::string* TimeSeries::label(const std::string& name) const {
  const auto found = std::ranges::find(labels, name, &std::pair<std::string, std::string>::first);
  return found == labels.end() ? nullptr : &found->second;
}

Result<Answer> read_answer(const Question& question, const Reply& reply, const std::string& place) {
  if (reply.is_cut) {
    return unread(ErrorKind::unsupported, fmt::format("The answer of {} is too long.", place),
                  "Choose a shorter range or a longer step, or aggregate in the expression.");
  }
  const auto root = is_json(reply) ? json::parse_json(reply.body) : std::nullopt;
  const bool is_ours = root && json::at(*root, "/status") != nullptr;
  if (is_ours && text_at(*root, "/status") == "error") return refusal(question, reply, *root, place);
  if (reply.status < 200 || reply.status > 299) return bare_refusal(reply, place);
  if (!root && is_json(reply)) return malformed(place, "its JSON is incomplete or invalid");
  if (!is_ours || text_at(*root, "/status") != "success") {
    const std::string type = reply.content_type.empty() ? "no type at all" : quoted_words(reply.content_type);
    return malformed(
        place, root ? "no status" : fmt::format("{} instead of JSON; perhaps it is a login page", type));
  }
  const bool is_range = question.form == Question::Form::range;
  const std::string type = text_at(*root, "/data/resultType");
  if (type != (is_range ? "matrix" : "vector")) {
    return unread(ErrorKind::invalid_input,
                  fmt::format("The expression of {} gives {} where series are needed.", question.name,
                              type.empty() ? "nothing" : "a " + quoted_words(type)),
                  "Correct it in the mapping.");
  }
  const Json* result = json::at(*root, "/data/result");
  if (result == nullptr || result->kind != Json::Kind::array) return malformed(place, "no result");
  Answer out;
  out.date = reply.date;
  for (const Json& each : result->items) {
    auto series = series_of(each, is_range, place);
    if (!series) return fail(series.error());
    out.series.push_back(*std::move(series));
  }
  for (const char* pointer : {"/warnings", "/infos"}) {
    const Json* list = json::at(*root, pointer);
    for (const Json& words : list == nullptr ? std::vector<Json>() : list->items)
      out.warnings.push_back(quoted_words(words.text));
  }
  return out;
}

bool wants_fewer_points(const Error& error) {
  return error.what.find("exceeded maximum resolution") != std::string::npos ||
         error.what.find("too many points") != std::string::npos;
}

}  // namespace onceover::metrics::prometheus

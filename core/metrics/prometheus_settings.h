// SPDX-License-Identifier: Apache-2.0
// Which Prometheus to ask, how, and with which expressions: settings by a person, without secrets. Pure data and pure functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/metrics/chart.h"

namespace onceover::metrics::prometheus {

enum class Auth { none, bearer, basic };

// Never the credential itself: only its place, a private file or the keychain (exactly one of the two).
struct Settings {
  std::string url;  // "https://metrics.example/prometheus": the part before /api/v1; empty: no server
  Auth auth = Auth::none;
  std::string user;                       // of Auth::basic
  std::string secret_file, secret_entry;  // holds the token, or the user's password
  std::string ca_file;                    // trusted instead of the system's authorities; empty: those of the system
  std::string filter;                     // matchers set into every expression: job="payments", env!~"test.*"
  std::string tenant_label = "tenant", operation_label = "operation", code_label = "code";
  Duration scrape = std::chrono::seconds(30);  // the scrape interval: the finest resolution possible
  // By the name of a metric or a distribution, instead of default_expression(); empty: never asked.
  std::map<std::string, std::string> expressions = {};
  bool operator==(const Settings&) const = default;
};

// invalid_input, naming the field: an invalid address, or one with a user, query or fragment; http to another host together with a
// credential; a filter that is not a list of matchers; an expression without its placeholders.
Result<void> check(const Settings& settings);
// "Prometheus at metrics.example:9090", for sentences.
std::string place_of(const Settings& settings);
// http to another machine: others on the network can read and change the numbers.
bool is_in_the_clear(const Settings& settings);

// Placeholders of an expression:
//   $filter  the matchers: inside braces
//   $step    the length of a step: [$step]
//   $by      " by (tenant)" in a split chart, after sum or max; its series must have the labels of tenant and operation. An expression
//            without it is asked only for charts without a split, tenant or operation. In a distribution it always contains `le`.
// A flow is the number per step, a level the current value, seconds are in seconds; a distribution is the buckets of a classic histogram,
// in seconds. The metrics that the sweeper service exports have defaults; "" for others, whose names only their service knows.
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

}  // namespace onceover::metrics::prometheus

// Which Prometheus is asked, how, and by which expressions: what a person decides, without any secret. Pure data and pure functions.
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

// Never the credential: only where it stands, in a file that nobody else may read or in the keychain (exactly one of the two).
struct Settings {
  std::string url;  // "https://metrics.example/prometheus": what stands in front of /api/v1; empty: none is asked
  Auth auth = Auth::none;
  std::string user;                       // of Auth::basic
  std::string secret_file, secret_entry;  // holds the token, or the user's password
  std::string ca_file;                    // trusted in place of the system's authorities; empty: the system's
  std::string filter;                     // matchers set into every expression: job="payments", env!~"test.*"
  std::string tenant_label = "tenant", operation_label = "operation", code_label = "code";
  Duration scrape = std::chrono::seconds(30);  // how often it reads its targets: as fine as it can know anything
  // By the name of a metric or a distribution, in place of default_expression(); empty: never asked.
  std::map<std::string, std::string> expressions = {};
  bool operator==(const Settings&) const = default;
};

// invalid_input, naming the field: an address that is none or holds a user, query or fragment; http to another host than this one
// together with a credential; a filter that is not a list of matchers; an expression without its placeholders.
Result<void> check(const Settings& settings);
// "Prometheus at metrics.example:9090", for sentences.
std::string place_of(const Settings& settings);
// http beyond this machine: anybody on the way can read and change the numbers.
bool is_in_the_clear(const Settings& settings);

// Placeholders of an expression:
//   $filter  the matchers: inside braces
//   $step    the length of a step: [$step]
//   $by      " by (tenant)" where the chart is split, behind sum or max; says that the series carry the labels of tenant and operation.
//            An expression without it is asked only where neither a split nor a tenant or operation is wanted. In a distribution it always
//            holds `le`.
// A flow is told as how many came within a step, a level as it stands, seconds in seconds; a distribution as a classic histogram's
// buckets, in seconds.
// What the sweeper service exports under its own names; "" for what it does not know: a service's own names are its own.
std::string_view default_expression(std::string_view name);
// How such an expression could look, for a field that is empty. Of any metric or distribution.
std::string example_expression(std::string_view name);
// The one in force; empty: none.
std::string expression_of(const Settings& settings, std::string_view name);
// Metrics, then distributions, that have one.
std::vector<std::string> mapped(const Settings& settings);
bool is_split(std::string_view expression);  // whether it says $by

// For the workspace. from_json: invalid_input where it is not what to_json made, or of a later version.
std::string to_json(const Settings& settings);
Result<Settings> from_json(std::string_view text);

}  // namespace onceover::metrics::prometheus

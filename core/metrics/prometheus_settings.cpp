// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/metrics/counters.h"
#include "core/metrics/prometheus.h"

namespace onceover::metrics::prometheus {
namespace {

std::array<std::string_view, 3> distribution_names() {
  return {name(Histogram::time_to_completion), name(Histogram::lease_age_at_settling),
          name(Histogram::retry_delay)};
}

struct Default {
  std::string_view name, expression;
};
// Two services may sweep one store: each reports all keys of the store, which exist once.
constexpr std::array defaults{
    Default{"settled.succeeded",
            R"(sum(increase(onceover_sweep_settled_total{verdict="succeeded",$filter}[$step])))"},
    Default{"settled.failed",
            R"(sum(increase(onceover_sweep_settled_total{verdict="failed",$filter}[$step])))"},
    Default{"settled.released",
            R"(sum(increase(onceover_sweep_settled_total{verdict="released",$filter}[$step])))"},
    Default{"needs_human", "sum(increase(onceover_sweep_needs_human_total{$filter}[$step]))"},
    Default{"reaped", "sum(increase(onceover_reap_deleted_total{$filter}[$step]))"},
    Default{"stuck", "sum(max by (store, sweep) (onceover_sweep_stuck_keys{$filter}))"},
    Default{"oldest_stuck_s", "max(onceover_sweep_oldest_stuck_age_seconds{$filter})"},
    Default{"awaiting_human", "sum(max by (store, sweep) (onceover_sweep_waiting_for_human_keys{$filter}))"},
    Default{"relay_lag", "max(onceover_relay_lag_events{$filter})"},
    Default{"relay_behind_s", "max(onceover_relay_lag_seconds{$filter})"},
    Default{"relay_parked", "sum(max by (store, relay) (onceover_relay_parked_events{$filter}))"},
    Default{"relay_dead", "sum(max by (store, relay) (onceover_relay_dead_events{$filter}))"},
    Default{"duplicates",
            R"(sum(increase({__name__=~"onceover_(receive|consume)_duplicates_total",$filter}[$step])))"},
};

tl::unexpected<Error> refuse(std::string what, std::string next) {
  return fail(ErrorKind::invalid_input, std::move(what), "Prometheus was not asked.", std::move(next));
}

bool is_word(char c) { return is_ascii_alnum(c) || c == '_'; }
bool is_label(std::string_view name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::ranges::all_of(name, is_word);
}

struct Address {
  bool is_encrypted = false;
  std::string_view host;
};

// nullopt: not such an address. Only letters, digits and a few signs, so that nothing in it can end it early.
std::optional<Address> address_of(std::string_view url) {
  Address out;
  if (url.starts_with("https://")) {
    out.is_encrypted = true;
    url.remove_prefix(8);
  } else if (url.starts_with("http://")) {
    url.remove_prefix(7);
  } else {
    return std::nullopt;
  }
  const auto slash = std::min(url.find('/'), url.size());
  std::string_view authority = url.substr(0, slash);
  const bool path_is_plain = std::ranges::all_of(url.substr(slash), [](char c) {
    return is_word(c) || c == '/' || c == '-' || c == '.' || c == '~' || c == '%';
  });
  if (authority.starts_with('[')) {
    const auto end = authority.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    out.host = authority.substr(1, end - 1);
    authority.remove_prefix(end + 1);
    if (!std::ranges::all_of(out.host, [](char c) { return is_word(c) || c == ':' || c == '.'; }))
      return std::nullopt;
  } else {
    out.host = authority.substr(0, authority.find(':'));
    authority.remove_prefix(out.host.size());
    if (!std::ranges::all_of(out.host, [](char c) { return is_word(c) || c == '-' || c == '.'; }))
      return std::nullopt;
  }
  if (!authority.empty()) {
    const auto port = number_from<int>(authority.substr(1));
    if (authority[0] != ':' || !port || *port < 1 || *port > 65'535) return std::nullopt;
  }
  if (out.host.empty() || !path_is_plain) return std::nullopt;
  return out;
}

// label op "value", … ; a comma may end it, as in PromQL.
bool is_matchers(std::string_view text) {
  std::size_t i = 0;
  const auto blanks = [&] {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  };
  for (blanks(); i < text.size(); blanks()) {
    const std::size_t name = i;
    while (i < text.size() && is_word(text[i])) ++i;
    if (!is_label(text.substr(name, i - name))) return false;
    blanks();
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("=~") || rest.starts_with("!~") || rest.starts_with("!=")) {
      i += 2;
    } else if (rest.starts_with('=')) {
      i += 1;
    } else {
      return false;
    }
    blanks();
    if (i >= text.size() || (text[i] != '"' && text[i] != '\'')) return false;
    const char quote = text[i++];
    while (i < text.size() && text[i] != quote && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
    if (i >= text.size() || text[i] != quote) return false;
    ++i;
    blanks();
    if (i < text.size() && text[i++] != ',') return false;
  }
  return true;
}

Result<void> check_address(const Settings& settings) {
  const auto address = address_of(settings.url);
  if (!address) {
    return refuse(
        "The server's address must be https:// or http:// with a host and, optionally, a port and a path.",
        "Write it as https://metrics.example:9090; user and password have their own fields.");
  }
  if (settings.auth != Auth::none && is_in_the_clear(settings)) {
    return refuse("A credential is not sent over plain http to another machine.",
                  "Use https, or ask without a credential.");
  }
  return {};
}

Result<void> check_secret(const Settings& settings) {
  if (settings.auth == Auth::none) return {};
  if (settings.secret_file.empty() == settings.secret_entry.empty()) {
    return refuse("The credential must be either in a file or in the keychain.", "Name one of them.");
  }
  const bool is_user_sound = std::ranges::none_of(
      settings.user, [](char c) { return c == ':' || static_cast<unsigned char>(c) < 0x20; });
  if (settings.auth == Auth::basic && (settings.user.empty() || !is_user_sound)) {
    return refuse("A user name without a colon is required.", "Give the user for this password.");
  }
  return {};
}

Result<void> check_expression(std::string_view name, const std::string& expression) {
  if (expression.empty()) return {};
  const Metric* metric = metric_named(name);
  const auto distributions = distribution_names();
  const bool is_distribution = std::ranges::find(distributions, name) != distributions.end();
  if (metric == nullptr && !is_distribution)
    return refuse("There is no metric named " + visible(name) + ".", "Remove it from the mapping.");
  if (expression.find("$filter") == std::string::npos) {
    return refuse("The expression of " + visible(name) + " lacks $filter.",
                  "Put it in the braces after the series' name.");
  }
  const bool is_counted = is_distribution || metric->kind == Kind::flow;
  if (is_counted && expression.find("$step") == std::string::npos) {
    return refuse("The expression of " + visible(name) + " lacks $step.",
                  "Count within each step: increase(…[$step]).");
  }
  return {};
}

// Those that are saved, by name.
constexpr std::pair<std::string_view, std::string Settings::*> texts_of[] = {
    {"url", &Settings::url},
    {"user", &Settings::user},
    {"secret_file", &Settings::secret_file},
    {"secret_entry", &Settings::secret_entry},
    {"ca_file", &Settings::ca_file},
    {"filter", &Settings::filter},
    {"tenant_label", &Settings::tenant_label},
    {"operation_label", &Settings::operation_label},
    {"code_label", &Settings::code_label}};

std::string_view auth_word(Auth auth) {
  return auth == Auth::basic ? "basic" : auth == Auth::bearer ? "bearer" : "none";
}

}  // namespace

std::string place_of(const Settings& settings) {
  const auto address = address_of(settings.url);
  if (!address) return "Prometheus";
  const auto begin = settings.url.find("//") + 2;
  return "Prometheus at " + settings.url.substr(begin, settings.url.find('/', begin) - begin);
}

bool is_in_the_clear(const Settings& settings) {
  const auto address = address_of(settings.url);
  return address && !address->is_encrypted && !is_loopback(address->host);
}

Result<void> check(const Settings& settings) {
  if (auto sound = check_address(settings); !sound) return sound;
  if (auto sound = check_secret(settings); !sound) return sound;
  if (!is_matchers(settings.filter)) {
    return refuse("The filter must be label matchers, separated by commas.",
                  "Write it as job=\"payments\", env!~\"test.*\".");
  }
  for (const std::string& label : {settings.tenant_label, settings.operation_label, settings.code_label}) {
    if (!is_label(label))
      return refuse("A label's name may contain only letters, digits and _: " + visible(label) + ".",
                    "Correct it.");
  }
  if (settings.scrape < std::chrono::seconds(1) || settings.scrape > std::chrono::hours(1)) {
    return refuse("The scrape interval must be from one second to one hour.",
                  "Give the scrape_interval of Prometheus' configuration.");
  }
  for (const auto& [name, expression] : settings.expressions) {
    if (auto sound = check_expression(name, expression); !sound) return sound;
  }
  return {};
}

std::string_view default_expression(std::string_view name) {
  const auto* found = std::ranges::find(defaults, name, &Default::name);
  return found == defaults.end() ? std::string_view() : found->expression;
}

std::string example_expression(std::string_view name) {
  if (const auto known = default_expression(name); !known.empty()) return std::string(known);
  std::string series(name);
  std::ranges::replace(series, '.', '_');
  const Metric* metric = metric_named(name);
  if (metric == nullptr) {
    if (series.ends_with("_ms")) series.resize(series.size() - 3);
    return fmt::format("sum$by (increase(payments_{}_seconds_bucket{{$filter}}[$step]))", series);
  }
  if (metric->kind == Kind::flow)
    return fmt::format("sum$by (increase(payments_{}_total{{$filter}}[$step]))", series);
  return fmt::format("{}$by (payments_{}{{$filter}})", metric->unit == Unit::seconds ? "max" : "sum", series);
}

std::string expression_of(const Settings& settings, std::string_view name) {
  const auto own = settings.expressions.find(std::string(name));
  return own == settings.expressions.end() ? std::string(default_expression(name)) : own->second;
}

std::vector<std::string> mapped(const Settings& settings) {
  std::vector<std::string> out;
  for (const Metric& metric : all_metrics()) {
    if (!expression_of(settings, metric.name).empty()) out.emplace_back(metric.name);
  }
  for (const std::string_view distribution : distribution_names()) {
    if (!expression_of(settings, distribution).empty()) out.emplace_back(distribution);
  }
  return out;
}

bool is_split(std::string_view expression) { return expression.find("$by") != std::string_view::npos; }

std::string to_json(const Settings& settings) {
  const auto member = [](std::string_view name, std::string_view value) {
    return fmt::format("\"{}\":\"{}\",", json::escaped(name), json::escaped(value));
  };
  std::string expressions;
  for (const auto& [name, expression] : settings.expressions) expressions += member(name, expression);
  if (!expressions.empty()) expressions.pop_back();
  std::string texts;
  for (const auto& [name, text] : texts_of) texts += member(name, settings.*text);
  return fmt::format("{{\"version\":1,{}{}\"scrape_s\":{},\"expressions\":{{{}}}}}", texts,
                     member("auth", auth_word(settings.auth)),
                     std::chrono::duration_cast<std::chrono::seconds>(settings.scrape).count(), expressions);
}

Result<Settings> from_json(std::string_view text) {
  const auto broken = [] {
    return refuse("The saved settings of the Prometheus server cannot be read.",
                  "Enter them again: Prometheus server… on the page Metrics.");
  };
  const auto root = json::parse_json(text);
  if (!root || root->kind != json::Json::Kind::object) return broken();
  const auto number = [&](std::string_view pointer) -> long {
    const json::Json* found = json::at(*root, pointer);
    return found != nullptr && found->kind == json::Json::Kind::number
               ? number_from<long>(found->text).value_or(0)
               : 0;
  };
  if (number("/version") != 1) return broken();
  const auto string = [&](std::string_view pointer) {
    const json::Json* found = json::at(*root, pointer);
    return found != nullptr && found->kind == json::Json::Kind::string ? found->text : std::string();
  };
  Settings out;
  for (const auto& [name, member] : texts_of) out.*member = string(fmt::format("/{}", name));
  const std::string auth = string("/auth");
  out.auth = auth == "basic" ? Auth::basic : auth == "bearer" ? Auth::bearer : Auth::none;
  out.scrape = std::chrono::seconds(std::clamp(number("/scrape_s"), 0L, 100'000L));
  if (const json::Json* expressions = json::at(*root, "/expressions")) {
    for (const auto& [name, value] : expressions->members) out.expressions[name] = value.text;
  }
  return out;
}

}  // namespace onceover::metrics::prometheus

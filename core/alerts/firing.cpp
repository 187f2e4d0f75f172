#include "core/alerts/firing.h"

#include <fmt/format.h>

#include <algorithm>

namespace onceover::alerts {
namespace {

bool fires(Level level) { return level == Level::warning || level == Level::critical; }

std::string limit_text(const std::optional<double>& limit) { return limit ? fmt::format("{}", *limit) : std::string(); }

}  // namespace

std::vector<Firing> follow(std::vector<Firing> before, const std::vector<Alert>& judged, Timestamp as_of) {
  std::vector<Firing> out;
  for (const Alert& alert : judged) {
    const auto was = std::ranges::find(before, alert.rule, [](const Firing& firing) { return firing.alert.rule; });
    if (fires(alert.level)) {
      Firing now{alert, as_of};
      if (was != before.end()) {
        now.since = was->since;
        now.is_muted = was->is_muted && !(alert.level == Level::critical && was->alert.level == Level::warning);
      }
      out.push_back(std::move(now));
    } else if (alert.level == Level::unknown && was != before.end()) {
      was->is_known = false;
      out.push_back(std::move(*was));
    }
  }
  return out;
}

const Firing* gravest(const std::vector<Firing>& firing) {
  const Firing* out = nullptr;
  for (const Firing& one : firing) {
    if (one.is_muted) continue;
    const bool worse = out != nullptr && one.alert.level == Level::critical && out->alert.level == Level::warning;
    const bool longer = out != nullptr && one.alert.level == out->alert.level && one.since < out->since;
    if (out == nullptr || worse || longer) out = &one;
  }
  return out;
}

std::string to_text(const Settings& settings, Rule rule) {
  const Limits& limits = settings.of(rule);
  if (!limits.warning && !limits.critical) return fmt::format("{}=off", name(rule));
  return fmt::format("{}={},{}", name(rule), limit_text(limits.warning), limit_text(limits.critical));
}

}  // namespace onceover::alerts

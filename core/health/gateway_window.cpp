#include "core/health/gateway_window.h"

#include <algorithm>

namespace onceover::health {

Result<std::optional<Duration>> gateway_window(browse::Browser& browser, const tables::Profile& profile, const gateway::Gateway& gateway) {
  std::vector<std::string> operations{profile.operation_name};
  if (profile.operation_name.empty()) {
    auto known = browser.operations();
    if (!known) return fail(known.error());
    operations = std::move(*known);
  }
  std::optional<Duration> longest;
  for (const std::string& operation : operations) {
    const gateway::Declaration* declared = gateway.declaration(operation);
    if (declared != nullptr && declared->dedupe_window) longest = std::max(longest.value_or(Duration{0}), *declared->dedupe_window);
  }
  return longest;
}

}  // namespace onceover::health

// How the try-out's gateway is asked, as core/gateway reads it.
#pragma once

#include <string>

#include "core/base/time.h"

namespace onceover::try_it {

struct GatewayToml {
  int port = 0;
  Duration dedupe_window = std::chrono::hours(24);  // 0: none is declared
  Duration lookup_lag{0};
  bool cancel_declared = true;
};

std::string gateway_toml(const GatewayToml& gateway);

}  // namespace onceover::try_it

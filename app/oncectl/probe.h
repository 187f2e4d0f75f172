// SPDX-License-Identifier: Apache-2.0
// `doctor --probe`: what a test endpoint does with an idempotency key.
#pragma once

#include <string>
#include <vector>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"

namespace onceover::oncectl {

struct ProbeOptions {
  std::vector<std::string> urls;
  std::string body, headers;  // files; empty: {} and none
};

// Four requests to each, whose effect happens where the endpoint has no key or does not honour it: never but by the operator's request.
// Without a store.
Outcome probe(Context& context, const ProbeOptions& options);

}  // namespace onceover::oncectl

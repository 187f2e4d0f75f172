// SPDX-License-Identifier: Apache-2.0
// The requests of a shop that keeps its idempotency keys by itself: a table of another make, and its
// description with all verbs but discard.
#pragma once

#include <string>

namespace onceover::test {

inline constexpr const char* shop_table =
    "CREATE SCHEMA shop; CREATE TABLE shop.requests (merchant int, request text, phase text NOT NULL, until "
    "timestamptz, code int, body text, error text, amount numeric, currency text, tries int NOT NULL DEFAULT "
    "0, created_at timestamptz NOT NULL DEFAULT now() - interval '20 minutes', PRIMARY KEY (merchant, "
    "request))";

// gateway_key empty: the profile does not say what the gateway is told.
inline std::string shop_profile(const std::string& gateway_key) {
  return "format = 1\n[[profile]]\nname = \"requests\"\nkind = \"idempotency\"\n" +
         (gateway_key.empty() ? std::string() : "gateway_key = \"" + gateway_key + "\"\n") + R"(
table = { schema = "shop", name = "requests" }
identity = ["merchant", "request"]
never_null = ["merchant", "request", "phase", "created_at"]
key = "request"
tenant = "merchant"
operation_name = "refund"
amount = { column = "amount" }
currency = { column = "currency" }
response_code = "code"
response_body = { column = "body", form = "text" }
[profile.state]
column = "phase"
words = { RUNNING = "in_progress", DONE = "succeeded", ERROR = "failed", NEW = "released" }
[profile.lease]
form = "deadline"
at = "until"
[profile.times]
created_at = "created_at"
[profile.writes.succeed]
declared = true
set = { phase = "DONE", code = { value = "code" }, body = { value = "body" }, until = { value = "null" } }
[profile.writes.fail]
declared = true
set = { phase = "ERROR", error = { value = "reason" }, until = { value = "null" } }
[profile.writes.release]
declared = true
set = { phase = "NEW", until = { value = "null" } }
[profile.writes.extend]
declared = true
set = { until = { value = "lease_end" } }
[profile.writes.requeue]
declared = true
set = { phase = "NEW", tries = { value = "increment" } }
)";
}

}  // namespace onceover::test

#include "app/try/gateway_toml.h"

#include <fmt/format.h>

namespace onceover::try_it {
namespace {

constexpr std::string_view base =
    R"(# The gateway of the try-out: it dedupes by our key, tells about effects by key, and forgets nothing for a day.
version = 1
name = "try-gateway"
base_url = "http://127.0.0.1:{port}"

[lookup]
url = "/effects/{{key}}"
status = "/status"
done = ["captured"]
refused = ["declined", "cancelled"]
pending = ["processing"]
echoed_key = "/idempotency_key"
amount = "/amount"
amount_minor_digits = 2
currency = "/currency"
reference = "/reference"
not_found_statuses = [404]
not_found = "/error"
not_found_words = ["no_such_key"]
)";

constexpr std::string_view cancel = R"(
[cancel]
url = "/effects/{key}/cancel"
method = "POST"
semantics = "with_tombstone"
status = "/status"
held = ["cancelled"]
)";

constexpr std::string_view rest = R"(
[limits]
connect_timeout_ms = 1000
timeout_ms = 3000

[declare]
dedupe_window_s = {window}
lookup_lag_s = {lag}
before_idempotency = [400, 429]
final_refusals = ["declined", "cancelled"]
refusal_status = 402

[[operation]]
name = "POST /payments"
effect = "charge"
[operation.response]
code = 201
body = '{{"id":"{{{{/id}}}}","status":"succeeded","amount":{{{{/amount}}}},"currency":"{{{{/currency}}}}","reference":"{{{{/reference}}}}"}}'

[[operation]]
name = "POST /refunds"
effect = "refund"
[operation.response]
code = 201
body = '{{"id":"{{{{/id}}}}","status":"succeeded","amount":{{{{/amount}}}},"currency":"{{{{/currency}}}}","charge_id":"{{{{/reference}}}}"}}'
)";

}  // namespace

std::string gateway_toml(const GatewayToml& gateway) {
  const auto seconds = [](Duration span) { return std::chrono::duration_cast<std::chrono::seconds>(span).count(); };
  return fmt::format(base, fmt::arg("port", gateway.port)) + (gateway.cancel_declared ? std::string(cancel) : std::string()) +
         fmt::format(rest, fmt::arg("window", seconds(gateway.dedupe_window)), fmt::arg("lag", seconds(gateway.lookup_lag)));
}

}  // namespace onceover::try_it

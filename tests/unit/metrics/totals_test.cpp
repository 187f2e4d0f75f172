// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/totals.h"

#include <gtest/gtest.h>

namespace onceover::metrics {
namespace {

TEST(TotalsTest, AreCumulativeUnderTheirFixedNames) {
  Totals totals;
  const auto add = [&, sink = totals.sink()](EventPart part, std::string_view operation,
                                             std::string_view outcome, Duration took = {}) {
    sink({.part = part,
          .operation = operation,
          .outcome = outcome,
          .tenant = "acme",
          .key = "k",
          .took = took});
  };
  add(EventPart::serve, "POST /refunds", "stored", std::chrono::milliseconds(100));
  add(EventPart::serve, "POST /refunds", "stored", std::chrono::minutes(1));
  add(EventPart::serve, "POST \"x\"\n", "replayed");
  add(EventPart::call, "gateway", "retried");
  add(EventPart::call, "gateway", "answered");
  add(EventPart::engine, "POST /refunds", "created");
  add(EventPart::sweeper, "POST /refunds", "settled.succeeded");
  add(EventPart::worker, "billing", "finished");
  add(EventPart::worker, "billing", "finished");
  EXPECT_EQ(totals.text(), totals.text()) << "reading takes nothing away";
  EXPECT_EQ(totals.text(),
            R"(# HELP onceover_requests_total Requests with an idempotency key, by what they got.
# TYPE onceover_requests_total counter
onceover_requests_total{operation="POST \"x\" ",outcome="replayed"} 1
onceover_requests_total{operation="POST /refunds",outcome="stored"} 2
# HELP onceover_completion_seconds From the arrival of a new request to its stored answer.
# TYPE onceover_completion_seconds histogram
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.005"} 0
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.01"} 0
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.025"} 0
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.05"} 0
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.1"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.25"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="0.5"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="1"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="2.5"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="5"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="10"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="30"} 1
onceover_completion_seconds_bucket{operation="POST /refunds",le="+Inf"} 2
onceover_completion_seconds_sum{operation="POST /refunds"} 60.1
onceover_completion_seconds_count{operation="POST /refunds"} 2
# HELP onceover_call_retries_total Requests to another service that were sent again.
# TYPE onceover_call_retries_total counter
onceover_call_retries_total{service="gateway"} 1
# HELP onceover_outcomes_total Keys and events, by what a part of the library did with them.
# TYPE onceover_outcomes_total counter
onceover_outcomes_total{part="engine",operation="POST /refunds",outcome="created"} 1
onceover_outcomes_total{part="sweeper",operation="POST /refunds",outcome="settled.succeeded"} 1
onceover_outcomes_total{part="worker",operation="billing",outcome="finished"} 2
)");
}

}  // namespace
}  // namespace onceover::metrics

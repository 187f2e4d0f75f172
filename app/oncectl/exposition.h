// SPDX-License-Identifier: Apache-2.0
// What the service tells those who look after it: metrics as Prometheus reads them, and whether it is well. Pure.
#pragma once

#include <string>

#include "app/oncectl/service_facts.h"

namespace onceover::oncectl {

// Prometheus' text format.
std::string metrics_text(const ServiceFacts& facts);

struct Health {
  bool is_well = true;
  std::string json;  // one object on one line; of errors the sentence, redacted
};
// Well while passes or their batches end: within `within`, and the last one without an error. A store that is stopped is well.
Health health_of(const ServiceFacts& facts, Steady::time_point now, Duration within);

// One line for systemctl status.
std::string status_line(const ServiceFacts& facts);

}  // namespace onceover::oncectl

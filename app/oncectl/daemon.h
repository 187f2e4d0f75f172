// SPDX-License-Identifier: Apache-2.0
// The service: every sweep and reap of its configuration, each worker on a thread of its own, until SIGTERM
// or SIGINT. A configuration file is read again at SIGHUP; a new one that is not sound is refused, and the
// old one stays in force.
#pragma once

#include <functional>
#include <string>

#include "app/oncectl/context.h"
#include "app/oncectl/service_config.h"
#include "app/oncectl/service_facts.h"

namespace onceover::oncectl {

// A service without a file, on the store of the command line: it runs once, or until it is asked to stop.
// Connects first, so that an error ends the command.
ServiceConfig service_of(Context& context, bool follow, Need need = Need::writing);
// Runs until it is asked to stop, or as config.until says, and returns what it did. What is owned is settled
// first; a second signal cancels what runs, and what was owned is free when its lease ends. reread: at
// SIGHUP; empty: SIGHUP does what it does in every program.
ServiceFacts run_service(Context& context, ServiceConfig config,
                         std::function<Result<ServiceConfig>()> reread = {});

// `oncectl sweep --follow --config FILE`.
Outcome run_daemon(Context& context, const std::string& config_file);
// Reads it, and shows what it would do.
Outcome check_daemon_config(Context& context, const std::string& config_file);

// What the service tells those who look after it: metrics as Prometheus reads them, and whether it is well.
// Pure.

// Prometheus' text format.
std::string metrics_text(const ServiceFacts& facts);

struct Health {
  bool is_well = true;
  std::string json;  // one object on one line; of errors the sentence, redacted
};
// Well while passes or their batches end: within `within`, and the last one without an error. A store that is
// stopped is well.
Health health_of(const ServiceFacts& facts, Steady::time_point now, Duration within);

// One line for systemctl status.
std::string status_line(const ServiceFacts& facts);

}  // namespace onceover::oncectl

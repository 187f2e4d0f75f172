// `oncectl sweep --follow --config FILE`: every sweep of the file, each worker on a thread of its own, until SIGTERM or SIGINT. SIGHUP
// reads the file again; a new one that is not sound is refused, and the old one stays in force.
#pragma once

#include <string>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"

namespace onceover::oncectl {

Outcome run_daemon(Context& context, const std::string& config_file);
// Reads it, and says what it would do.
Outcome check_daemon_config(Context& context, const std::string& config_file);

}  // namespace onceover::oncectl

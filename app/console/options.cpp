#include "app/console/options.h"

#include <CLI/CLI.hpp>

#include "app/version/commit.h"
#include "core/base/version.h"

namespace onceover::console {

bridge::ConnectionProfile Options::profile() const {
  bridge::ConnectionProfile profile;
  if (dsn) profile.conninfo = QString::fromStdString(*dsn);
  if (service) profile.conninfo = bridge::conninfoOf({.service = QString::fromStdString(*service)});
  profile.gatewayConfig = gateway.empty() ? qEnvironmentVariable("ONCEOVER_GATEWAY") : QString::fromStdString(gateway);
  return profile;
}

Parsed parse(int argc, char** argv) {
  Parsed parsed;
  Options& options = parsed.options;
  CLI::App app("Onceover: an operations console for idempotency keys in PostgreSQL.", "onceover");
  app.set_version_flag("--version", std::string("onceover " ONCEOVER_VERSION " (commit ") + commit + ")");
  auto* tries = app.add_flag("--try", options.tries, "start on a private store with live traffic; nothing of yours is touched");
  auto* dsn = app.add_option("--dsn", options.dsn, "connect by a postgresql:// URI or by name=value words")->excludes(tries);
  app.add_option("--service", options.service, "connect by a service name of pg_service.conf")->excludes(tries)->excludes(dsn);
  app.add_option("--gateway", options.gateway, "description of the gateway (TOML); else the file in ONCEOVER_GATEWAY")
      ->check(CLI::ExistingFile)
      ->excludes(tries);
  app.add_option("--open,link", options.link, "open this link (onceover://...) in the console that runs, else in this one")
      ->type_name("LINK");
  app.add_option("--theme", options.theme, "how it looks")->check(CLI::IsMember({"system", "light", "dark"}));
  app.add_option("--screenshots", options.screenshots, "render every page, light and dark, into this directory and end; needs no display");
  app.add_option("--profiles", options.profiles, "a profile, or a directory of them: tables and how their columns are understood")
      ->check(CLI::ExistingPath);
  app.add_option("--workspace", options.workspace, "the file that remembers connections and choices");
  app.add_flag("--timings", options.timings, "print how long the window, the connection and the first rows took");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    parsed.exitCode = app.exit(error) == 0 ? 0 : 2;
  }
  return parsed;
}

}  // namespace onceover::console

// The command line of `onceover`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "ui/bridge/connection_profile.h"

namespace onceover::console {

struct Options {
  bool tries = false;
  bool timings = false;
  std::optional<std::string> dsn, service;
  std::string gateway;
  std::string link;                   // onceover://…, as it was given; empty: none
  std::string theme;                  // "", "system", "light", "dark"
  std::string screenshots;            // a directory; empty: none
  std::string workspace;              // a file; empty: the desktop's own
  std::vector<std::string> profiles;  // files and directories, beside this person's own
  bool connects() const { return dsn || service; }
  bridge::ConnectionProfile profile() const;
};

// What to do, or the exit code where all is said already (--help, --version, a mistake).
struct Parsed {
  Options options;
  std::optional<int> exitCode;
};
Parsed parse(int argc, char** argv);

}  // namespace onceover::console

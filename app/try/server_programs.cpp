#include "app/try/server_programs.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/bounded_program.h"

namespace onceover::try_it {
namespace {

namespace fs = std::filesystem;

bool has_both(const std::string& dir) {
  return !dir.empty() && dir.front() == '/' && ::access((dir + "/initdb").c_str(), X_OK) == 0 &&
         ::access((dir + "/postgres").c_str(), X_OK) == 0;
}

std::vector<std::string> path_dirs() {
  std::vector<std::string> dirs;
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const auto dir = rest.substr(0, colon);
    if (!dir.empty() && dir.front() == '/') dirs.emplace_back(dir);
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  }
  return dirs;
}

// What `pg_config --bindir` prints; empty where there is no such program or it fails.
std::string ask_pg_config() {
  const ProgramRun run = run_bounded({"pg_config", "--bindir"}, std::chrono::seconds(10), 4096);
  return run.exit_code == 0 ? run.printed.substr(0, run.printed.find('\n')) : "";
}

// parent/<prefix><version><suffix>, highest version first.
std::vector<std::string> versioned(const std::string& parent, std::string_view prefix) {
  std::vector<std::pair<double, std::string>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(prefix)) continue;
    found.emplace_back(std::strtod(name.c_str() + prefix.size(), nullptr), entry.path().string() + "/bin");
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::string> dirs;
  for (auto& [version, dir] : found) dirs.push_back(std::move(dir));
  return dirs;
}

}  // namespace

Result<ServerPrograms> find_server_programs() {
  const std::string nothing_done = "no private server was started";
  if (const char* given = std::getenv("PG_BINDIR"); given && *given) {
    if (has_both(given)) return ServerPrograms{given};
    return fail(ErrorKind::io, std::string("PG_BINDIR is ") + given + ", which does not hold initdb and postgres", nothing_done,
                "set PG_BINDIR to the absolute directory of the server's programs, or unset it");
  }
  std::vector<std::string> candidates{ask_pg_config()};
  for (const auto& found : {versioned("/usr/lib/postgresql", ""), versioned("/usr", "pgsql-"), path_dirs()}) {
    candidates.insert(candidates.end(), found.begin(), found.end());
  }
  for (const auto& dir : candidates) {
    if (has_both(dir)) return ServerPrograms{dir};
  }
  return fail(ErrorKind::io, "the programs initdb and postgres are not installed on this machine", nothing_done,
              "install the package postgresql (Debian, Ubuntu) or postgresql-server (Fedora, RHEL, openSUSE), or set PG_BINDIR");
}

}  // namespace onceover::try_it

#include "app/try/server_setup.h"

#include <fcntl.h>
#include <locale.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <ranges>
#include <sstream>
#include <string_view>

#include "core/base/bounded_program.h"

namespace onceover::try_it {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t socket_path_max = 107;  // sun_path, without its NUL
constexpr std::string_view socket_name = "/.s.PGSQL.5432";

bool has_both(const std::string& dir) {
  return !dir.empty() && dir.front() == '/' && ::access((dir + "/initdb").c_str(), X_OK) == 0 &&
         ::access((dir + "/postgres").c_str(), X_OK) == 0;
}

std::vector<std::string> path_dirs() {
  const char* path = std::getenv("PATH");
  std::istringstream rest(path ? path : "");
  std::vector<std::string> dirs;
  for (std::string dir; std::getline(rest, dir, ':');) {
    if (dir.starts_with('/')) dirs.push_back(dir);
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
  std::multimap<double, std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (name.starts_with(prefix)) found.emplace(-std::strtod(name.c_str() + prefix.size(), nullptr), entry.path().string() + "/bin");
  }
  const auto dirs = found | std::views::values;
  return {dirs.begin(), dirs.end()};
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

Result<std::optional<ServerUser>> server_user() {
  if (::geteuid() != 0) return std::optional<ServerUser>();
  for (const char* name : {"postgres", "nobody"}) {
    passwd entry{};
    passwd* found = nullptr;
    char buffer[4096];
    if (::getpwnam_r(name, &entry, buffer, sizeof buffer, &found) == 0 && found && entry.pw_uid != 0) {
      return std::optional(ServerUser{entry.pw_uid, entry.pw_gid});
    }
  }
  return fail(ErrorKind::io, "PostgreSQL does not run as root, and no other user was found to run it",
              "no private server was started", "run this as an ordinary user");
}

Result<std::string> make_server_directory(const std::string& wanted_parent, const std::optional<ServerUser>& user) {
  const char* tmpdir = std::getenv("TMPDIR");
  std::string parent = !wanted_parent.empty() ? wanted_parent : tmpdir && *tmpdir == '/' ? tmpdir : "/tmp";
  const std::string leaf = "/onceover-XXXXXX";
  if (parent.size() + leaf.size() + socket_name.size() > socket_path_max) {
    if (!wanted_parent.empty()) return fail(ErrorKind::invalid_input, "the directory is too long for a socket's path: " + parent);
    parent = "/tmp";
  }
  std::string directory = parent + leaf;
  if (!::mkdtemp(directory.data())) {
    return fail(ErrorKind::io, "no temporary directory in " + parent + ": " + std::strerror(errno), "no private server was started");
  }
  const int log = ::open((directory + "/log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_EXCL, 0600);
  if (log >= 0) ::close(log);
  if (log < 0 || (user && ::chown(directory.c_str(), user->uid, user->gid) != 0)) {
    const int number = errno;
    std::error_code ignored;
    fs::remove_all(directory, ignored);
    return fail(ErrorKind::io, "the temporary directory " + directory + " cannot be used: " + std::strerror(number));
  }
  return directory;
}

Result<std::string> settings_text(const PrivateServerOptions& options) {
  std::string text = "\n";
  const auto add = [&text](std::string_view name, std::string_view value) {
    text.append(name).append(" = '");
    for (char c : value) {
      if (c == '\'' || c == '\\') text += c;
      text += c;
    }
    text += "'\n";
  };
  add("logging_collector", "off");
  if (!options.fsync) {
    add("fsync", "off");
    add("full_page_writes", "off");
  }
  for (const auto& [name, value] : options.settings) {
    const bool good_name = !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
    if (!good_name || value.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
      return fail(ErrorKind::invalid_input, "not a setting PostgreSQL could read: " + name, "no private server was started");
    }
    add(name, value);
  }
  return text;
}

std::vector<std::string> server_environment(const PrivateServerOptions& options, const std::string& directory) {
  std::map<std::string, std::string> kept{{"LC_ALL", "C.UTF-8"}, {"PATH", "/usr/bin:/bin"}, {"HOME", directory}};
  for (const char* name : {"TZ", "LD_LIBRARY_PATH"}) {
    if (const char* value = std::getenv(name)) kept[name] = value;
  }
  for (const auto& [name, value] : options.environment) {
    if (!name.starts_with("PG")) kept[name] = value;
  }
  std::vector<std::string> entries;
  for (const auto& [name, value] : kept) entries.push_back(name + "=" + value);
  return entries;
}

bool has_utf8_locale() {
  const locale_t found = ::newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  if (!found) return false;
  ::freelocale(found);
  return true;
}

Result<void> check_template_cache(const std::string& path, const std::optional<ServerUser>& user) {
  if (::mkdir(path.c_str(), 0700) == 0) {
    if (user && ::chown(path.c_str(), user->uid, user->gid) != 0)
      return fail(ErrorKind::io, "cannot give " + path + " to the server's user");
  }
  struct stat info {};
  const uid_t expected = user ? user->uid : ::geteuid();
  if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != expected || (info.st_mode & 077) != 0) {
    return fail(ErrorKind::invalid_input, "the template directory " + path + " is not a 0700 directory of the server's user",
                "no private server was started", "name another one, or remove it");
  }
  return {};
}

}  // namespace onceover::try_it

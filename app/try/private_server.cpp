// SPDX-License-Identifier: Apache-2.0
#include "app/try/private_server.h"

#include <fcntl.h>
#include <locale.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <sstream>

#include "app/try/server_supervisor.h"
#include "core/base/bounded_program.h"
#include "core/base/time.h"

namespace onceover::try_it {
namespace {

using std::chrono::milliseconds;
namespace fs = std::filesystem;

enum Program { make_cluster, serve, keep_template };

// The end of a file, for an error's detail.
std::string tail(const std::string& path, std::streamoff bytes = 2'000) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : 0;
  file.seekg(size > bytes ? size - bytes : 0);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// Line 1 of postmaster.pid is the pid, line 8 the state. No libpq here, so this is how readiness is seen (as
// pg_ctl does).
bool is_ready(const std::string& data_dir, pid_t pid) {
  std::ifstream file(data_dir + "/postmaster.pid");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line != std::to_string(pid)) return false;
    if (number == 8) return line.starts_with("ready");
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<PrivateServer>> PrivateServer::start(const Options& options) {
  auto programs = find_server_programs();
  if (!programs) return fail(programs.error());
  auto user = server_user();
  if (!user) return fail(user.error());
  auto settings = settings_text(options);
  if (!settings) return fail(settings.error());
  std::string cached;  // a finished cluster in the cache, or where it will be
  if (!options.template_cache.empty() && options.standby_of.empty()) {
    if (auto good = check_template_cache(options.template_cache, *user); !good) return fail(good.error());
    struct stat binary {};
    if (::stat(programs->program("postgres").c_str(), &binary) == 0) {
      cached = options.template_cache + "/" + std::to_string(binary.st_size) + "-" +
               std::to_string(binary.st_mtim.tv_sec);
    }
  }
  auto directory = make_server_directory(options.parent_dir, *user);
  if (!directory) return fail(directory.error());

  std::unique_ptr<PrivateServer> server(new PrivateServer);
  server->directory_ = *directory;
  server->bindir_ = programs->bindir;
  server->start_within_ = options.start_within;

  const std::string data = server->data_dir();
  SupervisorPlan plan;
  plan.directory = *directory;
  plan.log_file = server->log_file();
  plan.environment = server_environment(options, *directory);
  if (*user) {
    plan.uid = (*user)->uid;
    plan.gid = (*user)->gid;
  }
  std::error_code ignored;
  const bool copy = !cached.empty() && fs::exists(cached + "/PG_VERSION", ignored);
  if (!options.standby_of.empty()) {
    plan.programs.push_back({programs->program("pg_basebackup"), "-D", data, "-d", options.standby_of, "-R",
                             "-X", "stream", "-c", "fast", "--no-sync"});
  } else if (copy) {
    plan.programs.push_back({"/bin/cp", "-a", "--", cached, data});
  } else {
    plan.programs.push_back({programs->program("initdb"), "-D", data, "-U", "postgres", "--auth=trust",
                             "--encoding=UTF8", has_utf8_locale() ? "--locale=C.UTF-8" : "--locale=C",
                             "--no-sync"});
  }
  plan.programs.push_back({programs->program("postgres"), "-D", data, "-k", *directory, "-p", "5432", "-c",
                           "listen_addresses=", "-c", "unix_socket_permissions=0700"});
  const std::string half_copied =
      cached + "." + std::to_string(::getpid()) + directory->substr(directory->size() - 6);
  plan.programs.push_back({"/bin/cp", "-a", "--", data, half_copied});

  auto supervisor = ServerSupervisor::launch(plan);
  if (!supervisor) {
    fs::remove_all(*directory, ignored);
    return fail(supervisor.error());
  }
  server->supervisor_ = std::move(*supervisor);
  if (auto made = server->run_to_end(make_cluster, "its cluster could not be made"); !made)
    return fail(made.error());
  if (!cached.empty() && !copy && server->run_to_end(keep_template, "")) {
    // Whole or not at all; where another process was first, theirs stays.
    if (::rename(half_copied.c_str(), cached.c_str()) != 0) fs::remove_all(half_copied, ignored);
  }
  if (!(std::ofstream(data + "/postgresql.conf", std::ios::app) << *settings).flush()) {
    return fail(server->failed("its settings could not be written"));
  }
  if (auto running = server->start_again(); !running) return fail(running.error());
  return server;
}

PrivateServer::~PrivateServer() = default;

Error PrivateServer::failed(const std::string& what) const {
  return Error{ErrorKind::io,
               "the private server: " + what,
               "no private server is running",
               "see the end of its log",
               "",
               tail(log_file())};
}

Result<void> PrivateServer::run_to_end(int program, const std::string& doing) {
  const auto status =
      supervisor_->run(program).and_then([this](pid_t) { return supervisor_->wait(start_within_); });
  if (!status) return fail(status.error());
  if (!*status)
    return fail(ErrorKind::timeout, "the private server: " + doing + " in time",
                "no private server is running");
  if (**status != 0) return fail(failed(doing));
  return {};
}

std::string PrivateServer::conninfo(std::string_view database) const {
  const auto quoted = [](std::string_view value) {
    std::string out = "'";
    for (char c : value) {
      if (c == '\'' || c == '\\') out += '\\';
      out += c;
    }
    return out + "'";
  };
  return "host=" + quoted(directory_) + " port=5432 user=postgres dbname=" + quoted(database);
}

pid_t PrivateServer::pid() const {
  const std::lock_guard lock(mutex_);
  return supervisor_->running();
}

Result<void> PrivateServer::signal(int number) {
  auto sent = supervisor_->signal(number);
  if (!sent || number != SIGKILL) return sent;
  // Until it is reaped it would still count as running, for start_again() too.
  return wait_stopped(start_within_);
}

Result<void> PrivateServer::stop(StopMode mode, milliseconds within) {
  const std::lock_guard lock(mutex_);
  if (supervisor_->running() != 0) {
    const int number = mode == StopMode::smart ? SIGTERM : mode == StopMode::fast ? SIGINT : SIGQUIT;
    // It may have died by itself between the two: the wait below says so.
    (void)supervisor_->signal(number);
  }
  return wait_stopped(within);
}

Result<void> PrivateServer::wait_stopped(milliseconds within) {
  auto status = supervisor_->wait(within);
  if (!status) return fail(status.error());
  if (!*status)
    return fail(ErrorKind::timeout, "the private server did not stop in time", "it is still stopping",
                "stop it immediately");
  return {};
}

Result<void> PrivateServer::start_again() {
  const std::lock_guard lock(mutex_);
  if (const pid_t running = supervisor_->running(); running != 0) return wait_ready(running);
  // Backends of a postmaster that was killed may need a moment to notice.
  return supervisor_->wait(start_within_)
      .and_then([this](std::optional<int>) { return supervisor_->run(serve); })
      .and_then([this](pid_t pid) { return wait_ready(pid); });
}

Result<void> PrivateServer::wait_ready(pid_t pid) {
  const auto until = Steady::now() + start_within_;
  while (!is_ready(data_dir(), pid)) {
    auto ended = supervisor_->wait(milliseconds(5));
    if (!ended) return fail(ended.error());
    if (*ended) return fail(failed("it did not come up"));
    if (Steady::now() > until)
      return fail(ErrorKind::timeout, "the private server did not become ready in time");
  }
  return {};
}

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
    if (name.starts_with(prefix))
      found.emplace(-std::strtod(name.c_str() + prefix.size(), nullptr), entry.path().string() + "/bin");
  }
  const auto dirs = found | std::views::values;
  return {dirs.begin(), dirs.end()};
}

}  // namespace

Result<ServerPrograms> find_server_programs() {
  const std::string nothing_done = "no private server was started";
  if (const char* given = std::getenv("PG_BINDIR"); given && *given) {
    if (has_both(given)) return ServerPrograms{given};
    return fail(
        ErrorKind::io, std::string("PG_BINDIR is ") + given + ", which does not hold initdb and postgres",
        nothing_done, "set PG_BINDIR to the absolute directory of the server's programs, or unset it");
  }
  std::vector<std::string> candidates{ask_pg_config()};
  for (const auto& found : {versioned("/usr/lib/postgresql", ""), versioned("/usr", "pgsql-"), path_dirs()}) {
    candidates.insert(candidates.end(), found.begin(), found.end());
  }
  for (const auto& dir : candidates) {
    if (has_both(dir)) return ServerPrograms{dir};
  }
  return fail(ErrorKind::io, "the programs initdb and postgres are not installed on this machine",
              nothing_done,
              "install the package postgresql (Debian, Ubuntu) or postgresql-server (Fedora, RHEL, "
              "openSUSE), or set PG_BINDIR");
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

Result<std::string> make_server_directory(const std::string& wanted_parent,
                                          const std::optional<ServerUser>& user) {
  const char* tmpdir = std::getenv("TMPDIR");
  std::string parent = !wanted_parent.empty() ? wanted_parent : tmpdir && *tmpdir == '/' ? tmpdir : "/tmp";
  const std::string leaf = "/onceover-XXXXXX";
  if (parent.size() + leaf.size() + socket_name.size() > socket_path_max) {
    if (!wanted_parent.empty())
      return fail(ErrorKind::invalid_input, "the directory is too long for a socket's path: " + parent);
    parent = "/tmp";
  }
  std::string directory = parent + leaf;
  if (!::mkdtemp(directory.data())) {
    return fail(ErrorKind::io, "no temporary directory in " + parent + ": " + std::strerror(errno),
                "no private server was started");
  }
  const int log = ::open((directory + "/log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_EXCL, 0600);
  if (log >= 0) ::close(log);
  if (log < 0 || (user && ::chown(directory.c_str(), user->uid, user->gid) != 0)) {
    const int number = errno;
    std::error_code ignored;
    fs::remove_all(directory, ignored);
    return fail(ErrorKind::io,
                "the temporary directory " + directory + " cannot be used: " + std::strerror(number));
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
    const bool good_name =
        !name.empty() &&
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
    if (!good_name || value.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
      return fail(ErrorKind::invalid_input, "not a setting PostgreSQL could read: " + name,
                  "no private server was started");
    }
    add(name, value);
  }
  return text;
}

std::vector<std::string> server_environment(const PrivateServerOptions& options,
                                            const std::string& directory) {
  std::map<std::string, std::string> kept{
      {"LC_ALL", "C.UTF-8"}, {"PATH", "/usr/bin:/bin"}, {"HOME", directory}};
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
  if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != expected ||
      (info.st_mode & 077) != 0) {
    return fail(ErrorKind::invalid_input,
                "the template directory " + path + " is not a 0700 directory of the server's user",
                "no private server was started", "name another one, or remove it");
  }
  return {};
}

}  // namespace onceover::try_it

#include "app/try/private_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/try/server_setup.h"
#include "app/try/server_supervisor.h"
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

// Line 1 of postmaster.pid is the pid, line 8 the state. No libpq here, so this is how readiness is seen (as pg_ctl does).
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
      cached = options.template_cache + "/" + std::to_string(binary.st_size) + "-" + std::to_string(binary.st_mtim.tv_sec);
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
    plan.programs.push_back(
        {programs->program("pg_basebackup"), "-D", data, "-d", options.standby_of, "-R", "-X", "stream", "-c", "fast", "--no-sync"});
  } else if (copy) {
    plan.programs.push_back({"/bin/cp", "-a", "--", cached, data});
  } else {
    plan.programs.push_back({programs->program("initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8",
                             has_utf8_locale() ? "--locale=C.UTF-8" : "--locale=C", "--no-sync"});
  }
  plan.programs.push_back({programs->program("postgres"), "-D", data, "-k", *directory, "-p", "5432", "-c", "listen_addresses=", "-c",
                           "unix_socket_permissions=0700"});
  const std::string half_copied = cached + "." + std::to_string(::getpid()) + directory->substr(directory->size() - 6);
  plan.programs.push_back({"/bin/cp", "-a", "--", data, half_copied});

  auto supervisor = ServerSupervisor::launch(plan);
  if (!supervisor) {
    fs::remove_all(*directory, ignored);
    return fail(supervisor.error());
  }
  server->supervisor_ = std::move(*supervisor);
  if (auto made = server->run_to_end(make_cluster, "its cluster could not be made"); !made) return fail(made.error());
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
  return Error{ErrorKind::io,   "the private server: " + what, "no private server is running", "see the end of its log", "",
               tail(log_file())};
}

Result<void> PrivateServer::run_to_end(int program, const std::string& doing) {
  const auto status = supervisor_->run(program).and_then([this](pid_t) { return supervisor_->wait(start_within_); });
  if (!status) return fail(status.error());
  if (!*status) return fail(ErrorKind::timeout, "the private server: " + doing + " in time", "no private server is running");
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
  if (!*status) return fail(ErrorKind::timeout, "the private server did not stop in time", "it is still stopping", "stop it immediately");
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
    if (Steady::now() > until) return fail(ErrorKind::timeout, "the private server did not become ready in time");
  }
  return {};
}

}  // namespace onceover::try_it

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pgbouncer.h"

#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "app/try/private_server.h"
#include "tests/support/eventually.h"
#include "tests/support/raw.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;

std::string program() {
  for (const char* path : {static_cast<const char*>(std::getenv("PGBOUNCER")), "/usr/sbin/pgbouncer",
                           "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"}) {
    if (path != nullptr && ::access(path, X_OK) == 0) return path;
  }
  return {};
}

constexpr const char* port = "6432";

// "session": each client has a connection to the server for itself. Trials of other modes set it.
std::string pool_mode() {
  const char* mode = std::getenv("PGBOUNCER_POOL_MODE");
  return mode && *mode ? mode : "transaction";
}

std::string config_in(const std::string& directory) { return directory + "/pgbouncer.ini"; }

}  // namespace

std::string PgBouncer::unavailable() {
  return program().empty() ? "pgbouncer is not installed (package pgbouncer)" : "";
}

PgBouncer::PgBouncer(const try_it::PrivateServer& server) {
  if (const std::string why = unavailable(); !why.empty()) throw std::runtime_error(why);
  auto user = try_it::server_user();
  if (!user) throw std::runtime_error(user.error().sentence());
  auto directory = try_it::make_server_directory("", *user);
  if (!directory) throw std::runtime_error(directory.error().sentence());
  directory_ = *directory;
  write_config(server);
  const std::string config = config_in(directory_);
  const std::string path = program();
  process_ = std::make_unique<Process>(Process::forked([&]() -> int {
    // It refuses to run as root.
    if (*user && (::setgroups(0, nullptr) != 0 || ::setgid((*user)->gid) != 0 || ::setuid((*user)->uid) != 0))
      return 126;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // setuid has cleared it
    std::array<char*, 3> argv{const_cast<char*>(path.c_str()), const_cast<char*>(config.c_str()), nullptr};
    ::execv(argv[0], argv.data());
    return 127;
  }));
  const bool answers = eventually([&] {
    try {
      return RawConnection(conninfo()).scalar("SELECT 1") == "1";
    } catch (const std::exception&) {
      return !process_->is_running();
    }
  });
  if (!answers || !process_->is_running())
    throw std::runtime_error("pgbouncer does not answer: " + process_->err());
}

void PgBouncer::write_config(const try_it::PrivateServer& server) const {
  const std::string config = config_in(directory_);
  std::ofstream(config) << "[databases]\n* = host=" << server.socket_dir()
                        << " port=5432 user=postgres\n[pgbouncer]\nlisten_addr =\n"
                        << "listen_port = " << port << "\nunix_socket_dir = " << directory_
                        << "\nunix_socket_mode = 0700\n"
                        << "auth_type = any\npool_mode = " << pool_mode()
                        << "\ndefault_pool_size = " << (pool_mode() == "session" ? 40 : 1)
                        << "\nmax_client_conn = 50\n"
                        << "server_login_retry = 1\nadmin_users = postgres\n"
                        << "ignore_startup_parameters = extra_float_digits\nlogfile = " << directory_
                        << "/pgbouncer.log\n";
  ::chmod(config.c_str(), 0644);  // in a directory that is closed to others
}

void PgBouncer::lead_to(const try_it::PrivateServer& server) {
  write_config(server);
  RawConnection admin(conninfo("pgbouncer"));
  admin.exec("RELOAD");
  admin.exec("RECONNECT");
  const bool leads = eventually([&] {
    try {
      return RawConnection(conninfo()).scalar("SHOW data_directory") == server.data_dir();
    } catch (const std::exception&) {
      return false;
    }
  });
  if (!leads) throw std::runtime_error("pgbouncer does not lead to the other server");
}

PgBouncer::~PgBouncer() {
  process_.reset();
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

std::string PgBouncer::conninfo(std::string_view database) const {
  return "host=" + directory_ + " port=" + port + " user=postgres dbname=" + std::string(database);
}

}  // namespace onceover::test

// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of our own: a new cluster in a temporary directory, reachable through a unix socket by
// this user only, and removed when this object or this process ends, also by SIGKILL. For *Try it* and the
// tests.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace onceover::try_it {

class ServerSupervisor;

// SIGTERM, SIGINT, SIGQUIT; immediate recovers at the next start
enum class StopMode { smart, fast, immediate };

struct PrivateServerOptions {
  // Into postgresql.conf, where ALTER SYSTEM still overrides them. Names [a-z_.], values without line breaks.
  std::map<std::string, std::string> settings;
  // also full_page_writes; the directory is temporary, so only a test of durability asks for it
  bool fsync = false;
  // A cluster made once is copied from here instead of running initdb again: a third less time, but the same
  // system identifier. A directory of only the server's user (0700), made where missing; empty: none. Two
  // servers may share it at the same time.
  std::string template_cache;
  // Where not empty: the new server is a hot standby of the server that this connection string reaches
  // (pg_basebackup).
  std::string standby_of;
  // the server's, beside LC_ALL, PATH, HOME, TZ; PG* never passes
  std::map<std::string, std::string> environment;
  std::string parent_dir;  // of the temporary directory; empty: $TMPDIR, else /tmp
  std::chrono::milliseconds start_within{60'000};
};

// Safe from any thread. Encoding UTF8, locale C.UTF-8 (C where the machine has no such locale), superuser
// `postgres`, trust authentication behind a 0700 directory, no TCP. Run by root, the server runs as
// `postgres`, else as `nobody`.
class PrivateServer {
 public:
  using Options = PrivateServerOptions;

  // Takes half a second on an idle machine. Errors: io (programs missing, no room, it did not come up; the
  // end of its log is in `detail`), timeout, invalid_input.
  static Result<std::unique_ptr<PrivateServer>> start(const Options& options = {});
  // Stops (immediate) and removes the directory. In a forked child it only lets go.
  ~PrivateServer();
  PrivateServer(const PrivateServer&) = delete;
  PrivateServer& operator=(const PrivateServer&) = delete;

  // For libpq: host, port, user and database; values are quoted.
  std::string conninfo(std::string_view database = "postgres") const;
  std::string socket_dir() const { return directory_; }
  std::string data_dir() const { return directory_ + "/data"; }
  std::string log_file() const { return directory_ + "/log"; }
  std::string bindir() const { return bindir_; }

  // The postmaster's; 0 while stopped or dead.
  pid_t pid() const;

  // Ok where it is stopped already. timeout error where it did not stop in time (smart waits for its
  // clients).
  Result<void> stop(StopMode mode = StopMode::fast,
                    std::chrono::milliseconds within = std::chrono::milliseconds(30'000));
  // The same cluster again, after stop() or after it died. Ok where it runs.
  Result<void> start_again();
  // To the postmaster: SIGHUP to reload, SIGSTOP and SIGCONT for tests. SIGKILL also waits until it and its
  // backends are gone.
  Result<void> signal(int number);

 private:
  PrivateServer() = default;
  Result<void> run_to_end(int program, const std::string& doing);
  Result<void> wait_ready(pid_t pid);
  Result<void> wait_stopped(std::chrono::milliseconds within);
  Error failed(const std::string& what) const;

  mutable std::mutex mutex_;
  std::string directory_, bindir_;
  std::chrono::milliseconds start_within_{0};
  std::unique_ptr<ServerSupervisor> supervisor_;
};

// What a private server needs before it can be started: programs, a user, a directory, settings, an
// environment.

struct ServerPrograms {
  std::string bindir;  // absolute
  std::string program(const char* name) const { return bindir + "/" + name; }
};

// The first directory that holds both initdb and postgres, of: $PG_BINDIR, `pg_config --bindir`,
// /usr/lib/postgresql/*/bin and /usr/pgsql-*/bin (highest version first), PATH. Where $PG_BINDIR is set, only
// it counts.
Result<ServerPrograms> find_server_programs();

struct ServerUser {
  uid_t uid;
  gid_t gid;
};

// Whom the server runs as; nullopt: as we do.
Result<std::optional<ServerUser>> server_user();

// A new 0700 directory of the server's user, with an empty log file in it; short enough for a socket's path.
Result<std::string> make_server_directory(const std::string& wanted_parent,
                                          const std::optional<ServerUser>& user);

// Lines for postgresql.conf.
Result<std::string> settings_text(const PrivateServerOptions& options);

// NAME=value, all of it: nothing of ours passes but what the server needs, and PG* never.
std::vector<std::string> server_environment(const PrivateServerOptions& options,
                                            const std::string& directory);

bool has_utf8_locale();

// Makes the directory where it is missing; refuses one that others could have written to: a cluster copied
// from there would run what they put into its configuration.
Result<void> check_template_cache(const std::string& path, const std::optional<ServerUser>& user);

}  // namespace onceover::try_it

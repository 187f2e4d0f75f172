// What a private server needs before it can be started: programs, a user, a directory, settings, an environment.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "app/try/private_server.h"

namespace onceover::try_it {

struct ServerPrograms {
  std::string bindir;  // absolute
  std::string program(const char* name) const { return bindir + "/" + name; }
};

// The first directory that holds both initdb and postgres, of: $PG_BINDIR, `pg_config --bindir`,
// /usr/lib/postgresql/*/bin and /usr/pgsql-*/bin (highest version first), PATH. Where $PG_BINDIR is set, it alone counts.
Result<ServerPrograms> find_server_programs();

struct ServerUser {
  uid_t uid;
  gid_t gid;
};

// Whom the server runs as; nullopt: as we do.
Result<std::optional<ServerUser>> server_user();

// A new 0700 directory of the server's user, with an empty log file in it; short enough for a socket's path.
Result<std::string> make_server_directory(const std::string& wanted_parent, const std::optional<ServerUser>& user);

// Lines for postgresql.conf.
Result<std::string> settings_text(const PrivateServerOptions& options);

// NAME=value, all of it: nothing of ours passes but what the server needs, and PG* never.
std::vector<std::string> server_environment(const PrivateServerOptions& options, const std::string& directory);

bool has_utf8_locale();

// Makes the directory where it is missing; refuses one that others could have written to: a cluster copied from there
// would run what they put into its configuration.
Result<void> check_template_cache(const std::string& path, const std::optional<ServerUser>& user);

}  // namespace onceover::try_it

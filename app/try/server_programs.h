// Where PostgreSQL's server programs are on this machine.
#pragma once

#include <string>

#include "core/base/result.h"

namespace onceover::try_it {

struct ServerPrograms {
  std::string bindir;  // absolute
  std::string program(const char* name) const { return bindir + "/" + name; }
};

// The first directory that holds both initdb and postgres, of: $PG_BINDIR, `pg_config --bindir`,
// /usr/lib/postgresql/*/bin and /usr/pgsql-*/bin (highest version first), PATH. Where $PG_BINDIR is set, it alone counts.
Result<ServerPrograms> find_server_programs();

}  // namespace onceover::try_it

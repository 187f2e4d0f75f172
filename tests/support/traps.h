// A database whose search_path begins with a schema full of traps: operators, functions, aggregates, types and relations with the names of
// PostgreSQL's own, each of which reports that it was used and then does what the original does. For tests/integration/traps, which runs
// other tests so.
#pragma once

#include <string>

namespace onceover::test {

// The directory for the logs of servers, from ONCEOVER_TRAPS; empty: no traps are set. Writable for every user.
const std::string& traps_directory();

// Into the database, as its superuser. Its sessions do not meet them yet.
void set_traps(const std::string& conninfo);

// From now on each new session of the database does.
std::string traps_first(const std::string& database);

}  // namespace onceover::test

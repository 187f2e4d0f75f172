// What a connection string says about itself, as far as safety needs it; libpq reads the rest. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::oncectl {

struct DsnFacts {
  std::vector<std::string> hosts;  // names as written, or addresses where there are no names; empty: none given
  std::optional<std::string> sslmode;
  bool has_password = false;
  bool names_service = false;
};

// dsn: a postgresql:// URI, key=value words, or a bare database name.
DsnFacts facts_of(std::string_view dsn);

// "a,b" as libpq reads it.
std::vector<std::string> host_list(std::string_view hosts);

// A unix socket or this machine's loopback. A tunnel's loopback address beside a host name is not seen here: the name decides.
bool is_local_host(std::string_view host);

}  // namespace onceover::oncectl

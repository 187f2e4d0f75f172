// What a connection string says about where it leads and how it is protected.
#pragma once

#include <string>
#include <string_view>

namespace onceover::oncectl {

// How a server must prove who it is.
struct ServerProof {
  bool has_password = false;  // in the connection string itself
  bool by_service = false;    // a service file, which is not read here, may say more
  bool is_local = false;      // a socket, or loopback: nothing to prove
  bool names_mode = false;    // the connection string itself names an sslmode
  std::string mode;           // sslmode of the connection string, else of PGSSLMODE; empty: none is given
  std::string warning;        // that the mode proves nothing; empty: it does, or there is none
};
// of: "", or " of store shop" for the warning.
ServerProof proof_of(const std::string& conninfo, bool by_service, const std::string& of = {});

// The connection string that names an entry of the service file.
std::string service_conninfo(const std::string& service);

// An address of this machine alone: a socket's directory, localhost, 127.…, ::1.
bool is_local_host(std::string_view host);

}  // namespace onceover::oncectl

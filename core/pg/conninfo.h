// SPDX-License-Identifier: Apache-2.0
// What a connection string means, read by libpq itself and without connecting: which hosts, which sslmode
// applies to them, and which source set it. The only reader of connection strings, and the only rule for what
// is local.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::pg {

using ConninfoWords = std::vector<std::pair<std::string, std::string>>;

// The words that a URI, key=value text or a bare database name gives, decoded. Their values may hold a
// password.
Result<ConninfoWords> conninfo_words(const std::string& conninfo);
// Empty: not given.
std::string word_of(const ConninfoWords& words, std::string_view name);
// The reverse, as key=value text. Empty values are left out.
std::string conninfo_of(const ConninfoWords& words);

struct Host {
  std::string name, address, port;  // as host, hostaddr and port
  // A socket or loopback, by its name and by its address: a tunnel's address is here, but its name is not.
  bool is_local() const;
  bool is_socket() const { return address.empty() && (name.empty() || name[0] == '/' || name[0] == '@'); }
  // A list as it was given, which only libpq may judge.
  bool is_unread_list() const {
    return name.find(',') != std::string::npos || address.find(',') != std::string::npos;
  }
  std::string shown() const;  // "db.example (10.0.0.7) port 5432"
};

// Where a connection string leads, with its service file, the PG* variables and libpq's defaults.
struct Destination {
  // In their order; at least one. A list that libpq must judge itself, since it does not match or has an
  // entry without a host, is one.
  std::vector<Host> hosts;
  bool is_shuffled = false;          // load_balance_hosts = random
  std::string target_session_attrs;  // "any" by default
  Duration connect_timeout{0};       // of one host; 0: none is set
  bool is_local = false;             // all hosts are
  // What applies: verify-full for a host that is not local, unless a source sets another mode. libpq's
  // default "prefer" in a service file cannot be told from no mode, and counts as none.
  std::string sslmode;
  std::string sslmode_source;  // "the connection string", "service shop", "PGSSLMODE"; empty: none sets it
  std::string service;         // empty: none

  // The first host that is not local.
  const Host* remote() const;
  // A password or data may be sent without encryption.
  bool may_be_unencrypted() const;
  // A sentence where the mode does not prove who a remote host is, with the source that set it; empty: it
  // does, or there is none.
  std::string warning() const;
  // A sentence for the error of a connection: which mode applied, and why. Empty for local hosts.
  std::string requirement() const;
};

// ErrorKind::connection: libpq cannot read it, or finds no such service.
Result<Destination> destination_of(const std::string& conninfo);

}  // namespace onceover::pg

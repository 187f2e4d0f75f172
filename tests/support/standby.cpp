// SPDX-License-Identifier: Apache-2.0
#include "tests/support/standby.h"

#include <stdexcept>

#include "tests/support/eventually.h"
#include "tests/support/patience.h"
#include "tests/support/raw.h"

namespace onceover::test {
namespace {}  // namespace

Standby::Standby(const try_it::PrivateServer& primary, const std::string& name) : primary_(primary) {
  auto server =
      try_it::PrivateServer::start({.standby_of = primary.conninfo() + " application_name=" + name});
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  server_ = std::move(*server);
}

void Standby::wait_caught_up() const {
  const std::string written = RawConnection(primary_.conninfo()).scalar("SELECT pg_current_wal_flush_lsn()");
  RawConnection here(conninfo());
  if (!eventually([&] {
        return here.scalar("SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)", {written}) ==
               "t";
      }))
    throw std::runtime_error("the standby does not catch up");
}

void Standby::cut_off() {
  RawConnection here(conninfo());
  here.exec("ALTER SYSTEM SET primary_conninfo = ''");
  here.exec("SELECT pg_reload_conf()");
  if (!eventually([&] { return here.scalar("SELECT count(*) FROM pg_stat_wal_receiver") == "0"; }))
    throw std::runtime_error("the standby goes on receiving");
}

void Standby::promote() {
  RawConnection here(conninfo());
  if (here.scalar("SELECT pg_promote(true, 60)") != "t")
    throw std::runtime_error("the standby was not promoted");
}

void Standby::stop(try_it::StopMode mode) {
  if (auto stopped = server_->stop(mode); !stopped) throw std::runtime_error(stopped.error().sentence());
}

}  // namespace onceover::test

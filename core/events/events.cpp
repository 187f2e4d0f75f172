// SPDX-License-Identifier: Apache-2.0
#include "core/events/events.h"

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::events {

Result<bool> are_there(pg::Connection& connection) {
  return pg::run(connection, sql::events_exist).map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
}

Result<Recent> recent_events(pg::Connection& connection, Duration back, Duration rate_window) {
  return pg::run(connection, sql::events_recent, pg::params(back, rate_window)).map([](const pg::Rows& rows) {
    Recent out;
    rows.read(0, 0, out.as_of, out.oldest, out.newest, out.rated, out.sampled, out.is_complete);
    for (int row = 0; row < rows.size(); ++row) {
      if (rows.is_null(row, 6)) continue;
      TopicWithoutRelay& one = out.without_relay.emplace_back();
      rows.read(row, 6, one.topic, one.sampled, one.newest);
    }
    return out;
  });
}

Result<Partitions> partitions(pg::Connection& connection, Duration retention) {
  return as_result([&] {
    const pg::Rows rows = pg::run(connection, sql::events_partitions, pg::params(retention)).value();
    Partitions out;
    out.all = rows.map([&](int row) {
      Partition one;
      rows.read(row, 0, one.name, one.starts, one.ends, one.bytes);
      if (!rows.is_null(row, 4)) one.may_know = rows.boolean(row, 4);
      rows.read(row, 5, out.as_of);
      return one;
    });
    for (Partition& one : out.all) {
      if (one.may_know.value_or(false))
        one.held_by = pg::run(connection, sql::events_held, pg::params(one.name, one.starts, one.ends))
                          .value()
                          .optional_text(0, 0);
    }
    return out;
  });
}

Result<Origin> origin(pg::Connection& connection) {
  return pg::run(connection, sql::events_origin).map([](const pg::Rows& rows) {
    Origin out;
    rows.read(0, 0, out.subscription, out.is_adopting, out.is_foreign, out.is_moved, out.given, out.used);
    return out;
  });
}

Result<std::vector<Backlog>> inbox_backlog(pg::Connection& connection, Duration grace) {
  return pg::run(connection, sql::inbox_waiting, pg::params(grace, most_counted + 1))
      .map([](const pg::Rows& rows) {
        return rows.map([&](int row) {
          Backlog one;
          rows.read(row, 0, one.consumer, one.dead, one.oldest_dead, one.not_taken, one.oldest_due,
                    one.as_of);
          return one;
        });
      });
}

Result<std::vector<Received>> inbox_sample(pg::Connection& connection, Duration back, Duration grace) {
  return pg::run(connection, sql::inbox_recent, pg::params(back, grace)).map([](const pg::Rows& rows) {
    return rows.map([&](int row) {
      Received one;
      rows.read(row, 0, one.consumer, one.recent, one.without_fingerprint, one.abandoned, one.oldest,
                one.is_complete, one.as_of);
      return one;
    });
  });
}

}  // namespace onceover::events

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/life.h"
#include "core/browse/reading.h"
#include "core/tables/sql.h"

namespace onceover::browse {
namespace {

// A running transaction holds its own number in pg_locks; that it also locks the table excludes a multixact
// with the same number. A prepared transaction has no backend.
tables::Query holder_sql(const tables::Profile& p, const key::Identity& id) {
  tables::Query query(
      "SELECT k.xmax::pg_catalog.text, pg_catalog.clock_timestamp(), x.transactionid IS NOT NULL, x.pid, "
      "EXISTS (SELECT FROM pg_catalog.pg_locks t WHERE t.locktype = 'relation' AND t.relation = k.tableoid "
      "AND t.virtualtransaction = x.virtualtransaction), a.application_name, a.usename::pg_catalog.text, "
      "COALESCE(pg_catalog.host(a.client_addr), a.client_hostname, ''), a.state, (extract(epoch FROM "
      "pg_catalog.clock_timestamp() - a.xact_start) * 1000000)::pg_catalog.int8, (extract(epoch FROM "
      "pg_catalog.clock_timestamp() - a.query_start) * 1000000)::pg_catalog.int8, a.wait_event_type, "
      "a.wait_event, x.pid IS NOT NULL AND a.xact_start IS NULL FROM " +
      tables::table_name(p) +
      " k LEFT JOIN pg_catalog.pg_locks x ON x.locktype = 'transactionid' AND x.transactionid = k.xmax AND "
      "x.mode = 'ExclusiveLock' AND x.granted"
      " LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = x.pid WHERE ");
  key_row_is(query, p, id);
  return query;
}

LockHolder cannot_tell(std::string why, Timestamp as_of) {
  LockHolder out;
  out.words = "Cannot tell: " + std::move(why);
  out.as_of = as_of;
  return out;
}

LockHolder held_by(const pg::Rows& rows, Timestamp as_of) {
  LockHolder out;
  out.answer = LockHolder::Answer::held;
  out.as_of = as_of;
  if (rows.is_null(0, 3)) {
    out.words =
        "Row locked by a prepared transaction, until COMMIT PREPARED or ROLLBACK PREPARED. No backend holds "
        "the lock.";
    return out;
  }
  out.pid = static_cast<int>(rows.integer(0, 3));
  out.application = rows.text(0, 5);
  out.user = rows.text(0, 6);
  out.client = rows.text(0, 7);
  out.state = rows.text(0, 8);
  out.words = fmt::format("Row locked by pid {}", out.pid);
  if (!out.application.empty()) out.words += ", " + visible(out.application);
  if (rows.boolean(0, 13)) {
    out.words += "; its age and activity are hidden from this role (pg_read_all_stats shows them).";
    return out;
  }
  if (const auto age = rows.optional_integer(0, 9))
    out.words += ", in a transaction for " + human(Duration(*age));
  if (!out.state.empty()) out.words += " (" + out.state + ")";
  if (const auto age = rows.optional_integer(0, 10)) out.query_age = human(Duration(*age));
  // A session between two statements "waits" for its client; only waits during a statement are shown.
  if (out.state == "active" && !rows.is_null(0, 12))
    out.words += fmt::format(", waiting on {} {}", rows.view(0, 11), rows.view(0, 12));
  out.words += ". A row lock does not prove that the executor is alive.";
  return out;
}

// xmax names no running transaction: it has ended, or the number is that of a multixact with several lockers.
LockHolder maybe_shared(Reading& reading, const std::string& xmax, Timestamp as_of) {
  LockHolder unlocked;
  unlocked.answer = LockHolder::Answer::nobody;
  unlocked.words = "The row is not locked.";
  unlocked.as_of = as_of;
  tables::Query members(
      "SELECT pg_catalog.string_agg(DISTINCT COALESCE(x.pid::pg_catalog.text, 'prepared'), ', ') FROM "
      "pg_catalog.pg_get_multixact_members(");
  members.text(xmax) << "::pg_catalog.xid) m JOIN pg_catalog.pg_locks x ON x.locktype = 'transactionid' AND "
                        "x.transactionid = m.xid AND x.mode = 'ExclusiveLock' AND x.granted";
  auto rows = reading.run(members);
  if (!rows) {
    // The server refuses a number that is not a multixact, or one too old for any locker to be alive.
    if (rows.error().sqlstate == "XX000") return unlocked;
    if (rows.error().kind == ErrorKind::not_permitted)
      return cannot_tell("this role may not see shared row locks.", as_of);
    raise(rows.error());
  }
  if (rows->is_null(0, 0)) return unlocked;
  return cannot_tell(fmt::format("several transactions share a lock on the row (a multixact), and the server "
                                 "does not show which one holds it. Running among them: pid {}.",
                                 rows->text(0, 0)),
                     as_of);
}

}  // namespace

Result<LockHolder> Browser::who_locks(const key::Identity& id) {
  if (reads_both()) return who_locks_either(id);
  return begun(connection_, profile_, limits_, [&](Reading& reading) { return locked(reading, id); });
}

LockHolder Browser::locked(Reading& reading, const key::Identity& id) {
  tables::Query where(
      "SELECT pg_catalog.now(), pg_catalog.pg_is_in_recovery(), (SELECT c.relkind IN ('r', 'p') FROM "
      "pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass(");
  where.text(tables::table_name(profile_)) << "))";
  auto place = reading.run(where).value();
  const Timestamp now = place.timestamp(0, 0);
  if (place.boolean(0, 1))
    return cannot_tell("this server is a standby, which does not see the primary's row locks.", now);
  // A view has no xmax; that of a foreign table, if any, belongs to another server.
  if (!place.is_null(0, 2) && !place.boolean(0, 2))
    return cannot_tell("this is not a plain table: its rows have no xmax.", now);
  auto rows = reading.run(holder_sql(profile_, id));
  if (!rows) {
    const Error& error = rows.error();
    if (error.kind == ErrorKind::not_permitted)
      return cannot_tell("this role may not read the row's xmax: " + error.what + ".", now);
    if (!equals_nothing(connection_, profile_, limits_, error, key_row_is_query(profile_, id))) raise(error);
  }
  LockHolder unlocked;
  unlocked.answer = LockHolder::Answer::nobody;
  unlocked.as_of = now;
  if (!rows || rows->empty()) {
    unlocked.words = "There is no such row, so it is not locked.";
    unlocked.is_row_there = false;
    return unlocked;
  }
  unlocked.words = "The row is not locked.";
  unlocked.as_of = rows->timestamp(0, 1);
  const std::string xmax = rows->text(0, 0);
  if (xmax == "0") return unlocked;
  if (rows->boolean(0, 2) && rows->boolean(0, 4)) return held_by(*rows, unlocked.as_of);
  return maybe_shared(reading, xmax, unlocked.as_of);
}

namespace {

// Whoever locks a row locks its table too, in a mode that lets others read.
constexpr std::string_view holders_sql =
    "SELECT a.pid, COALESCE(a.application_name, ''), COALESCE(a.state, ''), (extract(epoch FROM "
    "pg_catalog.clock_timestamp() - a.xact_start) * 1000000)::pg_catalog.int8 FROM "
    "pg_catalog.pg_stat_activity a WHERE a.pid <> pg_catalog.pg_backend_pid() AND EXISTS (SELECT FROM "
    "pg_catalog.pg_locks l WHERE l.pid = a.pid AND l.granted AND l.relation = "
    "pg_catalog.to_regclass($1::pg_catalog.text) AND l.mode <> 'AccessShareLock') ORDER BY a.xact_start "
    "NULLS LAST LIMIT 3";

}  // namespace

bool is_lock_timeout(const Error& error) { return error.sqlstate == "55P03"; }

std::string lock_holders(pg::Connection& connection, const tables::Profile& profile) {
  return lock_holders(connection, tables::table_name(profile));
}

std::string lock_holders(pg::Connection& connection, const std::string& table) {
  if (!connection.is_open()) return {};
  if (connection.in_transaction()) {
    if (auto ended = connection.script("ROLLBACK"); !ended) return {};
  }
  const auto rows = connection.exec(holders_sql, pg::params(table));
  if (!rows) return {};
  std::string out;
  for (int row = 0; row < rows->size(); ++row) {
    if (!out.empty()) out += "; ";
    out += fmt::format("pid {}", rows->integer(row, 0));
    if (!rows->view(row, 1).empty()) out += ", " + visible(rows->view(row, 1));
    if (const auto age = rows->optional_integer(row, 3))
      out += ", in a transaction for " + human(Duration(*age));
    if (!rows->view(row, 2).empty()) out += fmt::format(" ({})", rows->view(row, 2));
  }
  return out;
}

}  // namespace onceover::browse

// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema.h"

#include <fmt/format.h>

#include <thread>

#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::schema {
namespace {

constexpr std::string_view lock_sql =
    "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('onceover.schema', 0))";

// Claims queue behind a migration that waits for their table: for this long at most, and after a pause it is
// tried again.
constexpr auto lock_wait = std::chrono::seconds(1);
constexpr auto lock_pause = std::chrono::seconds(1);
constexpr int lock_tries = 30;

std::string bookkeeping(const sql::Migration& migration) {
  return fmt::format("INSERT INTO onceover.schema_version (version, name) VALUES ({}, '{}');\n",
                     migration.version, migration.name);
}

// As SQL writes a name.
std::string quoted_user(std::string_view name) {
  const bool is_plain =
      !name.empty() &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos &&
      !(name[0] >= '0' && name[0] <= '9');
  if (is_plain) return std::string(name);
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

// False: another installer was faster. Nothing of the migration remains after an error.
Result<bool> apply(pg::Connection& connection, std::span<const sql::Migration> migrations,
                   const sql::Migration& migration) {
  return as_result([&]() -> Result<bool> {
    auto transaction = pg::Transaction::begin(
        connection, {.statement_timeout = std::nullopt, .lock_timeout = lock_wait, .durable = true});
    if (!transaction) return fail(transaction.error());
    require(transaction->exec(lock_sql));
    // Checked again under the lock: another installer may have run meanwhile.
    if (status(connection, migrations).value().installed >= migration.version) return false;
    require(connection.script(migration.text));
    require(connection.script(bookkeeping(migration)));
    require(transaction->commit());
    return true;
  });
}

}  // namespace

std::string Status::grants() const {
  std::string out;
  for (const std::string& right : lacks)
    out += fmt::format("{}GRANT {} TO {};", out.empty() ? "" : " ", right, quoted_user(user));
  return out;
}

std::string Status::sentence() const {
  switch (fit) {
    case Fit::missing:
      if (const auto old = pg::why_too_old(server_version_num))
        return fmt::format("There is no onceover schema in this database. {} {}", old->what, old->next);
      return "There is no onceover schema in this database. Read it with `oncectl schema print`, install it "
             "with `oncectl schema install`.";
    case Fit::older:
      return fmt::format(
          "The onceover schema is at version {}, this program needs {}. Run `oncectl schema install` to "
          "apply: {}.",
          installed, wanted, fmt::join(due, ", "));
    case Fit::current:
      return fmt::format("The onceover schema is at version {}, as this program needs.", installed);
    case Fit::newer:
      return fmt::format(
          "The onceover schema is at version {}, newer than this program's ({}). Use a newer program; this "
          "one does not write.",
          installed, wanted);
    case Fit::unreadable:
      return fmt::format(
          "The onceover schema is installed, and the database user {} may not read it. It lacks: {}. Its "
          "owner runs the script that `oncectl roles print --role viewer --name {}` prints, or: {}",
          user, fmt::join(lacks, ", "), user, grants());
  }
  return {};
}

Result<Status> status(pg::Connection& connection) { return status(connection, sql::migrations); }

Result<Status> status(pg::Connection& connection, std::span<const sql::Migration> migrations) {
  return as_result([&]() -> Status {
    auto facts = connection.exec(sql::schema_status).value();
    Status status;
    status.wanted = migrations.back().version;
    const bool installed = facts.boolean(0, 0);
    status.is_standby = facts.boolean(0, 1);
    status.is_read_only = status.is_standby || facts.boolean(0, 2);
    status.server_version = facts.text(0, 3);
    status.server_version_num = connection.server_version();
    status.user = facts.text(0, 4);
    if (installed && !facts.boolean(0, 5)) status.lacks.emplace_back("USAGE ON SCHEMA onceover");
    if (installed && !facts.boolean(0, 6))
      status.lacks.emplace_back("SELECT ON ALL TABLES IN SCHEMA onceover");
    if (!status.lacks.empty()) {
      status.fit = Fit::unreadable;
      return status;
    }
    if (installed) {
      auto version =
          connection.exec("SELECT COALESCE(pg_catalog.max(v.version), 0) FROM onceover.schema_version v")
              .value();
      status.installed = static_cast<int>(version.integer(0, 0));
    }
    for (const sql::Migration& migration : migrations) {
      if (migration.version > status.installed)
        status.due.emplace_back(fmt::format("{:04}_{}", migration.version, migration.name));
    }
    status.fit = !installed                          ? Fit::missing
                 : status.installed < status.wanted  ? Fit::older
                 : status.installed == status.wanted ? Fit::current
                                                     : Fit::newer;
    return status;
  });
}

Result<std::vector<std::string>> install(pg::Connection& connection) {
  return install(connection, sql::migrations);
}

Result<std::vector<std::string>> install(pg::Connection& connection,
                                         std::span<const sql::Migration> migrations) {
  return as_result([&]() -> Result<std::vector<std::string>> {
    if (auto old = pg::why_too_old(connection.server_version())) {
      old->not_done = "Nothing was installed.";
      return fail(*std::move(old));
    }
    auto before = status(connection, migrations).value();
    if (before.is_read_only) {
      return fail(ErrorKind::read_only,
                  "This server is read-only: it is a standby, or default_transaction_read_only is on.",
                  "Nothing was installed.", "Connect to the primary.");
    }
    if (before.fit == Fit::unreadable)
      return fail(ErrorKind::not_permitted, before.sentence(), "Nothing was installed.");
    if (before.fit == Fit::newer) return fail(ErrorKind::schema, before.sentence(), "Nothing was installed.");
    std::vector<std::string> ran;
    for (const sql::Migration& migration : migrations) {
      if (migration.version <= before.installed) continue;
      const std::string name = fmt::format("{:04}_{}", migration.version, migration.name);
      for (int tries = 1;; ++tries) {
        const Result<bool> done = apply(connection, migrations, migration);
        if (done) {
          if (*done) ran.push_back(name);
          break;
        }
        if (done.error().sqlstate != pg::sqlstate::lock_not_available) return fail(done.error());
        if (tries == lock_tries) {
          return fail(
              ErrorKind::busy,
              fmt::format("Migration {} needs tables that another transaction has held for a minute.", name),
              fmt::format("Nothing of it was installed; version {} is.",
                          status(connection, migrations).value().installed),
              "Find that transaction and end it: SELECT pid, xact_start, query FROM pg_stat_activity ORDER "
              "BY xact_start. Then install again.");
        }
        std::this_thread::sleep_for(lock_pause);
      }
    }
    return ran;
  });
}

std::string print(int installed) {
  std::string text = fmt::format(
      "-- The onceover schema. Run as the role that is to own it: psql -v ON_ERROR_STOP=1 -1 -f this-file\n\n"
      "DO $$ BEGIN\n"
      "  IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) {} "
      "THEN\n"
      "    RAISE EXCEPTION 'The onceover schema needs PostgreSQL {} or later. Nothing was installed.';\n"
      "  END IF;\n"
      "END $$;\n\n",
      pg::least_server_version, pg::least_server_version / 10'000);
  for (const sql::Migration& migration : sql::migrations) {
    if (migration.version <= installed) continue;
    text += fmt::format("-- {:04}_{}\n", migration.version, migration.name);
    text += migration.text;
    text += bookkeeping(migration);
    text += '\n';
  }
  return text;
}

Result<bool> may_read_payloads(pg::Connection& connection, std::string_view table) {
  return pg::run(connection, sql::payload_right, pg::params(std::string(table)))
      .map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
}

Result<void> require_writable(pg::Connection& connection) {
  return as_result([&]() -> Result<void> {
    if (auto old = pg::why_too_old(connection.server_version())) return fail(*std::move(old));
    auto now = status(connection).value();
    if (now.is_read_only) {
      return fail(ErrorKind::read_only,
                  now.is_standby ? "This server is a standby." : "This session is read-only.",
                  "Nothing was written.", "Connect to the primary, as a role that may write.");
    }
    if (now.fit == Fit::unreadable)
      return fail(ErrorKind::not_permitted, now.sentence(), "Nothing was written.");
    if (now.fit != Fit::current) return fail(ErrorKind::schema, now.sentence(), "Nothing was written.");
    return {};
  });
}

}  // namespace onceover::schema

// SPDX-License-Identifier: Apache-2.0
#include "core/pg/transaction.h"

#include <fmt/format.h>

#include "core/pg/server_identity.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

Result<Rows> run(Connection& connection, std::string_view sql, const Params& params,
                 const TransactionOptions& options) {
  return as_result([&] {
    auto transaction = Transaction::begin(connection, options).value();
    Rows rows = transaction.exec(sql, params).value();
    if (!options.read_only && !options.rolls_back) require(transaction.commit());
    return rows;
  });
}

Result<Timestamp> server_time(Connection& connection) {
  return run(connection, "SELECT pg_catalog.clock_timestamp()").map([](const Rows& rows) {
    return rows.timestamp(0, 0);
  });
}

std::optional<Error> why_too_old(int server_version_num) {
  if (server_version_num <= 0 || server_version_num >= least_server_version) return std::nullopt;
  // Before 10 a version had two numbers of its own, and a third for its patches.
  const int first = server_version_num / 10'000, second = server_version_num / 100 % 100;
  const std::string version = first >= 10 ? fmt::format("{}.{}", first, server_version_num % 10'000)
                                          : fmt::format("{}.{}.{}", first, second, server_version_num % 100);
  return Error{ErrorKind::unsupported,
               fmt::format("The server is PostgreSQL {}. Onceover writes only to PostgreSQL {} or later.",
                           version, least_server_version / 10'000),
               "Nothing was written.",
               fmt::format("Upgrade the server to PostgreSQL {} or later.", least_server_version / 10'000),
               "",
               ""};
}

Result<Transaction> Transaction::begin(Connection& connection, const TransactionOptions& options) {
  if (auto old = options.read_only ? std::nullopt : why_too_old(connection.server_version()))
    return fail(*std::move(old));
  std::string sql =
      fmt::format("BEGIN ISOLATION LEVEL {} {}", options.one_snapshot ? "REPEATABLE READ" : "READ COMMITTED",
                  options.read_only ? "READ ONLY" : "READ WRITE");
  if (options.pins_search_path) sql += "; SET LOCAL search_path = pg_catalog";
  // 0 would disable a timeout.
  const auto ms = [](Duration d) {
    return std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
  };
  if (options.statement_timeout)
    sql += fmt::format("; SET LOCAL statement_timeout = {}", ms(*options.statement_timeout));
  if (options.lock_timeout) sql += fmt::format("; SET LOCAL lock_timeout = {}", ms(*options.lock_timeout));
  if (options.durable) sql += "; SET LOCAL synchronous_commit = on";
  if (!options.read_only && !connection.write_guard().empty()) sql += "; " + connection.write_guard();
  if (!options.read_only && !connection.history().empty()) sql += "; " + history_guard(connection.history());
  if (!options.also.empty()) sql += fmt::format("; {}", options.also);
  if (auto begun = connection.script(sql); !begun) {
    connection.roll_back();
    Error error = begun.error();
    // A standby reports an unsupported feature, not a read-only transaction.
    if (!options.read_only && error.sqlstate == sqlstate::feature_not_supported) {
      error.kind = ErrorKind::read_only;
      error.not_done = "Nothing was written.";
      error.next = advice_for(sqlstate::read_only_transaction);
    }
    if (error.sqlstate == sqlstate::another_database) {
      error.kind = ErrorKind::unsupported;
      error.what = "This address leads to another server or database than before.";
      error.not_done = "Nothing was written.";
      error.next = "Connect again, and read the data again.";
    }
    if (error.sqlstate == sqlstate::another_history) {
      connection.close();
      error.kind = ErrorKind::connection;
      error.what = "Another server answers at this address than before, or it was restarted.";
      error.not_done = "Nothing was written.";
      error.next = "Connect again, and read the data again.";
    }
    return fail(error);
  }
  return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept : connection_(other.connection_), open_(other.open_) {
  other.open_ = false;
}

Transaction::~Transaction() { rollback(); }

Result<Committed> Transaction::commit() {
  open_ = false;
  (void)connection_->take_unconfirmed();
  const Statement commit{"COMMIT", {}};
  auto done = connection_->pipeline({&commit, 1}, Connection::Ends::commits, false);
  if (!done) {
    connection_->roll_back();  // a commit that was cancelled before it was sent leaves the transaction open
    return fail(done.error());
  }
  if (done->front().tag() != "COMMIT") {
    return fail(ErrorKind::database,
                "The server rolled the transaction back because a statement in it had failed.",
                "None of its writes was kept.", "Check the first error of the transaction.");
  }
  return Committed{connection_->take_unconfirmed()};
}

std::string unconfirmed_after_doubt(Connection& connection) {
  if (std::string unconfirmed = connection.take_unconfirmed(); !unconfirmed.empty()) return unconfirmed;
  // Giving up a commit asks the server to cancel its wait, and the warning is then lost.
  const auto standbys = connection.exec("SELECT pg_catalog.current_setting('synchronous_standby_names')");
  if (standbys && standbys->view(0, 0).empty()) return {};
  return "Committed here, but not confirmed by the standby: the answer to the commit was lost, and reading "
         "found the commit.";
}

std::optional<Error> refuse_in_transaction(const Connection& connection, std::string_view call,
                                           std::string_view instead) {
  if (!connection.in_transaction()) return std::nullopt;
  return Error{ErrorKind::invalid_input,
               fmt::format("{} commits by itself, but the connection has an open transaction.", call),
               "Nothing was sent.",
               std::string(instead),
               "",
               ""};
}

Result<Committed> commit_or_find(Transaction& transaction, const std::function<Result<bool>()>& is_there,
                                 std::string not_done) {
  auto committed = transaction.commit();
  if (committed || !committed.error().is_in_doubt()) return committed;
  const auto found = is_there();
  if (!found) return committed;
  if (!*found)
    return fail(ErrorKind::connection, "The connection was lost before the commit.", std::move(not_done),
                "Try again.");
  return Committed{unconfirmed_after_doubt(transaction.connection())};
}

void Transaction::rollback() {
  if (!open_) return;
  open_ = false;
  connection_->roll_back();
}

}  // namespace onceover::pg

// SPDX-License-Identifier: Apache-2.0
// A transaction. READ COMMITTED by default; search_path is pg_catalog inside, so that objects of the
// database's users are not called by accident. Rolls back when it goes out of scope.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::pg {

// Earlier servers cannot read the bodies of our functions (RETURN).
inline constexpr int least_server_version = 140000;
// The error of a server that is too old to be written, by its server_version_num; nullopt: it is not, or its
// version is unknown (0).
std::optional<Error> why_too_old(int server_version_num);

struct TransactionOptions {
  bool read_only = false;
  std::optional<Duration> statement_timeout = std::chrono::seconds(5);
  std::optional<Duration> lock_timeout = std::chrono::seconds(1);
  bool one_snapshot = false;  // REPEATABLE READ: all statements see the same rows
  bool rolls_back = false;    // of run(): nothing stays, the answer is that of the real call: a dry run
  bool durable = false;       // synchronous_commit = on for this transaction, whatever the server's default
  bool pins_search_path = true;  // false: a caller's own statements run in it
  std::string_view also = {};    // further settings as SQL: "SET LOCAL enable_seqscan = off"
};

struct Committed {
  std::string unconfirmed;  // as Connection::take_unconfirmed()
};

// For a commit whose answer was lost and that reading then found: why it may be missing on a synchronous
// standby. Empty: the server waits for none. Only reads, on the connection that found it, which must have no
// open transaction.
std::string unconfirmed_after_doubt(Connection& connection);

class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection, const TransactionOptions& options);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Result<Rows> exec(std::string_view sql, const Params& params = {}) {
    return connection_->exec(sql, params);
  }
  Result<Rows> exec_prepared(std::string_view sql, const Params& params = {}) {
    return connection_->exec_prepared(sql, params);
  }
  Connection& connection() { return *connection_; }

  // Checks the server's tag: after an error in the transaction libpq reports COMMIT as success, while the tag
  // is ROLLBACK. A lost connection is ErrorKind::in_doubt: read to find out.
  Result<Committed> commit();
  void rollback();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
  bool open_ = true;
};

// For calls that commit by themselves: in an open transaction nothing would be committed. call: its name;
// instead: what to do, a sentence.
std::optional<Error> refuse_in_transaction(const Connection& connection, std::string_view call,
                                           std::string_view instead);

// Commits. Where the answer is lost, is_there reads on a reopened connection whether it is done; if that
// fails, too, the commit stays in doubt. not_done: of the error where it is not there.
Result<Committed> commit_or_find(Transaction& transaction, const std::function<Result<bool>()>& is_there,
                                 std::string not_done);

// One statement in a transaction of its own, which is committed unless it only reads or is to be rolled back.
Result<Rows> run(Connection& connection, std::string_view sql, const Params& params = {},
                 const TransactionOptions& options = {.read_only = true});

// The server's clock, in a read-only transaction of its own.
Result<Timestamp> server_time(Connection& connection);

}  // namespace onceover::pg

// A transaction of our own. READ COMMITTED unless told otherwise; search_path is pg_catalog inside, so that nothing of the database's users
// can be called by accident. Rolls back when it goes out of scope.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::pg {

struct TransactionOptions {
  bool read_only = false;
  std::optional<Duration> statement_timeout = std::chrono::seconds(5);
  std::optional<Duration> lock_timeout = std::chrono::seconds(1);
  bool one_snapshot = false;   // REPEATABLE READ: all statements see the same rows
  bool durable = false;        // synchronous_commit = on for this transaction, whatever the server's default
  std::string_view also = {};  // more to set for it, as SQL: "SET LOCAL enable_seqscan = off"
};

struct Committed {
  std::string unconfirmed;  // as Connection::take_unconfirmed()
};

// For a commit whose end was lost and that was then found by reading: why it may be missing on a synchronous standby. Empty where the
// server waits for none. Reads only, on the connection that found it; no transaction may be open.
std::string unconfirmed_after_doubt(Connection& connection);

class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection, const TransactionOptions& options);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Result<Rows> exec(std::string_view sql, const Params& params = {}) { return connection_->exec(sql, params); }
  Result<Rows> exec_prepared(std::string_view sql, const Params& params = {}) { return connection_->exec_prepared(sql, params); }
  Connection& connection() { return *connection_; }

  // Checks the server's tag: after an error inside the transaction libpq calls COMMIT a success and the tag says ROLLBACK.
  // A connection lost on the way is ErrorKind::in_doubt: read to find out.
  Result<Committed> commit();
  void rollback();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
  bool open_ = true;
};

// The server's clock, in a read-only transaction of its own.
Result<Timestamp> server_time(Connection& connection);

}  // namespace onceover::pg

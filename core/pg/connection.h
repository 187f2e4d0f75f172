// One connection to PostgreSQL with deadlines of our own. Non-blocking libpq under a poll loop, so that a server that has
// fallen silent costs its deadline and no more (tcp_user_timeout does not help there), and so that any call can be cancelled
// from another thread.
//
// Threads: a Connection belongs to one thread at a time. Only its CancelHandle may be used from others.
// After a lost connection or a passed deadline is_open() is false and every call answers ErrorKind::connection; reopen().
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/params.h"
#include "core/pg/rows.h"

struct pg_conn;  // libpq's PGconn

namespace onceover::pg {

struct ConnectOptions {
  std::string conninfo;  // a URI, key=value words, or empty: PG* variables and libpq's defaults decide
  std::string application_name = "onceover";
  Duration connect_timeout = std::chrono::seconds(10);  // name resolution is libpq's and is not bounded by it
  Duration deadline = std::chrono::seconds(30);         // for each call
  std::string password_command;  // a program that prints a short-lived password; run at each connect (password_command.h); empty: none
  bool prepare = true;           // keep named prepared statements; must be false behind a pooler in transaction mode
};

// Stops what runs on the connection, and refuses what follows until the owner calls Connection::rearm().
// Copyable; any thread; outlives its connection harmlessly.
class CancelHandle {
 public:
  void cancel() const;
  bool is_cancelled() const;

 private:
  friend class Connection;
  struct State;
  std::shared_ptr<State> state_;
};

struct Statement {
  std::string_view sql;
  Params params;
};

// What a COPY may cost in time.
struct CopyLimits {
  Duration silence = std::chrono::seconds(30);  // until the first row, and between two
  Deadline until = Deadline::max();             // for all of it, what the reader of the rows takes included
};

class Connection {
 public:
  static Result<Connection> open(ConnectOptions options);
  // Uses the caller's connection and leaves it open. It must have no unread results; its blocking mode is put back at the end,
  // its notice handling is never touched.
  // prepare: keep statements prepared on it, named after their text; worth it where the wrapper is kept as long as the connection.
  static Connection borrow(pg_conn* connection, Duration deadline = std::chrono::seconds(30), bool prepare = false);

  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // One statement, extended protocol, binary results. A SELECT, DML, or a transaction command.
  Result<Rows> exec(std::string_view sql, const Params& params = {});
  // As exec, kept as a prepared statement where the options allow. For statements that are sent again and again. Outside a
  // transaction it does not matter that the server has forgotten it (DISCARD ALL) or knew it already; inside one that is busy.
  Result<Rows> exec_prepared(std::string_view sql, const Params& params = {});
  // Several statements without parameters in one message, in one implicit transaction unless they say otherwise. Text results are dropped.
  Result<void> script(std::string_view sql);

  // COPY … TO STDOUT, one statement: each line goes to on_line as it arrives, without its line end, and is gone after it. Of the rows
  // nothing else is kept, and the server waits for a slow reader. An error of on_line ends it, as a cancel does: the rest is not read, and
  // the connection stays usable where the server stops within two seconds. Lines that were handed out may be all, some or none of the
  // rows unless it succeeds. How many lines there were. COPY takes no parameters.
  Result<std::int64_t> copy_out(std::string_view sql, const CopyLimits& limits,
                                const std::function<Result<void>(std::string_view)>& on_line);

  enum class Ends { open, commits };
  // All statements in one flush, then one sync: one round trip. Without BEGIN among them they are one transaction, which the
  // sync commits. The first failure is returned, and everything after it was skipped; where nothing was BEGUN, all is rolled back.
  // Ends::commits: losing the connection before the end is ErrorKind::in_doubt.
  Result<std::vector<Rows>> pipeline(std::span<const Statement> statements, Ends ends, bool prepared = true);

  // ROLLBACK, also after a cancel, within two seconds; a server that does not answer even then loses the connection, and so the
  // transaction. Nothing where none is open.
  void roll_back();

  bool is_open() const;
  // A transaction is open on the server (idle or failed), as far as this end knows.
  bool in_transaction() const;
  Result<void> reopen();
  void close();

  CancelHandle cancel_handle() const;
  void rearm();  // forget an earlier cancel

  // Warnings and notices since the last call, oldest first; the first 100. Of a lent connection its owner hears them instead.
  std::vector<std::string> take_notices();

  // The last commit since the last call that is done on this server and was not waited for to the end at its synchronous standby
  // (cancelled, or the backend was terminated): a sentence with the server's words. Empty: none. Outlives reopen(), since the server may
  // close the connection behind it. Of a lent connection its owner hears the server's warning instead.
  std::string take_unconfirmed();

  // A statement that each writing transaction of transaction.h begins with; its error is the transaction's. Empty: none.
  void set_write_guard(std::string sql);
  const std::string& write_guard() const;

  void set_deadline(Duration deadline);
  int server_version() const;  // 150013 for 15.13
  int backend_pid() const;
  std::string host() const;
  std::string port() const;
  std::string database() const;
  std::string user() const;
  bool is_encrypted() const;
  bool is_local() const;  // unix socket or loopback
  // A name as SQL, quoted by libpq.
  Result<std::string> quoted(std::string_view identifier);

 private:
  struct Impl;
  explicit Connection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace onceover::pg

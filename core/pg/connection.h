// SPDX-License-Identifier: Apache-2.0
// One connection to PostgreSQL with its own deadlines. Non-blocking libpq in a poll loop, so that a silent
// server costs only its deadline (tcp_user_timeout does not help there), and any call can be cancelled from
// another thread.
//
// No server can fill the memory or end the process: answers and messages have limits, and what is no answer
// is an error.
//
// Threads: a Connection belongs to one thread at a time. Only its CancelHandle may be used from others. After
// a lost connection or an expired deadline is_open() is false and every call returns ErrorKind::connection;
// call reopen().
#pragma once

#include <cstdint>
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
  // A URI, key=value words, a database's name, or empty: PG* variables and libpq's defaults decide. A list of
  // hosts is tried in its order (load_balance_hosts), as target_session_attrs wants it. conninfo.h has the
  // rule for sslmode, which holds for every connection.
  std::string conninfo;
  std::string password;  // before that of the conninfo, PGPASSWORD and the password file; empty: those
  std::string application_name = "onceover";
  // For all hosts together, with name resolution and a password's hashing. One host or address has libpq's
  // connect_timeout, and never more than its share of what is left: a silent one leaves time for the next.
  Duration connect_timeout = std::chrono::seconds(10);
  Duration deadline = std::chrono::seconds(30);  // for each call
  // What the server may send in answer to one call, all its rows and messages together; in a COPY between two
  // lines. More is an error, and the connection is closed. Far above a page or a batch of rows, and above a
  // stored response, which is read whole.
  std::int64_t most_answer_bytes = 256LL * 1024 * 1024;
  // a program that prints a short-lived password; runs at each connect (bounded_program.h); empty: none
  std::string password_command;
  // search_path = pg_catalog in the session, for a connection that runs only our own statements. A pooler's
  // sessions belong to all of its clients and keep theirs: what runs outside a transaction (transaction.h)
  // has names, types and operators with their schema.
  bool pins_search_path = false;
  bool prepare = true;  // keep named prepared statements; must be false with a pooler in transaction mode
};

// Cancels the running call, and refuses further ones until the owner calls Connection::rearm(). Copyable; any
// thread; may outlive its connection.
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

// An attempt to connect ran out of time while libpq computes, and its thread is still at it. A program must
// then end by std::_Exit: exit handlers of libraries would take away what it uses.
bool is_connecting_left_behind();

// The time limits of a COPY.
struct CopyLimits {
  Duration silence = std::chrono::seconds(30);  // until the first row, and between two rows
  Deadline until = Deadline::max();             // for the whole COPY, with the time of the reader
};

class Connection {
 public:
  static Result<Connection> open(ConnectOptions options);
  // Uses the caller's connection and leaves it open. It must have no unread results; its blocking mode is
  // restored at the end, its notice handling is never changed. prepare: keep prepared statements on it, named
  // after their text; useful if the wrapper lives as long as the connection.
  static Connection borrow(pg_conn* connection, Duration deadline = std::chrono::seconds(30),
                           bool prepare = false);

  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // One statement, extended protocol, binary results. A SELECT, DML, or a transaction command.
  Result<Rows> exec(std::string_view sql, const Params& params = {});
  // As exec, kept as a prepared statement where the options allow. For statements that are sent often.
  // Outside a transaction it does not matter if the server has lost it (DISCARD ALL) or has it already; in a
  // transaction that is the error busy.
  Result<Rows> exec_prepared(std::string_view sql, const Params& params = {});
  // Several statements without parameters in one message, in one implicit transaction unless they contain
  // their own. Text results are dropped.
  Result<void> script(std::string_view sql);

  // COPY … TO STDOUT, one statement: each line goes to on_line as it arrives, without its line end. No other
  // rows are kept, and the server waits for a slow reader. An error of on_line ends it like a cancel: the
  // rest is not read, and the connection remains usable if the server stops within two seconds. Unless it
  // succeeds, the lines so far may be all, some or none of the rows. Returns the number of lines. COPY takes
  // no parameters.
  Result<std::int64_t> copy_out(std::string_view sql, const CopyLimits& limits,
                                const std::function<Result<void>(std::string_view)>& on_line);

  enum class Ends { open, commits };
  // All statements in one flush, then one sync: one round trip. Without BEGIN among them they are one
  // transaction, which the sync commits. Returns the first failure; everything after it is skipped, and
  // without BEGIN all is rolled back. Ends::commits: losing the connection before the end is
  // ErrorKind::in_doubt.
  Result<std::vector<Rows>> pipeline(std::span<const Statement> statements, Ends ends, bool prepared = true);
  // pipeline() in two steps: the server works while the caller does something else. Until take() the
  // connection refuses every other call with the error busy. The deadline begins with take(). Where the
  // server has lost a prepared statement, take() returns that error.
  Result<void> send(std::span<const Statement> statements, Ends ends);
  Result<std::vector<Rows>> take();

  // ROLLBACK, also after a cancel, within two seconds; if the server does not answer, the connection is
  // dropped, and so the transaction. Does nothing without an open transaction.
  void roll_back();

  bool is_open() const;
  // A transaction is open on the server (idle or failed), as far as the client knows.
  bool in_transaction() const;
  Result<void> reopen();
  void close();

  CancelHandle cancel_handle() const;
  void rearm();  // forget an earlier cancel

  // The last commit since the last call that is done on this server, but whose wait for the synchronous
  // standby was cut (cancelled, or the backend was terminated): a sentence with the server's message. Empty:
  // none. Survives reopen(), since the server may close the connection after it. For a lent connection the
  // owner gets the server's warning instead.
  std::string take_unconfirmed();

  // A first statement for every writing transaction of transaction.h; its error is the transaction's. Empty:
  // none.
  void set_write_guard(std::string sql);
  const std::string& write_guard() const;
  // Of server_identity.h: the history that writing transactions of transaction.h must find; reopen() empties
  // it. Empty: any.
  void set_history(std::string history);
  const std::string& history() const;

  void set_deadline(Duration deadline);
  int server_version() const;  // 150013 for 15.13
  std::string host() const;
  std::string port() const;
  std::string database() const;
  std::string user() const;
  bool is_encrypted() const;
  bool is_local() const;  // as Host::is_local, by the address that is connected

 private:
  struct Impl;
  explicit Connection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace onceover::pg

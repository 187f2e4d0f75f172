// SPDX-License-Identifier: Apache-2.0
#include "core/pg/libpq.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <optional>

#include "core/base/text.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

std::string trimmed(const char* text) {
  if (text == nullptr) return {};
  std::string out = elided({text, ::strnlen(text, most_message_bytes + 1)}, most_message_bytes);
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return visible_lines(redacted(out));
}

std::string_view field(const pg_result* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

std::string sqlstate_of(const pg_result* result) {
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  const auto is_state = [](char c) { return is_ascii_digit(c) || (c >= 'A' && c <= 'Z'); };
  return std::string(state.empty() || (state.size() == 5 && std::ranges::all_of(state, is_state))
                         ? state
                         : sqlstate::internal_error);
}

namespace {

// Details of refused or unreadable values, and those that a trigger or a function raises: "Failing row
// contains (…)", "Key (iban)=(…) already exists". They are values of a row, which a listing masks.
bool may_hold_values(std::string_view sqlstate) {
  for (const std::string_view group : {"22", "23", "27", "2F", "38", "39", "44", "P0"}) {
    if (sqlstate.starts_with(group)) return true;
  }
  return false;
}

std::string detail_of(const pg_result* result, std::string_view sqlstate) {
  std::string detail = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL));
  return detail.empty() || !may_hold_values(sqlstate)
             ? detail
             : "The server's detail is not shown: it may contain values of a row.";
}

}  // namespace

Error error_of(const pg_result* result) {
  Error error;
  error.sqlstate = sqlstate_of(result);
  error.kind = kind_of(error.sqlstate);
  error.what = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (error.what.empty()) error.what = trimmed(PQresultErrorMessage(result));
  if (error.what.empty()) error.what = "The server closed the connection.";
  error.detail = detail_of(result, error.sqlstate);
  error.next = advice_for(error.sqlstate);
  return error;
}

bool is_failure(const pg_result* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

Error send_failed(pg_conn* connection) {
  return {ErrorKind::connection,
          "The statement could not be sent.",
          "Nothing was done.",
          "Connect again.",
          "",
          trimmed(PQerrorMessage(connection))};
}

namespace {

std::optional<std::int64_t> bytes_over_tcp(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  // before Linux 4.1
  if (size < offsetof(tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return std::nullopt;
  return static_cast<std::int64_t>(info.tcpi_bytes_received);
}

// Memory of this process, for sockets that do not tell what they received.
std::int64_t resident_bytes() {
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

// Nothing that the server has sent waits in the kernel.
bool is_drained(int socket) {
  int waiting = 0;
  return ::ioctl(socket, FIONREAD, &waiting) == 0 && waiting == 0;
}

// At the speed of a local socket some ten megabytes.
constexpr std::chrono::milliseconds between_looks(5);

}  // namespace

std::int64_t Received::count(int socket) {
  // Most answers are read at once, and cost nothing here.
  if (++calls_ == 1) return 0;
  if (const auto bytes = bytes_over_tcp(socket)) {
    if (calls_ == 2) at_first_ = *bytes;
    return *bytes - at_first_;
  }
  int waiting = 0;
  if (::ioctl(socket, FIONREAD, &waiting) == 0) waited_ += waiting;
  return waited_;
}

ReadGuard::ReadGuard(int socket, std::int64_t most)
    : socket_(socket), most_(most), thread_([this] { watch(); }) {}

ReadGuard::~ReadGuard() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  ending_.notify_all();
  thread_.join();
}

void ReadGuard::watch() {
  const auto arrived = [this] {
    const auto bytes = bytes_over_tcp(socket_);
    return bytes ? *bytes : resident_bytes();
  };
  std::uint64_t last = 0;
  std::int64_t before = 0;
  for (std::unique_lock lock(mutex_); !ending_.wait_for(lock, between_looks, [this] { return ends_; });) {
    const std::uint64_t read = reads_;
    if (read % 2 == 0) continue;
    // What grows while nothing comes is other threads' memory: a server that sends on has some waiting, again
    // and again.
    const bool is_elsewhere = !bytes_over_tcp(socket_) && is_drained(socket_);
    if (read != last || is_elsewhere) {
      before = arrived();
      last = read;
    } else if (arrived() - before > most_) {
      tripped_ = true;
      ::shutdown(socket_, SHUT_RDWR);
      return;
    }
  }
}

ErrorKind kind_of(std::string_view state) {
  if (state.empty() || state.starts_with("08") || state == "57P01" || state == "57P02" || state == "57P03" ||
      state == "57P04" || state == "57P05" || state == "25P03" || state == "25P04") {
    return ErrorKind::connection;
  }
  if (state == "40001" || state == "40P01" || state == "55P03" || state == "55006" || state == "26000" ||
      state == "42P05")
    return ErrorKind::busy;
  // disk full, out of memory, too many connections: nothing was done
  if (state.starts_with("53")) return ErrorKind::busy;
  if (state == "57014") return ErrorKind::timeout;
  if (state == "25006") return ErrorKind::read_only;
  if (state == sqlstate::insufficient_privilege || state.starts_with("28")) return ErrorKind::not_permitted;
  return ErrorKind::database;
}

bool passes_by_itself(const Error& error) {
  // No connection was made, for a reason that the server knows: only its class tells whether waiting helps.
  if (error.sqlstate == "3D000" || error.sqlstate.starts_with("28")) return false;
  return error.is_connection_lost() || error.is_retryable() || error.is_timeout() ||
         error.kind == ErrorKind::read_only;
}

std::string_view advice_for(std::string_view state) {
  if (state == "53100")
    return "The server's disk is full. Free space there, then try again; nothing was recorded.";
  if (state == sqlstate::too_many_connections)
    return "The server has no free connection. Try again later, close some, or raise max_connections.";
  if (state == "28P01" || state == "28000") return "Check user and password, and pg_hba.conf on the server.";
  if (state == "3D000") return "Check the database's name.";
  if (state == sqlstate::insufficient_privilege)
    return "Ask for the right in the message, or connect as another role.";
  if (state == "42P01" || state == "3F000")
    return "Check that the table exists in this database, and its schema's name.";
  if (state == "42703" || state == "42883" || state == "42804")
    return "Compare the profile with its table, which may have changed: oncectl profile inspect.";
  if (state == "25006") return "This server or session is read-only. Connect to the primary to write.";
  if (state == "57014")
    return "The statement reached its time limit. Narrow the request, or raise the limit.";
  if (state == "55P03")
    return "Another transaction has locked the row or the table. Try again, or find that transaction.";
  return {};
}

}  // namespace onceover::pg

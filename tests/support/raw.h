// SPDX-License-Identifier: Apache-2.0
// Plain libpq for tests: a look at the tables that owes nothing to the code under test. Failures throw, which
// GoogleTest reports as the test's failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

struct pg_conn;

namespace onceover::test {

using RawRow = std::vector<std::optional<std::string>>;  // text format; nullopt is NULL

// One connection, one thread at a time.
class RawConnection {
 public:
  explicit RawConnection(const std::string& conninfo);
  ~RawConnection();
  RawConnection(RawConnection&& other) noexcept : connection_(other.connection_) {
    other.connection_ = nullptr;
  }
  RawConnection& operator=(RawConnection&&) = delete;

  // Parameters go as text; with none, several statements may be given at once (the last one's rows come
  // back).
  std::vector<RawRow> exec(const std::string& sql, const std::vector<std::string>& parameters = {});
  // The same past ordinary triggers, as a superuser can: a row as a defect or another program could have left
  // it.
  std::vector<RawRow> tamper(const std::string& sql, const std::vector<std::string>& parameters = {});
  // The first column of the one row; throws where there is not exactly one row, or it is NULL.
  std::string scalar(const std::string& sql, const std::vector<std::string>& parameters = {});
  // SQLSTATE of a statement that is expected to fail; empty where it succeeded or the connection broke.
  std::string sqlstate_of(const std::string& sql);

  int backend_pid() const;
  int socket() const;
  bool is_broken() const;
  pg_conn* native() { return connection_; }

 private:
  pg_conn* connection_ = nullptr;
};

// An identifier and a literal, quoted for SQL.
std::string quoted_name(const std::string& name);
std::string quoted_text(const std::string& text);

}  // namespace onceover::test

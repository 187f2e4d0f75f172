// SPDX-License-Identifier: Apache-2.0
#include "tests/support/raw.h"

#include <libpq-fe.h>

#include <memory>
#include <stdexcept>
#include <string_view>

namespace onceover::test {
namespace {

using Answer = std::unique_ptr<PGresult, decltype(&PQclear)>;

Answer send(PGconn* connection, const std::string& sql, const std::vector<std::string>& parameters) {
  if (parameters.empty()) return {PQexec(connection, sql.c_str()), &PQclear};
  std::vector<const char*> values;
  for (const auto& value : parameters) values.push_back(value.c_str());
  return {PQexecParams(connection, sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(),
                       nullptr, nullptr, 0),
          &PQclear};
}

std::string doubled(const std::string& text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

}  // namespace

RawConnection::RawConnection(const std::string& conninfo) : connection_(PQconnectdb(conninfo.c_str())) {
  if (PQstatus(connection_) == CONNECTION_OK) {
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
    return;
  }
  const std::string message = PQerrorMessage(connection_);
  PQfinish(connection_);
  throw std::runtime_error("raw connection: " + message);
}

RawConnection::~RawConnection() { PQfinish(connection_); }

std::vector<RawRow> RawConnection::exec(const std::string& sql, const std::vector<std::string>& parameters) {
  Answer answer = send(connection_, sql, parameters);
  // A console that reads the schema just now may lock its tables in another order.
  const auto is_deadlock = [&] {
    const char* sqlstate = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
    return sqlstate != nullptr && std::string_view(sqlstate) == "40P01";
  };
  while (sql.starts_with("DROP SCHEMA ") && is_deadlock()) answer = send(connection_, sql, parameters);
  const auto status = PQresultStatus(answer.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) {
    throw std::runtime_error(std::string("raw: ") + PQerrorMessage(connection_) + " in: " + sql);
  }
  std::vector<RawRow> rows;
  for (int row = 0; row < PQntuples(answer.get()); ++row) {
    auto& cells = rows.emplace_back();
    for (int column = 0; column < PQnfields(answer.get()); ++column) {
      if (PQgetisnull(answer.get(), row, column)) {
        cells.emplace_back();
      } else {
        cells.emplace_back(std::string(PQgetvalue(answer.get(), row, column),
                                       static_cast<std::size_t>(PQgetlength(answer.get(), row, column))));
      }
    }
  }
  return rows;
}

std::vector<RawRow> RawConnection::tamper(const std::string& sql,
                                          const std::vector<std::string>& parameters) {
  exec("SET session_replication_role = replica");
  auto rows = exec(sql, parameters);
  exec("RESET session_replication_role");
  return rows;
}

std::string RawConnection::scalar(const std::string& sql, const std::vector<std::string>& parameters) {
  const auto rows = exec(sql, parameters);
  if (rows.size() != 1 || rows[0].empty() || !rows[0][0])
    throw std::runtime_error("raw: not one value from: " + sql);
  return *rows[0][0];
}

std::string RawConnection::sqlstate_of(const std::string& sql) {
  const Answer answer = send(connection_, sql, {});
  const char* state = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
  return state ? state : "";
}

int RawConnection::backend_pid() const { return PQbackendPID(connection_); }
int RawConnection::socket() const { return PQsocket(connection_); }
bool RawConnection::is_broken() const { return PQstatus(connection_) != CONNECTION_OK; }

std::string quoted_name(const std::string& name) { return doubled(name, '"'); }

// standard_conforming_strings is on by default, so a backslash is itself.
std::string quoted_text(const std::string& text) { return doubled(text, '\''); }

}  // namespace onceover::test

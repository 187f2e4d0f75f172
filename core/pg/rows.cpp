// SPDX-License-Identifier: Apache-2.0
#include "core/pg/rows.h"

#include <libpq-fe.h>

#include <array>
#include <bit>

#include "core/pg/one_row.h"
#include "core/pg/wire.h"

namespace onceover::pg {

int Rows::size() const { return result_ ? PQntuples(result_.get()) : 0; }
int Rows::columns() const { return result_ ? PQnfields(result_.get()) : 0; }

std::string_view Rows::tag() const { return result_ ? PQcmdStatus(result_.get()) : ""; }

std::int64_t Rows::affected() const {
  if (!result_) return 0;
  const std::string_view count = PQcmdTuples(result_.get());
  std::int64_t value = 0;
  std::from_chars(count.data(), count.data() + count.size(), value);
  return value;
}

// A result may have fewer rows and columns than its statement promises. libpq would report that to a receiver
// of notices that may be gone.
bool Rows::is_null(int row, int column) const {
  return row < 0 || column < 0 || row >= size() || column >= columns() ||
         PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view Rows::view(int row, int column) const {
  if (is_null(row, column)) return {};
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::optional<std::string> Rows::optional_text(int row, int column) const {
  if (is_null(row, column)) return std::nullopt;
  return text(row, column);
}

std::vector<std::string> Rows::texts(int column) const {
  std::vector<std::string> out;
  for (int row = 0; row < size(); ++row) out.push_back(text(row, column));
  return out;
}

std::int64_t Rows::integer(int row, int column) const {
  const std::string_view bytes = view(row, column);
  if (bytes.empty()) return 0;
  if (PQfformat(result_.get(), column) == 1) return from_big_endian(bytes);
  std::int64_t value = 0;
  std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
  return value;
}

std::optional<std::int64_t> Rows::optional_integer(int row, int column) const {
  if (is_null(row, column)) return std::nullopt;
  return integer(row, column);
}

double Rows::real(int row, int column) const {
  const std::string_view bytes = view(row, column);
  if (bytes.size() == 8 && PQfformat(result_.get(), column) == 1)
    return std::bit_cast<double>(from_big_endian(bytes));
  double value = 0;
  std::from_chars(bytes.data(), bytes.data() + bytes.size(), value);
  return value;
}

bool Rows::boolean(int row, int column) const {
  const std::string_view bytes = view(row, column);
  return !bytes.empty() && (bytes[0] == '\1' || bytes[0] == 't');
}

Timestamp Rows::timestamp(int row, int column) const { return from_wire(from_big_endian(view(row, column))); }

std::optional<Timestamp> Rows::optional_timestamp(int row, int column) const {
  if (is_null(row, column)) return std::nullopt;
  return timestamp(row, column);
}

bool may_be_one_row(const Error& error) {
  // What was decoded and not understood has no SQLSTATE.
  if (error.kind == ErrorKind::internal || error.kind == ErrorKind::invalid_input ||
      error.kind == ErrorKind::unsupported)
    return error.sqlstate.empty();
  if (error.kind != ErrorKind::database) return false;
  // An internal error is the session's or the server's, but for a value that is larger than a message may be.
  if (error.sqlstate == "XX000")
    return error.what.find("invalid memory alloc request size") != std::string::npos;
  // Data exception, integrity constraint, trigger, limit of the program, damaged or oversized data; OC009:
  // our own triggers.
  static constexpr std::array<std::string_view, 8> classes = {"22", "23", "27", "38",
                                                              "54", "P0", "XX", "OC009"};
  for (const std::string_view one : classes) {
    if (error.sqlstate.starts_with(one)) return true;
  }
  return false;
}

std::string cannot_be_read(const Error& error) { return "cannot be read: " + error.what; }

}  // namespace onceover::pg

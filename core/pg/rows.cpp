#include "core/pg/rows.h"

#include <libpq-fe.h>

#include <bit>
#include <charconv>

#include "core/pg/wire.h"

namespace onceover::pg {

int Rows::size() const { return result_ ? PQntuples(result_.get()) : 0; }
int Rows::columns() const { return result_ ? PQnfields(result_.get()) : 0; }

std::string_view Rows::column_name(int column) const {
  const char* name = result_ ? PQfname(result_.get(), column) : nullptr;
  return name != nullptr ? name : "";
}

int Rows::column(std::string_view name) const {
  for (int i = 0; i < columns(); ++i) {
    if (column_name(i) == name) return i;
  }
  return -1;
}

std::string_view Rows::tag() const { return result_ ? PQcmdStatus(result_.get()) : ""; }

std::int64_t Rows::affected() const {
  if (!result_) return 0;
  const std::string_view count = PQcmdTuples(result_.get());
  std::int64_t value = 0;
  std::from_chars(count.data(), count.data() + count.size(), value);
  return value;
}

// A result may have fewer rows and columns than its statement promises. libpq would report that to a receiver of notices that may be gone.
bool Rows::is_null(int row, int column) const {
  return row < 0 || column < 0 || row >= size() || column >= columns() || PQgetisnull(result_.get(), row, column) != 0;
}

std::string_view Rows::view(int row, int column) const {
  if (is_null(row, column)) return {};
  return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
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
  if (bytes.size() == 8 && PQfformat(result_.get(), column) == 1) return std::bit_cast<double>(from_big_endian(bytes));
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

}  // namespace onceover::pg

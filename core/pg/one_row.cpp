#include "core/pg/one_row.h"

#include <array>
#include <string_view>

namespace onceover::pg {

bool may_be_one_row(const Error& error) {
  // What was decoded and not understood has no SQLSTATE.
  if (error.kind == ErrorKind::internal || error.kind == ErrorKind::invalid_input || error.kind == ErrorKind::unsupported)
    return error.sqlstate.empty();
  if (error.kind != ErrorKind::database) return false;
  // An internal error is the session's or the server's, but for a value that is larger than a message may be.
  if (error.sqlstate == "XX000") return error.what.find("invalid memory alloc request size") != std::string::npos;
  // Data exception, integrity constraint, trigger, limit of the program, damaged or oversized data; OC009: our own triggers.
  static constexpr std::array<std::string_view, 8> classes = {"22", "23", "27", "38", "54", "P0", "XX", "OC009"};
  for (const std::string_view one : classes) {
    if (error.sqlstate.starts_with(one)) return true;
  }
  return false;
}

std::string cannot_be_read(const Error& error) { return "cannot be read: " + error.what; }

}  // namespace onceover::pg

#include "core/tables/role_functions.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

// The table's own, of at most `letters` of its name.
std::string suffix_of(const Profile& p, std::size_t letters) {
  std::string table;
  for (const char c : p.table) table += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  const auto digest = key::sha256(table_name(p));
  return fmt::format("{}_{}", table.substr(0, letters), to_hex(key::bytes_of(digest).substr(0, 4)));
}

}  // namespace

std::string function_name(const Profile& p, std::optional<Verb> verb) {
  if (is_own(p)) return "reap_finished";
  return fmt::format("{}_{}", verb ? word(*verb) : "reap", suffix_of(p, 40));
}

std::string row_function_name(const Profile& p, std::string_view verb) { return fmt::format("onceover_{}_{}", verb, suffix_of(p, 30)); }

}  // namespace onceover::tables

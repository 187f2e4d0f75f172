#include "core/profile/role_functions.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/profile/sql.h"

namespace onceover::profile {

std::string function_name(const Profile& p, std::optional<Verb> verb) {
  if (is_own(p)) return "reap_finished";
  std::string table;
  for (const char c : p.table) table += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  const auto digest = key::sha256(table_name(p));
  return fmt::format("{}_{}_{}", verb ? word(*verb) : "reap", table.substr(0, 40), to_hex(key::bytes_of(digest).substr(0, 4)));
}

}  // namespace onceover::profile

// SPDX-License-Identifier: Apache-2.0
#include "core/roles/rights.h"

#include "core/pg/sqlstate.h"

namespace onceover::roles {
namespace {

constexpr std::string_view beginning = "This database user lacks a right: ";

bool is_of_name(char c) { return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '_'; }

// Calls take(name) for each word that can be a name, until it returns true.
template <class Take>
void each_name(std::string_view text, Take take) {
  while (!text.empty()) {
    const auto begin = std::ranges::find_if(text, is_of_name);
    const auto end = std::find_if_not(begin, text.end(), is_of_name);
    if (begin != end && take(std::string_view(begin, end))) return;
    text = {end, text.end()};
  }
}

// One statement of a script. Writing a table is no reading: only the functions and the services of a role
// write.
bool grants(std::string_view statement, std::string_view object) {
  if (!statement.starts_with("GRANT ") || statement.starts_with("GRANT INSERT") ||
      statement.starts_with("GRANT UPDATE"))
    return false;
  const auto on = statement.find(" ON ");
  if (on == std::string_view::npos) return false;
  bool found = false;
  each_name(statement.substr(on), [&](std::string_view name) {
    const auto schema = std::string_view("onceover.");
    const auto at = static_cast<std::size_t>(name.data() - statement.data());
    const bool is_ours =
        statement.substr(0, at).ends_with(schema) || statement.substr(0, at).ends_with(" SCHEMA ");
    return found = is_ours && name == object;
  });
  return found;
}

bool has(DbRole role, std::string_view object) {
  const auto script = role_script(tables::own(), {}, role, "r", Part::schema);
  if (!script) return false;
  std::string_view rest = *script;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(";\n"), rest.size());
    auto statement = rest.substr(0, end);
    if (grants(statement, object)) return true;
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return false;
}

// As the server's words name what was refused: "permission denied for table keys", in the server's language.
// none: another object.
std::optional<std::vector<DbRole>> holders_in(std::string_view what) {
  // The owner's, of whatever object; and what our own functions refuse to all others.
  if (what.starts_with("must be owner") || what.starts_with("onceover: ")) return std::vector<DbRole>{};
  std::optional<std::vector<DbRole>> found;
  each_name(what, [&](std::string_view name) {
    if (auto all = holders(name); !all.empty()) found = std::move(all);
    return found.has_value();
  });
  return found;
}

std::string in_words(const std::vector<DbRole>& roles) {
  std::string words;
  for (std::size_t i = 0; i < roles.size(); ++i)
    words += (i == 0 ? "" : i + 1 < roles.size() ? ", " : " or ") + std::string(word(roles[i]));
  return words;
}

}  // namespace

std::vector<DbRole> holders(std::string_view object) {
  std::vector<DbRole> all;
  if (object.empty()) return all;
  std::ranges::copy_if(all_db_roles, std::back_inserter(all),
                       [object](DbRole role) { return has(role, object); });
  return all;
}

Error named_right(Error error, std::optional<std::string_view> needs) {
  if (error.sqlstate != pg::sqlstate::insufficient_privilege || error.what.starts_with(beginning))
    return error;
  const auto roles = needs ? std::optional(holders(*needs)) : holders_in(error.what);
  error.what = fmt::format("{}{}{}", beginning, error.what, error.what.ends_with('.') ? "" : ".");
  if (error.not_done.empty())
    error.not_done = "The refused statement wrote nothing, and nothing after it was done.";
  constexpr std::string_view rights = "`oncectl roles print --role ROLE` prints the rights of each role";
  if (!roles) {
    // Roles that read our keys read a table that a profile describes, too.
    error.next = fmt::format(
        "Connect as a member of the role {} of an external table, or ask the owner of the object for the "
        "right. {}, with --profile also for an external table.",
        in_words(holders("keys")), rights);
  } else if (roles->empty()) {
    error.next = "Only the owner of the tables may do this: connect as that user.";
  } else {
    error.next =
        fmt::format("Connect as a member of the role {}. {}, with --profile also for an external table.",
                    in_words(*roles), rights);
  }
  return error;
}

}  // namespace onceover::roles

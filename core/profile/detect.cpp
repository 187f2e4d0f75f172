#include "core/profile/detect.h"

#include "core/profile/roles.h"

namespace onceover::profile {

const std::vector<std::string_view>& role_names() {
  static const std::vector<std::string_view> names{"identity",   "tenant",       "operation",     "state",         "lease",
                                                   "fence",      "fingerprint",  "response_code", "response_body", "created_at",
                                                   "updated_at", "completed_at", "expires_at",    "attempts",      "owner",
                                                   "error",      "customer",     "amount",        "currency",      "reference"};
  return names;
}

const RoleAnswer& Candidate::role(std::string_view name) const {
  static const RoleAnswer nothing;
  for (const auto& [role, answer] : roles) {
    if (role == name) return answer;
  }
  return nothing;
}

std::optional<Candidate> detect(const TableFacts& table) {
  std::vector<Column> columns;
  for (const ColumnFacts& column : table.columns) columns.emplace_back(column);
  const auto kind = kind_of(table, columns);
  if (!kind) return std::nullopt;
  return Candidate{table.schema, table.name, kind->kind, kind->confidence, kind->why, Roles(table, kind->kind).all()};
}

}  // namespace onceover::profile

// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/detect.h"

#include "core/tables/detect/roles.h"
#include "core/tables/parts.h"

namespace onceover::tables {

namespace {

std::vector<Column> columns_of(const TableFacts& table) {
  return {table.columns.begin(), table.columns.end()};
}

}  // namespace

const std::vector<std::string_view>& role_names() {
  static const std::vector<std::string_view> names{
      "identity",      "tenant",        "operation",  "state",      "lease",  "fence",        "fingerprint",
      "response_code", "response_body", "created_at", "updated_at", "due",    "completed_at", "expires_at",
      "attempts",      "owner",         "error",      "customer",   "amount", "currency",     "reference"};
  return names;
}

const RoleAnswer& Candidate::role(std::string_view name) const {
  static const RoleAnswer nothing;
  for (const auto& [role, answer] : roles) {
    if (role == name) return answer;
  }
  return nothing;
}

int likely_amount_decimals(const ColumnFacts& column) {
  return fits(Column(column).name, "cent|minor|pence|penny|centime|centavo|hundredth") ? 2 : 0;
}

TimeForm likely_time_form(const ColumnFacts& column) {
  if (column.is_day()) return TimeForm::timestamp;
  const auto form = time_form(Column(column));
  return time_form_from_word(form.value_or(""))
      .value_or(column.is_text() ? TimeForm::iso_text : TimeForm::epoch_ms);
}

Instant instant_kept_in(const Profile& profile, const ColumnFacts& column) {
  if (const Instant* known = instant_in(profile, column.name)) return *known;
  Instant at{.column = column.name, .form = likely_time_form(column)};
  if (!has_no_zone(Column(column))) return at;
  // Its writers are those of the table's other times of this form.
  at.zone = unknown_zone;
  for (const auto& [role, other] : instants_of(profile)) {
    if (!other->empty() && other->form == at.form) at.zone = other->zone;
  }
  return at;
}

std::optional<Candidate> detect(const TableFacts& table) {
  const std::vector<Column> columns = columns_of(table);
  const auto kind = kind_of(table, columns);
  if (!kind) return std::nullopt;
  return Candidate{table.schema,     table.name, kind->kind,
                   kind->confidence, kind->why,  Roles(table, kind->kind).all()};
}

Candidate detect_as(const TableFacts& table, Kind kind) {
  return Candidate{table.schema, table.name, kind, 1, "You said so.", Roles(table, kind).all()};
}

std::optional<std::string> may_be(const TableFacts& table) {
  const std::vector<Column> columns = columns_of(table);
  const auto work = signs_of_work(table, columns);
  if (kind_of(table, columns) || has_other_purpose(table, columns, work && work->is_of_programs))
    return std::nullopt;
  if (const auto rows = signs_in_rows(table, columns)) return rows;
  return work ? std::optional(work->says) : std::nullopt;
}

std::string why_not_proposed(const TableFacts& table) {
  const std::vector<Column> columns = columns_of(table);
  if (columns.empty()) return "It has no columns that this user may see.";
  if (kind_of(table, columns)) return {};
  return why_no_kind(table, columns);
}

}  // namespace onceover::tables

// SPDX-License-Identifier: Apache-2.0
// Which index identifies rows, and which has the order of the listing.

#include "core/tables/inspect/judge.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

bool declared_not_null(const Access& access, const std::string& name) {
  const Access::Column* column = access.column(name);
  return column != nullptr && column->not_null;
}

std::string server_name(const std::string& name) {
  const bool bare = !name.empty() && !is_ascii_digit(name[0]) && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '_';
  });
  return bare ? name : quoted_name(name);
}

// `x`, `x::text`, `(x)::text`: the column itself, however the server writes it.
bool is_written_as(std::string_view text, const std::string& column) {
  const auto is = [&](std::string_view t) { return t == server_name(column) || t == quoted_name(column); };
  if (is(text)) return true;
  text = text.substr(0, text.rfind("::"));
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return is(text);
}

// Whether an expression is NULL only where the column is, or never: COALESCE(tenant, ''), lower(key).
// nullopt: unknown.
enum class Nulls { never, as_column };
std::optional<Nulls> nulls_of(std::string_view expression, const std::string& column) {
  const auto open = expression.find('(');
  if (open == std::string_view::npos || !expression.ends_with(')')) return std::nullopt;
  const std::string_view inside = expression.substr(open + 1, expression.size() - open - 2);
  const std::string function(expression.substr(0, open));
  if (is_among({"lower", "upper", "md5", "btrim"}, function))
    return is_written_as(inside, column) ? std::optional(Nulls::as_column) : std::nullopt;
  if (function != "COALESCE") return std::nullopt;
  // A constant that is not NULL, after only the column.
  for (auto comma = inside.find(", "); comma != std::string_view::npos;
       comma = inside.find(", ", comma + 1)) {
    const std::string_view constant = inside.substr(comma + 2, 1);
    const bool is_constant = constant == "'" || (!constant.empty() && is_ascii_digit(constant[0]));
    if (is_constant && is_written_as(inside.substr(0, comma), column)) return Nulls::never;
  }
  return std::nullopt;
}

// `(a IS NOT NULL)`, and several of these with AND: the columns; nullopt for any other condition.
std::optional<std::vector<std::string>> only_not_null(std::string_view predicate,
                                                      const std::vector<std::string>& columns) {
  std::vector<std::string> found;
  if (predicate.starts_with("((") && predicate.ends_with("))"))
    predicate = predicate.substr(1, predicate.size() - 2);
  while (!predicate.empty()) {
    const auto column = std::ranges::find_if(columns, [&](const std::string& name) {
      return predicate.starts_with(fmt::format("({} IS NOT NULL)", server_name(name))) ||
             predicate.starts_with(fmt::format("({} IS NOT NULL)", quoted_name(name)));
    });
    if (column == columns.end()) return std::nullopt;
    found.push_back(*column);
    predicate = predicate.substr(predicate.find(')', predicate.find(" IS NOT NULL)")) + 1);
    if (predicate.starts_with(" AND ")) predicate = predicate.substr(5);
  }
  return found;
}

struct Cover {
  std::string why_not;  // empty: no two rows have the same values in the columns, unless one of these is NULL
  std::vector<std::string> null_columns = {};
};

// where: what the columns are, "in the identity".
Cover covered_by(const IndexFacts& index, const std::vector<std::string>& columns, std::string_view where,
                 const Access& access) {
  const std::string name = visible(index.name);
  if (!index.is_valid) return {fmt::format("The unique index \"{}\" is not valid.", name)};
  Cover out;
  const auto nullable = [&](const std::string& column) {
    if (!declared_not_null(access, column)) add_once(out.null_columns, column);
  };
  if (!index.predicate.empty()) {
    const auto not_null = only_not_null(index.predicate, columns);
    if (!not_null)
      return {fmt::format("The unique index \"{}\" is partial: {}.", name, visible(index.predicate))};
    std::ranges::for_each(*not_null, nullable);
  }
  for (const std::string& column : index.uses) {
    if (!is_among(columns, column))
      return {fmt::format("The unique index \"{}\" also rests on \"{}\", which is not {}.", name,
                          visible(column), where)};
  }
  if (index.nulls_not_distinct) return out;
  for (std::size_t i = 0; i < index.columns.size(); ++i) {
    nullable(index.columns[i]);
    const std::string& expression = index.expressions[i];
    if (expression.empty()) continue;
    // One column's name may be a part of another's.
    const auto of = std::ranges::find_if(
        index.uses, [&](const std::string& column) { return nulls_of(expression, column).has_value(); });
    if (of == index.uses.end())
      return {fmt::format("The unique index \"{}\" rests on an expression that may be NULL: {}.", name,
                          visible(expression))};
    if (nulls_of(expression, *of) == Nulls::as_column) nullable(*of);
  }
  return out;
}

void judge_identity(const Profile& p, const std::vector<IndexFacts>& indexes, Access& access) {
  std::string why;
  for (const IndexFacts& index : indexes) {
    if (!index.is_declared_unique) continue;
    Cover found = covered_by(index, p.identity, "in the identity", access);
    const bool is_better =
        access.unique == Access::Unique::no || found.null_columns.size() < access.null_columns.size();
    if (!found.why_not.empty()) {
      if (why.empty()) why = " " + found.why_not;
    } else if (is_better) {
      access.unique = found.null_columns.empty() ? Access::Unique::yes : Access::Unique::without_null;
      access.unique_index = index.name;
      access.null_columns = std::move(found.null_columns);
    }
  }
  if (access.unique == Access::Unique::without_null) {
    access.why_not_unique =
        fmt::format("Several rows may have the same identity where {} is NULL; such rows can only be read.",
                    visible(list_of(access.null_columns, " or ")));
  } else if (access.unique == Access::Unique::no) {
    access.why_not_unique = fmt::format("No unique key covers {}.{}", visible(list_of(p.identity)), why);
  }
}

// Whether a key, with its tenant and operation, is one row: what a service relies on that finds a request by
// these.
void judge_key_columns(const Profile& p, const std::vector<IndexFacts>& indexes, Access& access) {
  if (!access.is_table() || p.key.empty() || (p.kind != Kind::idempotency && p.kind != Kind::inbox)) return;
  std::vector<std::string> columns;
  for (const std::string* column : {&p.tenant, &p.operation, &p.key}) add_once(columns, *column);
  std::string why;
  for (const IndexFacts& index : indexes) {
    if (!index.is_declared_unique || !is_among(index.uses, p.key)) continue;
    const Cover found = covered_by(index, columns, "mapped as key, tenant or operation", access);
    if (found.why_not.empty()) return;
    if (why.empty()) why = " " + found.why_not;
  }
  access.why_key_not_unique = fmt::format(
      "No unique key covers only {}: several rows may have the same key.{}", visible(list_of(columns)), why);
}

// The columns in the order of the index; empty where it serves none.
std::vector<std::string> order_of(const IndexFacts& index, const Access& access) {
  std::vector<std::string> columns;
  if (!index.is_btree || !index.is_valid || !index.predicate.empty()) return columns;
  for (std::size_t i = 0; i < index.columns.size(); ++i) {
    const std::string& direction = index.directions[i];
    if (direction.empty() || direction != index.directions[0] || !declared_not_null(access, index.columns[i]))
      break;
    columns.push_back(index.columns[i]);
  }
  return columns;
}

void judge_order(const Profile& p, const std::vector<IndexFacts>& indexes, Access& access) {
  const std::vector<std::string> wanted = order_columns(p);
  for (const IndexFacts& index : indexes) {
    const std::vector<std::string> order = order_of(index, access);
    if (order.empty()) continue;
    const std::size_t same =
        static_cast<std::size_t>(std::ranges::mismatch(order, wanted).in1 - order.begin());
    // A column after a unique key adds nothing to the order.
    const bool is_whole_key = index.is_declared_unique && order.size() == index.columns.size();
    if (same == wanted.size() || (is_whole_key && same == order.size())) access.is_order_served = true;
    if (is_whole_key) access.orders_served.push_back(order);
  }
}

}  // namespace

void judge_indexes(const Profile& p, std::vector<IndexFacts> indexes, Access& access) {
  // The one that is named is the same in every copy of the database.
  std::ranges::sort(indexes, {},
                    [](const IndexFacts& index) { return std::pair(!index.primary, index.name); });
  judge_identity(p, indexes, access);
  judge_key_columns(p, indexes, access);
  judge_order(p, indexes, access);
}

}  // namespace onceover::tables

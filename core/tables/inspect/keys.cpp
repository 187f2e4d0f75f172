#include "core/tables/inspect/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/text.h"
#include "core/tables/facts.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

// pg_depend knows the columns of expressions and predicates too.
constexpr std::string_view keys_sql = R"(
SELECT i.indexrelid::int8, x.relname::text, i.indisunique, i.indisvalid AND i.indisready AND i.indislive, a.amname = 'btree', /*nulls*/,
       COALESCE(pg_get_expr(i.indpred, i.indrelid), ''), i.indnkeyatts::int8
FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
WHERE i.indrelid = $1::bigint::oid ORDER BY i.indisprimary DESC, x.relname)";

constexpr std::string_view parts_sql = R"(
SELECT i.indexrelid::int8, COALESCE(t.attname::text, ''), CASE WHEN k.attnum = 0 THEN pg_get_indexdef(i.indexrelid, k.place::int4, false) ELSE '' END,
       COALESCE(t.attcollation = i.indcollation[k.place - 1], false), i.indoption[k.place - 1]::int8
FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
LEFT JOIN pg_attribute t ON t.attrelid = i.indrelid AND t.attnum = k.attnum AND k.attnum <> 0
WHERE i.indrelid = $1::bigint::oid AND k.place <= i.indnkeyatts ORDER BY i.indexrelid, k.place)";

constexpr std::string_view uses_sql = R"(
SELECT DISTINCT i.indexrelid::int8, t.attname::text
FROM pg_index i JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refclassid = 'pg_class'::regclass
                                AND d.refobjid = i.indrelid AND d.refobjsubid > 0
JOIN pg_attribute t ON t.attrelid = i.indrelid AND t.attnum = d.refobjsubid
WHERE i.indrelid = $1::bigint::oid)";

bool declared_not_null(const Access& access, const std::string& name) {
  const Access::Column* column = access.column(name);
  return column != nullptr && column->not_null;
}

std::string server_name(const std::string& name) {
  const bool bare = !name.empty() && (name[0] < '0' || name[0] > '9') &&
                    std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  return bare ? name : quoted_name(name);
}

// `x`, `x::text`, `(x)::text`: the column itself, however the server writes it.
bool is_written_as(std::string_view text, const std::string& column) {
  const std::string bare = server_name(column), quoted = quoted_name(column);
  const auto is = [&](std::string_view t) { return t == bare || t == quoted; };
  if (is(text)) return true;
  if (const auto cast = text.rfind("::"); cast != std::string_view::npos) text = text.substr(0, cast);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return is(text);
}

// Whether an expression is NULL only where a column of it is, or never: COALESCE(tenant, ''), lower(key). nullopt: unknown.
enum class Nulls { never, as_column };
std::optional<Nulls> nulls_of(std::string_view expression, const std::vector<std::string>& columns) {
  const auto open = expression.find('(');
  if (open == std::string_view::npos || !expression.ends_with(')') || columns.size() != 1) return std::nullopt;
  const std::string_view function = expression.substr(0, open), inside = expression.substr(open + 1, expression.size() - open - 2);
  if (function == "lower" || function == "upper" || function == "md5" || function == "btrim") {
    return is_written_as(inside, columns[0]) ? std::optional(Nulls::as_column) : std::nullopt;
  }
  if (function != "COALESCE") return std::nullopt;
  // A constant that is not NULL, after only the column.
  for (auto comma = inside.find(", "); comma != std::string_view::npos; comma = inside.find(", ", comma + 1)) {
    if (!is_written_as(inside.substr(0, comma), columns[0])) continue;
    const std::string_view constant = inside.substr(comma + 2);
    if (constant.starts_with('\'') || (!constant.empty() && constant[0] >= '0' && constant[0] <= '9')) return Nulls::never;
  }
  return std::nullopt;
}

// `(a IS NOT NULL)`, and several of these with AND: the columns; nullopt for any other condition.
std::optional<std::vector<std::string>> only_not_null(std::string_view predicate, const std::vector<std::string>& columns) {
  std::vector<std::string> found;
  if (predicate.starts_with("((") && predicate.ends_with("))")) predicate = predicate.substr(1, predicate.size() - 2);
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
  bool covers = false;
  std::vector<std::string> null_columns;
  std::string why_not;
};

// Whether no two rows have the same values in these columns. where: what the columns are, "in the identity".
Cover covered_by(const Key& key, const std::vector<std::string>& columns, std::string_view where, const Access& access) {
  const std::string name = visible(key.name);
  if (!key.is_valid) return {.why_not = fmt::format("The unique index \"{}\" is not valid.", name)};
  Cover out{.covers = true};
  const auto nullable = [&](const std::string& column) {
    if (!declared_not_null(access, column) && !is_among(out.null_columns, column)) out.null_columns.push_back(column);
  };
  if (!key.predicate.empty()) {
    const auto not_null = only_not_null(key.predicate, columns);
    if (!not_null) return {.why_not = fmt::format("The unique index \"{}\" is partial: {}.", name, visible(key.predicate))};
    std::ranges::for_each(*not_null, nullable);
  }
  for (const std::string& column : key.uses) {
    if (!is_among(columns, column)) {
      return {.why_not = fmt::format("The unique index \"{}\" also rests on \"{}\", which is not {}.", name, visible(column), where)};
    }
  }
  if (key.nulls_not_distinct) return out;
  for (const Key::Part& part : key.parts) {
    if (!part.column.empty()) {
      nullable(part.column);
      continue;
    }
    std::vector<std::string> within;
    for (const std::string& column : key.uses) {
      if (part.expression.find(server_name(column)) != std::string::npos || part.expression.find(quoted_name(column)) != std::string::npos)
        within.push_back(column);
    }
    // One column's name may be a part of another's.
    std::optional<Nulls> nulls;
    std::string of;
    for (const std::string& column : within) {
      if (auto found = nulls_of(part.expression, {column})) {
        nulls = found;
        of = column;
      }
    }
    if (!nulls) {
      return {.why_not =
                  fmt::format("The unique index \"{}\" rests on an expression that may be NULL: {}.", name, visible(part.expression))};
    }
    if (*nulls == Nulls::as_column) nullable(of);
  }
  return out;
}

// The columns in the order of the index; empty where it serves none.
std::vector<std::string> order_of(const Key& key, const Access& access) {
  std::vector<std::string> columns;
  if (!key.is_btree || !key.is_valid || !key.predicate.empty() || key.parts.empty()) return {};
  for (const Key::Part& part : key.parts) {
    if (part.column.empty() || !part.plain || !declared_not_null(access, part.column)) break;
    if (part.direction != key.parts[0].direction || (part.direction != 0 && part.direction != 3)) break;
    columns.push_back(part.column);
  }
  return columns;
}

// Whether a key, with its tenant and operation, is one row: what a service relies on that finds a request by these.
void judge_key_columns(const Profile& p, const std::vector<Key>& keys, Access& access) {
  const bool has_keys = access.relation == Access::Relation::table || access.relation == Access::Relation::partitioned;
  if (!has_keys || p.key.empty() || (p.kind != Kind::idempotency && p.kind != Kind::inbox)) return;
  std::vector<std::string> columns;
  for (const std::string* column : {&p.tenant, &p.operation, &p.key}) {
    if (!column->empty() && !is_among(columns, *column)) columns.push_back(*column);
  }
  std::string why;
  for (const Key& key : keys) {
    if (!key.is_unique || !is_among(key.uses, p.key)) continue;
    const Cover found = covered_by(key, columns, "mapped as key, tenant or operation", access);
    if (found.covers) return;
    if (why.empty()) why = " " + found.why_not;
  }
  access.why_key_not_unique = fmt::format("No unique key covers only {}: several rows may have the same key.{}",
                                          visible(fmt::format("{}", fmt::join(columns, ", "))), why);
}

void judge_order(const Profile& p, const std::vector<Key>& keys, Access& access) {
  const std::vector<std::string> wanted = order_columns(p);
  for (const Key& key : keys) {
    const std::vector<std::string> order = order_of(key, access);
    if (order.empty()) continue;
    const std::size_t same = static_cast<std::size_t>(std::ranges::mismatch(order, wanted).in1 - order.begin());
    // A column after a unique key adds nothing to the order.
    const bool whole_key = key.is_unique && order.size() == key.parts.size();
    if (same == wanted.size() || (whole_key && same == order.size())) {
      access.is_order_served = true;
      if (access.order_index.empty()) access.order_index = key.name;
    }
    if (whole_key) access.orders_served.push_back(order);
  }
}

}  // namespace

std::vector<Key> read_keys(pg::Transaction& transaction, std::int64_t oid) {
  const pg::Params params = pg::Params().integer(oid);
  std::string sql(keys_sql);
  constexpr std::string_view mark = "/*nulls*/";
  sql.replace(sql.find(mark), mark.size(), transaction.connection().server_version() >= 150000 ? "i.indnullsnotdistinct" : "false");
  auto rows = transaction.exec(sql, params).value();
  std::vector<Key> keys;
  std::map<std::int64_t, std::size_t> places;
  for (int i = 0; i < rows.size(); ++i) {
    places[rows.integer(i, 0)] = keys.size();
    keys.push_back({.name = rows.text(i, 1),
                    .parts = {},
                    .uses = {},
                    .predicate = rows.text(i, 6),
                    .is_unique = rows.boolean(i, 2),
                    .is_valid = rows.boolean(i, 3),
                    .is_btree = rows.boolean(i, 4),
                    .nulls_not_distinct = rows.boolean(i, 5)});
  }
  auto parts = transaction.exec(parts_sql, params).value();
  for (int i = 0; i < parts.size(); ++i) {
    if (!places.contains(parts.integer(i, 0))) continue;
    Key& key = keys[places[parts.integer(i, 0)]];
    key.parts.push_back({parts.text(i, 1), parts.text(i, 2), parts.boolean(i, 3), static_cast<int>(parts.integer(i, 4))});
    if (!key.parts.back().column.empty()) key.uses.push_back(key.parts.back().column);
  }
  auto uses = transaction.exec(uses_sql, params).value();
  for (int i = 0; i < uses.size(); ++i) {
    if (!places.contains(uses.integer(i, 0))) continue;
    Key& key = keys[places[uses.integer(i, 0)]];
    // A column that is only carried along (INCLUDE) is in pg_depend too, and identifies no row.
    const bool needed = !key.predicate.empty() || std::ranges::any_of(key.parts, [](const Key::Part& part) { return part.column.empty(); });
    const std::string column = uses.text(i, 1);
    if (needed && !is_among(key.uses, column)) key.uses.push_back(column);
  }
  return keys;
}

void judge_keys(const Profile& p, const std::vector<Key>& keys, Access& access) {
  for (const Key& key : keys) {
    if (!key.is_unique) continue;
    Cover found = covered_by(key, p.identity, "in the identity", access);
    if (!found.covers) {
      if (access.unique == Access::Unique::no && access.why_not_unique.empty()) access.why_not_unique = found.why_not;
      continue;
    }
    const bool better = access.unique == Access::Unique::no ||
                        (access.unique == Access::Unique::without_null && found.null_columns.size() < access.null_columns.size());
    if (!better) continue;
    access.unique = found.null_columns.empty() ? Access::Unique::yes : Access::Unique::without_null;
    access.unique_index = key.name;
    access.null_columns = std::move(found.null_columns);
    access.why_not_unique.clear();
    if (access.unique == Access::Unique::without_null) {
      access.why_not_unique = fmt::format("Several rows may have the same identity where {} is NULL; such rows can only be read.",
                                          visible(fmt::format("{}", fmt::join(access.null_columns, " or "))));
    }
  }
  if (access.unique == Access::Unique::no) {
    const std::string identity = visible(fmt::format("{}", fmt::join(p.identity, ", ")));
    access.why_not_unique =
        fmt::format("No unique key covers {}.{}", identity, access.why_not_unique.empty() ? "" : " " + access.why_not_unique);
  }
  judge_key_columns(p, keys, access);
  judge_order(p, keys, access);
}

}  // namespace onceover::tables

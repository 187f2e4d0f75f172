#include "core/tables/inspect/catalog_columns.h"

#include <fmt/format.h>

#include "core/base/words.h"

namespace onceover::tables {
namespace {

constexpr std::string_view declared_columns_sql = R"(
SELECT a.attname::pg_catalog.text, format_type(a.atttypid, a.atttypmod), bt.typname::pg_catalog.text,
       bt.typcategory::pg_catalog.text, a.attnotnull,
       ARRAY(SELECT e.enumlabel::pg_catalog.text FROM pg_enum e WHERE e.enumtypid = bt.oid ORDER BY e.enumsortorder)::pg_catalog.text,
       a.attgenerated <> '' OR a.attidentity = 'a', has_column_privilege(a.attrelid, a.attnum, 'SELECT'),
       has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
       CASE WHEN bt.typname IN ('varchar', 'bpchar') AND CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END > 4
            THEN CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END - 4 ELSE -1 END::pg_catalog.int8{}
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
JOIN pg_type bt ON bt.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
{}
WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum)";
constexpr int declared_columns = 10;

using Type = ColumnFacts::Type;
// By pg_type.typcategory, and for all others by typname.
constexpr auto type_categories = some_words<Type>({{Type::enumeration, "E"}, {Type::array, "A"}, {Type::text, "S"}});
constexpr auto type_names = some_words<Type>({{Type::uuid, "uuid"},
                                              {Type::bytes, "bytea"},
                                              {Type::integer, "int2"},
                                              {Type::integer, "int4"},
                                              {Type::integer, "int8"},
                                              {Type::numeric, "numeric"},
                                              {Type::numeric, "float8"},
                                              {Type::numeric, "float4"},
                                              {Type::numeric, "money"},
                                              {Type::boolean, "bool"},
                                              {Type::timestamptz, "timestamptz"},
                                              {Type::timestamp, "timestamp"},
                                              {Type::json, "json"},
                                              {Type::json, "jsonb"}});

}  // namespace

std::string columns_sql(std::string_view select, std::string_view joins) {
  return fmt::format(fmt::runtime(declared_columns_sql), select, joins);
}

std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, const MoreOfColumns& more) {
  auto rows = transaction.exec(columns_sql(more.select, more.joins), pg::Params().integer(oid)).value();
  std::vector<ColumnFacts> columns;
  for (int i = 0; i < rows.size(); ++i) {
    ColumnFacts& column = columns.emplace_back();
    column.name = rows.text(i, 0);
    column.type_name = rows.text(i, 1);
    column.base = rows.text(i, 2);
    column.type = type_categories.from(rows.view(i, 3)).value_or(type_names.from(column.base).value_or(Type::other));
    column.not_null = rows.boolean(i, 4);
    column.words = elements(rows.view(i, 5));
    column.always_generated = rows.boolean(i, 6);
    column.may_select = rows.boolean(i, 7);
    column.may_update = rows.boolean(i, 8);
    column.max_length = static_cast<int>(rows.integer(i, 9));
    if (column.type == ColumnFacts::Type::integer) column.integer_bytes = column.base == "int2" ? 2 : column.base == "int4" ? 4 : 8;
    if (more.take) more.take(column, rows, i, declared_columns);
  }
  return columns;
}

std::vector<std::string> elements(std::string_view array) {
  std::vector<std::string> out;
  if (array.size() < 2 || array.front() != '{') return out;
  std::string element;
  bool quoted = false, any = false;
  for (std::size_t i = 1; i + 1 < array.size(); ++i) {
    const char c = array[i];
    if (quoted && c == '\\' && i + 2 < array.size()) {
      element += array[++i];
    } else if (c == '"') {
      quoted = !quoted;
      any = true;
    } else if (c == ',' && !quoted) {
      out.push_back(std::move(element));
      element.clear();
      any = false;
    } else {
      element += c;
      any = true;
    }
  }
  if (any || !out.empty()) out.push_back(std::move(element));
  return out;
}

}  // namespace onceover::tables

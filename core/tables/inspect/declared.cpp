// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "core/base/enum_names.h"
#include "core/sql/statements.h"
#include "core/tables/inspect/catalog.h"

namespace onceover::tables {
namespace {

using Type = ColumnFacts::Type;
// By pg_type.typcategory, and for all others by typname.
constexpr auto type_categories =
    some_words<Type>({{Type::enumeration, "E"}, {Type::array, "A"}, {Type::text, "S"}});
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

struct RelationWords {
  std::string_view relkind, word;
};
constexpr RelationWords relations[] = {
    {"", "missing table"},      {"r", "table"},         {"p", "partitioned table"},    {"v", "view"},
    {"m", "materialized view"}, {"f", "foreign table"}, {"?", "relation without rows"}};
static_assert(std::size(relations) == enumerators<Relation>());

// The words of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`; none where the check says anything
// else.
std::vector<std::string> words_of_check(std::string_view definition) {
  std::vector<std::string> words;
  if (definition.find("= ANY (") == std::string_view::npos ||
      definition.find("ARRAY[") == std::string_view::npos)
    return words;
  for (std::size_t i = definition.find("ARRAY["); i < definition.size() && definition[i] != ']'; ++i) {
    if (definition[i] != '\'') continue;
    std::string word;
    for (++i; i < definition.size(); ++i) {
      if (definition[i] == '\'' && definition.substr(i + 1, 1) != "'") break;
      if (definition[i] == '\'') ++i;
      word += definition[i];
    }
    words.push_back(std::move(word));
  }
  return words;
}

constexpr auto constraint_words = enum_names<Constraint::Is>();

}  // namespace

std::string_view word(Relation relation) { return relations[static_cast<std::size_t>(relation)].word; }

Relation relation_of(std::string_view relkind) {
  const auto* found = std::ranges::find(relations, relkind, &RelationWords::relkind);
  return found == std::end(relations) ? Relation::other : static_cast<Relation>(found - relations);
}

std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, bool in_detail) {
  const auto rows =
      transaction.exec(sql::catalog_columns, pg::Params().integer(oid).boolean(in_detail)).value();
  return rows.map([&](int i) {
    ColumnFacts column;
    std::string_view category, words, checks;
    rows.read(i, 0, column.name, column.type_name, column.base, category, column.not_null, words,
              column.always_generated, column.may_select, column.may_update, column.max_length,
              column.default_sql, column.generated, column.comment, column.references, column.counters,
              checks);
    column.type = type_categories.from(category).value_or(type_names.from(column.base).value_or(Type::other));
    column.words = elements(words);
    if (column.type == Type::integer)
      column.integer_bytes = column.base == "int2" ? 2 : column.base == "int4" ? 4 : 8;
    column.generated |=
        column.default_sql.starts_with("nextval(") || column.default_sql.find("uuid") != std::string::npos;
    if (column.words.empty()) column.words = words_of_check(checks);
    return column;
  });
}

std::vector<IndexFacts> read_indexes(pg::Transaction& transaction, std::int64_t oid) {
  const auto rows = transaction.exec(sql::catalog_indexes, pg::Params().integer(oid)).value();
  return rows.map([&](int i) {
    IndexFacts index;
    rows.read(i, 0, index.name, index.primary, index.is_declared_unique, index.unique, index.is_valid,
              index.is_btree, index.nulls_not_distinct, index.predicate);
    index.columns = elements(rows.view(i, 8));
    index.expressions = elements(rows.view(i, 9));
    index.directions = elements(rows.view(i, 10));
    index.uses = elements(rows.view(i, 11));
    return index;
  });
}

std::vector<Constraint> read_constraints(pg::Transaction& transaction, std::int64_t oid) {
  const auto rows = transaction.exec(sql::catalog_constraints, pg::Params().integer(oid)).value();
  return rows.map([&](int i) {
    Constraint c{.is = constraint_words.from(rows.view(i, 0)).value_or(Constraint::Is::check)};
    rows.read(i, 1, c.name, c.expression);
    c.columns = elements(rows.view(i, 3));
    c.may_be_tried = rows.boolean(i, 4);
    c.matches = elements(rows.view(i, 5));
    c.table = rows.text(i, 6);
    return c;
  });
}

std::vector<std::string> elements(std::string_view array) {
  std::vector<std::string> out;
  if (array.size() < 2 || array.front() != '{') return out;
  std::string element;
  bool quoted = false, any = false;
  for (std::size_t i = 1; i + 1 < array.size(); ++i) {
    const char c = array[i];
    if (c == ',' && !quoted) {
      out.push_back(std::move(element));
      element.clear();
      any = false;
      continue;
    }
    any = true;
    if (c == '"') {
      quoted = !quoted;
    } else {
      element += quoted && c == '\\' && i + 2 < array.size() ? array[++i] : c;
    }
  }
  if (any || !out.empty()) out.push_back(std::move(element));
  return out;
}

}  // namespace onceover::tables

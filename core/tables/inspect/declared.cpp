#include "core/tables/inspect/declared.h"

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
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum)";

constexpr std::string_view details_of_columns = R"(,
       COALESCE(pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity <> '' OR a.attgenerated <> '',
       COALESCE(col_description(a.attrelid, a.attnum), ''),
       COALESCE((SELECT f.confrelid::regclass::pg_catalog.text FROM pg_constraint f
                 WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1), ''),
       COALESCE((SELECT string_agg(pg_get_constraintdef(k.oid), E'\n') FROM pg_constraint k
                 WHERE k.contype = 'c' AND ((k.conrelid = a.attrelid AND k.conkey = ARRAY[a.attnum])
                                            OR (k.contypid = t.oid AND t.typtype = 'd'))), ''))";

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

// The words of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`; none where the check says anything else.
std::vector<std::string> words_of_check(std::string_view definition) {
  std::vector<std::string> words;
  if (definition.find("= ANY (") == std::string_view::npos || definition.find("ARRAY[") == std::string_view::npos) return words;
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

// The functions and operators of an expression are read from its stored tree: pg_depend does not name those of the system. A node that is
// not listed may call more than it names (a cast by input and output functions, a domain's CHECK, CURRENT_USER). A key that treats NULL as
// a value, or rests on an expression, is not tried. Domains: the outermost first.
constexpr std::string_view constraints_sql = R"(
WITH RECURSIVE d (number, type, base, never_null) AS (
  SELECT a.attnum, t.oid, t.typbasetype, t.typnotnull FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype = 'd'
  UNION ALL
  SELECT d.number, t.oid, t.typbasetype, t.typnotnull FROM d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd'),
e (what, name, shown, tree, keys, is_plain, matches, other) AS (
  SELECT 'check', k.conname::text, COALESCE(pg_get_expr(k.conbin, k.conrelid), ''), k.conbin::text, k.conkey, true, '{}', ''
  FROM pg_constraint k WHERE k.conrelid = $1::bigint::oid AND k.contype = 'c'
  UNION ALL
  SELECT 'generated', a.attname::text, COALESCE(pg_get_expr(x.adbin, x.adrelid), ''), x.adbin::text,
         ARRAY(SELECT DISTINCT n[1]::int2 FROM regexp_matches(x.adbin::text, ':varattno (\d+)', 'g') n), true, '{}', ''
  FROM pg_attribute a JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
  WHERE a.attrelid = $1::bigint::oid AND a.attgenerated = 's' AND NOT a.attisdropped
  UNION ALL
  SELECT 'domain', k.conname::text, COALESCE(pg_get_expr(k.conbin, 0), ''), k.conbin::text, ARRAY[d.number], b.oid < 16384, '{}', ''
  FROM d JOIN pg_type b ON b.oid = d.base JOIN pg_constraint k ON k.contypid = d.type AND k.contype = 'c'
  UNION ALL
  SELECT 'never_null', d.type::regtype::text, '', '', ARRAY[d.number], true, '{}', '' FROM d WHERE d.never_null
  UNION ALL
  SELECT CASE WHEN i.indisexclusion THEN 'exclusion' ELSE 'unique' END, x.relname::text, COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
         COALESCE(i.indpred::text, ''), (i.indkey::int2[])[0:i.indnkeyatts - 1],
         o.are_plain IS NOT FALSE AND NOT COALESCE((to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false),
         CASE WHEN i.indisexclusion THEN o.names ELSE array_fill('='::text, ARRAY[i.indnkeyatts::int])::text END, ''
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
  CROSS JOIN LATERAL (SELECT array_agg(o.oprname::text ORDER BY p.place)::text AS names,
                             bool_and(o.oid < 16384 AND o.oprcode < 16384) AS are_plain
                      FROM pg_constraint k CROSS JOIN unnest(k.conexclop) WITH ORDINALITY p (oid, place) JOIN pg_operator o ON o.oid = p.oid
                      WHERE k.conindid = i.indexrelid AND k.contype = 'x') o
  WHERE i.indrelid = $1::bigint::oid AND (i.indisunique OR i.indisexclusion) AND i.indislive
  UNION ALL
  SELECT 'foreign_key', k.conname::text, '', '', k.conkey,
         k.confmatchtype = 's' AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(r.oid, 'SELECT')
           AND NOT row_security_active(r.oid),
         (SELECT array_agg(a.attname::text ORDER BY f.place)::text FROM unnest(k.confkey) WITH ORDINALITY f (number, place)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = f.number), quote_ident(n.nspname) || '.' || quote_ident(r.relname)
  FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE k.conrelid = $1::bigint::oid AND k.contype = 'f' AND k.conparentid = 0)
SELECT e.what, e.name, e.shown, c.names,
 e.is_plain AND (e.what IN ('domain', 'never_null') OR COALESCE(c.are_plain, true))
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, '\{([A-Z_]+)', 'g') n
             WHERE n[1] <> ALL ('{VAR,CONST,FUNCEXPR,OPEXPR,DISTINCTEXPR,NULLIFEXPR,SCALARARRAYOPEXPR,BOOLEXPR,RELABELTYPE,
                                  CASE,WHEN,CASEEXPR,CASEWHEN,CASETESTEXPR,ARRAY,ARRAYEXPR,ARRAYCOERCEEXPR,COALESCE,COALESCEEXPR,
                                  MINMAX,MINMAXEXPR,NULLTEST,BOOLEANTEST,COERCETODOMAINVALUE,COLLATE,COLLATEEXPR}'))
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, ':funcid (\d+)', 'g') n LEFT JOIN pg_proc p ON p.oid = n[1]::oid
                 WHERE p.oid IS NULL OR p.oid >= 16384 OR p.provolatile <> 'i' OR p.pronamespace <> 'pg_catalog'::regnamespace)
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, ':opno (\d+)', 'g') n LEFT JOIN pg_operator o ON o.oid = n[1]::oid
                 LEFT JOIN pg_proc p ON p.oid = o.oprcode
                 WHERE p.oid IS NULL OR o.oid >= 16384 OR p.oid >= 16384 OR p.provolatile <> 'i'
                    OR p.pronamespace <> 'pg_catalog'::regnamespace)
 AND NOT EXISTS (SELECT FROM regexp_matches(e.tree, 'type(?:id)? (\d+)', 'g') n JOIN pg_type t ON t.oid = n[1]::oid
                 LEFT JOIN pg_type i ON i.oid = t.typelem
                 WHERE t.oid >= 16384 AND t.typtype NOT IN ('e', 'd') AND COALESCE(i.typtype, '') NOT IN ('e', 'd')), e.matches, e.other
FROM e CROSS JOIN LATERAL (SELECT array_agg(COALESCE(a.attname::text, '') ORDER BY k.place)::text AS names,
                                  bool_and(a.attname IS NOT NULL AND (b.oid < 16384 OR b.typtype = 'e')) AS are_plain
                           FROM unnest(e.keys) WITH ORDINALITY k (number, place)
                           LEFT JOIN pg_attribute a ON a.attrelid = $1::bigint::oid AND a.attnum = k.number AND k.number <> 0
                           LEFT JOIN pg_type t ON t.oid = a.atttypid
                           LEFT JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END) c)";

constexpr auto constraint_words = words<Constraint::Is>({{Constraint::Is::check, "check"},
                                                         {Constraint::Is::domain, "domain"},
                                                         {Constraint::Is::never_null, "never_null"},
                                                         {Constraint::Is::generated, "generated"},
                                                         {Constraint::Is::unique, "unique"},
                                                         {Constraint::Is::exclusion, "exclusion"},
                                                         {Constraint::Is::foreign_key, "foreign_key"}});

}  // namespace

std::string columns_sql(bool in_detail) { return fmt::format(fmt::runtime(declared_columns_sql), in_detail ? details_of_columns : ""); }

std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, bool in_detail) {
  const auto rows = transaction.exec(columns_sql(in_detail), pg::Params().integer(oid)).value();
  return rows.map([&](int i) {
    ColumnFacts column;
    std::string_view category, words, checks;
    rows.read(i, 0, column.name, column.type_name, column.base, category, column.not_null, words, column.always_generated,
              column.may_select, column.may_update, column.max_length);
    column.type = type_categories.from(category).value_or(type_names.from(column.base).value_or(Type::other));
    column.words = elements(words);
    if (column.type == Type::integer) column.integer_bytes = column.base == "int2" ? 2 : column.base == "int4" ? 4 : 8;
    if (!in_detail) return column;
    rows.read(i, 10, column.default_sql, column.generated, column.comment, column.references, checks);
    column.generated |= column.default_sql.starts_with("nextval(") || column.default_sql.find("uuid") != std::string::npos;
    if (column.words.empty()) column.words = words_of_check(checks);
    return column;
  });
}

// pg_depend knows the columns of expressions and predicates. Those that an index only carries along (INCLUDE) are in it, too, and identify
// no row. Servers before 15 have no NULLS NOT DISTINCT.
constexpr std::string_view indexes_sql = R"(
SELECT x.relname::pg_catalog.text, i.indisprimary, i.indisunique, i.indisunique AND i.indisvalid,
       i.indisvalid AND i.indisready AND i.indislive, a.amname = 'btree',
       COALESCE((to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false), COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
       k.columns, k.expressions, k.directions,
       ARRAY(SELECT t.attname FROM pg_attribute t
             WHERE t.attrelid = i.indrelid AND t.attnum > 0
               AND (array_position(k.numbers, t.attnum) IS NOT NULL
                    OR ((i.indpred IS NOT NULL OR 0 = ANY (k.numbers))
                        AND EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                                    AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid AND d.refobjsubid = t.attnum)))
             ORDER BY array_position(k.numbers, t.attnum), t.attname)::pg_catalog.text
FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
CROSS JOIN LATERAL (
  SELECT array_agg(n.attnum ORDER BY n.place) AS numbers,
         array_agg(COALESCE(t.attname, '') ORDER BY n.place)::pg_catalog.text AS columns,
         array_agg(CASE WHEN n.attnum = 0 THEN pg_get_indexdef(i.indexrelid, n.place::int4, false) ELSE '' END
                   ORDER BY n.place)::pg_catalog.text AS expressions,
         array_agg(CASE WHEN t.attcollation = i.indcollation[n.place - 1] AND i.indoption[n.place - 1] IN (0, 3)
                        THEN i.indoption[n.place - 1]::pg_catalog.text ELSE '' END ORDER BY n.place)::pg_catalog.text AS directions
  FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS n (attnum, place)
  LEFT JOIN pg_attribute t ON t.attrelid = i.indrelid AND t.attnum = n.attnum AND n.attnum <> 0
  WHERE n.place <= i.indnkeyatts) k
WHERE i.indrelid = $1::bigint::oid ORDER BY i.indisprimary DESC, i.indexrelid)";

std::vector<IndexFacts> read_indexes(pg::Transaction& transaction, std::int64_t oid) {
  const auto rows = transaction.exec(indexes_sql, pg::Params().integer(oid)).value();
  return rows.map([&](int i) {
    IndexFacts index;
    rows.read(i, 0, index.name, index.primary, index.is_declared_unique, index.unique, index.is_valid, index.is_btree,
              index.nulls_not_distinct, index.predicate);
    index.columns = elements(rows.view(i, 8));
    index.expressions = elements(rows.view(i, 9));
    index.directions = elements(rows.view(i, 10));
    index.uses = elements(rows.view(i, 11));
    return index;
  });
}

std::vector<Constraint> read_constraints(pg::Transaction& transaction, std::int64_t oid) {
  const auto rows = transaction.exec(constraints_sql, pg::Params().integer(oid)).value();
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

#include "core/tables/inspect/constraints.h"

#include "core/base/words.h"
#include "core/tables/inspect/catalog_columns.h"

namespace onceover::tables {
namespace {

// The functions and operators of an expression are read from its stored tree: pg_depend does not name those of the system. A node that is
// not listed may call more than it names (a cast by input and output functions, a domain's CHECK, CURRENT_USER).
constexpr std::string_view is_pure = R"(
 NOT EXISTS (SELECT FROM regexp_matches(e.tree, '\{([A-Z_]+)', 'g') n
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
                 WHERE t.oid >= 16384 AND t.typtype NOT IN ('e', 'd') AND COALESCE(i.typtype, '') NOT IN ('e', 'd')))";

// Of columns by their numbers: the names, and whether their values are compared by the system's own operators.
constexpr std::string_view columns_of_number = R"(
 CROSS JOIN LATERAL (SELECT array_agg(COALESCE(a.attname::text, '') ORDER BY k.place)::text AS names,
                            bool_and(a.attname IS NOT NULL AND (b.oid < 16384 OR b.typtype = 'e')) AS are_plain
                     FROM unnest(e.keys) WITH ORDINALITY k (number, place)
                     LEFT JOIN pg_attribute a ON a.attrelid = $1::bigint::oid AND a.attnum = k.number AND k.number <> 0
                     LEFT JOIN pg_type t ON t.oid = a.atttypid
                     LEFT JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END) c)";

constexpr std::string_view expressions_sql = R"(
SELECT e.is, e.name, e.shown, c.names, COALESCE(c.are_plain, true) AND)";
constexpr std::string_view expressions_from = R"(
FROM (SELECT 'check' AS is, k.conname::text AS name, COALESCE(pg_get_expr(k.conbin, k.conrelid), '') AS shown, k.conbin::text AS tree, k.conkey AS keys
      FROM pg_constraint k WHERE k.conrelid = $1::bigint::oid AND k.contype = 'c'
      UNION ALL
      SELECT 'generated', a.attname::text, COALESCE(pg_get_expr(d.adbin, d.adrelid), ''), d.adbin::text,
             ARRAY(SELECT DISTINCT n[1]::int2 FROM regexp_matches(d.adbin::text, ':varattno (\d+)', 'g') n)
      FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::bigint::oid AND a.attgenerated = 's' AND NOT a.attisdropped) e)";

// The domains of each column, the outermost first.
constexpr std::string_view domains_of_columns = R"(
WITH RECURSIVE d (column_name, type, base, never_null) AS (
  SELECT a.attname::text, t.oid, t.typbasetype, t.typnotnull FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::bigint::oid AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype = 'd'
  UNION ALL
  SELECT d.column_name, t.oid, t.typbasetype, t.typnotnull FROM d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd'))";
constexpr std::string_view domains_sql = R"(
SELECT 'domain', e.name, e.shown, ARRAY[e.column_name]::text, e.is_plain AND)";
constexpr std::string_view domains_from = R"(
FROM (SELECT d.column_name, k.conname::text AS name, COALESCE(pg_get_expr(k.conbin, 0), '') AS shown, k.conbin::text AS tree,
             b.oid < 16384 AS is_plain
      FROM d JOIN pg_type b ON b.oid = d.base JOIN pg_constraint k ON k.contypid = d.type AND k.contype = 'c') e)";
constexpr std::string_view never_null_sql = R"(
SELECT 'never_null', d.type::regtype::text, '', ARRAY[d.column_name]::text, true, '{}', '' FROM d WHERE d.never_null)";

// A key that treats NULL as a value, or rests on an expression, is not tried.
constexpr std::string_view matching_keys_sql = R"(
SELECT e.is, e.name, e.shown, c.names, c.are_plain AND e.operators_are_plain AND (e.tree = '' OR )";
constexpr std::string_view matching_keys_from = R"(), e.operators, ''
FROM (SELECT CASE WHEN i.indisexclusion THEN 'exclusion' ELSE 'unique' END AS is, x.relname::text AS name,
             COALESCE(pg_get_expr(i.indpred, i.indrelid), '') AS shown, COALESCE(i.indpred::text, '') AS tree,
             (i.indkey::int2[])[0:i.indnkeyatts - 1] AS keys,
             CASE WHEN i.indisexclusion
                  THEN (SELECT array_agg(o.oprname::text ORDER BY p.place)::text FROM pg_constraint k CROSS JOIN unnest(k.conexclop) WITH ORDINALITY p (oid, place)
                        JOIN pg_operator o ON o.oid = p.oid WHERE k.conindid = i.indexrelid AND k.contype = 'x')
                  ELSE array_fill('='::text, ARRAY[i.indnkeyatts::int])::text END AS operators,
             NOT EXISTS (SELECT FROM pg_constraint k CROSS JOIN unnest(k.conexclop) p (oid) JOIN pg_operator o ON o.oid = p.oid
                         WHERE k.conindid = i.indexrelid AND k.contype = 'x' AND (o.oid >= 16384 OR o.oprcode >= 16384)) AND NOT /*nulls*/ AS operators_are_plain
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
      WHERE i.indrelid = $1::bigint::oid AND (i.indisunique OR i.indisexclusion) AND i.indislive) e)";

constexpr std::string_view foreign_sql = R"(
SELECT 'foreign_key', e.name, '', c.names, c.are_plain AND e.may_be_read, e.others, e.other
FROM (SELECT k.conname::text AS name, k.conkey AS keys, quote_ident(n.nspname) || '.' || quote_ident(r.relname) AS other,
             (SELECT array_agg(a.attname::text ORDER BY f.place)::text FROM unnest(k.confkey) WITH ORDINALITY f (number, place)
              JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = f.number) AS others,
             k.confmatchtype = 's' AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(r.oid, 'SELECT') AND NOT row_security_active(r.oid) AS may_be_read
      FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace n ON n.oid = r.relnamespace
      WHERE k.conrelid = $1::bigint::oid AND k.contype = 'f' AND k.conparentid = 0) e)";

constexpr std::string_view policies_sql = R"(
SELECT p.polname::text FROM pg_policy p
WHERE p.polrelid = $1::bigint::oid AND p.polcmd IN ('w', '*') AND row_security_active(p.polrelid) ORDER BY 1)";

constexpr auto constraint_words = some_words<Constraint::Is>({{Constraint::Is::check, "check"},
                                                              {Constraint::Is::domain, "domain"},
                                                              {Constraint::Is::never_null, "never_null"},
                                                              {Constraint::Is::generated, "generated"},
                                                              {Constraint::Is::unique, "unique"},
                                                              {Constraint::Is::exclusion, "exclusion"},
                                                              {Constraint::Is::foreign_key, "foreign_key"}});

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

}  // namespace

Result<std::vector<Constraint>> read_constraints(pg::Transaction& transaction, std::int64_t oid) {
  return as_result([&] {
    std::string keys = joined({matching_keys_sql, is_pure, matching_keys_from, columns_of_number});
    constexpr std::string_view mark = "/*nulls*/";
    keys.replace(keys.find(mark), mark.size(), transaction.connection().server_version() >= 150000 ? "i.indnullsnotdistinct" : "false");
    std::vector<Constraint> out;
    for (const std::string& sql : {joined({expressions_sql, is_pure, ", '{}', ''", expressions_from, columns_of_number}),
                                   joined({domains_of_columns, domains_sql, is_pure, ", '{}', ''", domains_from}),
                                   joined({domains_of_columns, never_null_sql}), keys, joined({foreign_sql, columns_of_number})}) {
      const auto rows = transaction.exec(sql, pg::Params().integer(oid)).value();
      for (int i = 0; i < rows.size(); ++i) {
        out.push_back({.is = constraint_words.from(rows.view(i, 0)).value_or(Constraint::Is::check),
                       .name = rows.text(i, 1),
                       .expression = rows.text(i, 2),
                       .columns = elements(rows.view(i, 3)),
                       .matches = elements(rows.view(i, 5)),
                       .table = rows.text(i, 6),
                       .may_be_tried = rows.boolean(i, 4)});
      }
    }
    return out;
  });
}

Result<std::vector<std::string>> read_policies(pg::Transaction& transaction, std::int64_t oid) {
  return transaction.exec(policies_sql, pg::Params().integer(oid)).map([](const pg::Rows& rows) { return rows.texts(0); });
}

}  // namespace onceover::tables

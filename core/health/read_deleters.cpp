// What deletes from the table: functions of the database, jobs of its scheduler, and statements in pg_stat_statements. The code of a
// service cannot be seen from here.
#include <fmt/format.h>

#include "core/health/read.h"
#include "core/pg/transaction.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

constexpr std::string_view functions_sql = R"(
SELECT 'function ' || p.oid::regprocedure::text, COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'onceover') AND l.lanname NOT IN ('c', 'internal') AND p.prokind IN ('f', 'p')
  AND COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '') ILIKE '%delete%'
  AND strpos(lower(COALESCE(NULLIF(p.prosrc, ''), pg_get_function_sqlbody(p.oid), '')), lower($1::text)) > 0
ORDER BY 1 LIMIT 100)";

// A view of the extension, in whichever schema, with the rows that this user may see.
constexpr std::string_view sources_sql = R"(
SELECT c.relname::text, quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ((n.nspname = 'cron' AND c.relname = 'job') OR c.relname = 'pg_stat_statements') AND c.relkind IN ('r', 'v')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))";

}  // namespace

void read_deleters(const Parts& parts, const tables::Profile& profile) {
  const pg::Params table = pg::Params().text(profile.table);
  const auto take = [&](const pg::Rows& rows) {
    for (int i = 0; i < rows.size(); ++i) parts.facts.deleters.push_back({rows.text(i, 0), rows.text(i, 1)});
  };
  parts.read(functions_sql, table, {Check::deletes_unfinished}, take);
  const auto sources = parts.begin().exec(sources_sql).value();
  for (int i = 0; i < sources.size(); ++i) {
    const std::string_view sql =
        sources.view(i, 0) == "job"
            ? "SELECT 'job ' || j.jobid::text || ' of the scheduler', j.command::text FROM {} j WHERE j.command::text ILIKE '%delete%' AND "
              "strpos(lower(j.command::text), lower($1::text)) > 0 ORDER BY 1 LIMIT 100"
            : "SELECT 'statement run ' || s.calls::text || ' times', s.query::text FROM {} s WHERE s.query::text ILIKE '%delete%' AND "
              "strpos(lower(s.query::text), lower($1::text)) > 0 ORDER BY s.calls DESC LIMIT 100";
    parts.read(fmt::format(fmt::runtime(sql), sources.view(i, 1)), table, {Check::deletes_unfinished}, take);
  }
}

}  // namespace onceover::health

// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/upgrade/stores.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/schema/schema.h"
#include "tests/support/process.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

const std::filesystem::path here = std::filesystem::path(ONCEOVER_SOURCE_DIR) / "tests/integration/upgrade";

std::filesystem::path file_of(const Dump& dump) { return here / "dumps" / (dump.name + ".sql"); }

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Of a store of this tree's own version, with a few rows in every table.
std::string newest_dump() {
  TestDatabase database(installed_schema());
  RawConnection raw = database.connect();
  for (const char* role : {"upgraded_service", "upgraded_reader"}) {
    if (raw.exec("SELECT FROM pg_roles WHERE rolname = $1", {role}).empty())
      raw.exec(std::string("CREATE ROLE ") + role + " LOGIN");
  }
  for (const char* part : {"grants.sql", "rows.sql"}) raw.exec(text_of(here / part));
  // INSERTs in place of COPY, and without the lines for psql: a test restores it by libpq.
  auto program = Process::spawn({shared_server().bindir() + "/pg_dump", "--dbname=" + database.conninfo(),
                                 "--inserts", "--rows-per-insert=100", "--no-owner", "--schema=onceover"});
  if (program.wait() != Exit{}) throw std::runtime_error(program.err());
  std::istringstream lines(program.out());
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('\\')) text += line + '\n';
  }
  if (std::getenv("ONCEOVER_WRITE_DUMP") != nullptr) {
    std::filesystem::create_directories(here / "dumps");
    std::ofstream(file_of(dumps().back())) << text;
  }
  return text;
}

// Server and client print one expression with more or fewer parentheses, depending on whether it was restored
// from a dump.
const char* const catalog_sql = R"(
WITH ours AS (
  SELECT c.* FROM pg_class c WHERE c.relnamespace = 'onceover'::regnamespace AND c.relname !~ '^outbox_2'
), owned AS (  -- rights of PUBLIC and of the owner
  SELECT c.oid, (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's'
    ELSE 'r' END::"char", c.relowner))) a WHERE a::text !~ '^upgraded_') AS acl
  FROM ours c
), things (name, text) AS (
  SELECT 'relation ' || c.relname, concat_ws(' | ', c.relkind::text, c.relpersistence, c.reloptions::text, c.relrowsecurity, o.acl,
                                             obj_description(c.oid, 'pg_class'), CASE WHEN c.relkind IN ('i', 'I') THEN pg_get_indexdef(c.oid) END)
  FROM ours c JOIN owned o ON o.oid = c.oid
  UNION ALL
  SELECT 'column ' || c.relname || '.' || a.attname,
         concat_ws(' | ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcollation::regcollation,
                   pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
  FROM pg_attribute a JOIN ours c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'constraint ' || coalesce(c.relname, format_type(x.contypid, NULL)) || '.' || x.conname,
         concat_ws(' | ', x.convalidated, pg_get_constraintdef(x.oid))
  FROM pg_constraint x LEFT JOIN ours c ON c.oid = x.conrelid
  WHERE x.connamespace = 'onceover'::regnamespace AND (x.conrelid = 0 OR c.oid IS NOT NULL)
  UNION ALL
  SELECT 'type ' || t.typname, concat_ws(' | ', format_type(t.typbasetype, t.typtypmod), t.typcollation::regcollation, t.typnotnull, t.typdefault)
  FROM pg_type t WHERE t.typnamespace = 'onceover'::regnamespace AND t.typtype = 'd'
  UNION ALL
  SELECT 'sequence ' || s.seqrelid::regclass, concat_ws(' | ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
  FROM pg_sequence s JOIN ours c ON c.oid = s.seqrelid
  UNION ALL
  SELECT 'trigger ' || c.relname || '.' || t.tgname, concat_ws(' | ', t.tgenabled, pg_get_triggerdef(t.oid))
  FROM pg_trigger t JOIN ours c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, concat_ws(' | ', pg_get_functiondef(p.oid),
         (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a::text !~ '^upgraded_'))
  FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
)
SELECT t.name, CASE WHEN t.name LIKE 'function %' THEN t.text ELSE translate(t.text, '()', '') END FROM things t)";

}  // namespace

const std::vector<Dump>& dumps() {
  static const std::vector<Dump> all = [] {
    std::vector<Dump> found;
    for (const sql::Migration& migration : sql::migrations) {
      const std::string number = std::to_string(migration.version);
      found.push_back({std::string(4 - number.size(), '0') + number, migration.version});
    }
    return found;
  }();
  return all;
}

const Dump& dump_of(int version) { return dumps().at(static_cast<std::size_t>(version) - 1); }

int upgrade_rounds() {
  const char* said = std::getenv("ONCEOVER_UPGRADE_ROUNDS");
  return said ? std::max(1, std::atoi(said)) : 1;
}

RestoredStore::RestoredStore(const Dump& dump) {
  static const std::string newest = newest_dump();
  const std::string text = dump.version == sql::migration_count ? newest : text_of(file_of(dump));
  if (text.empty()) throw std::runtime_error("dumps/ has no store of version " + dump.name);
  database.connect().exec(text);  // a session of its own: a dump sets search_path
}

pg::Connection open_store(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "onceover-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

std::vector<sql::Migration> with_next(std::string_view text) {
  std::vector<sql::Migration> all(std::begin(sql::migrations), std::end(sql::migrations));
  all.push_back({all.back().version + 1, "next", text});
  return all;
}

void upgrade(const std::string& conninfo) { upgrade(conninfo, sql::migrations); }

void upgrade(const std::string& conninfo, std::span<const sql::Migration> migrations) {
  auto connection = open_store(conninfo);
  const auto ran = schema::install(connection, migrations);
  if (!ran) throw std::runtime_error(ran.error().sentence() + " " + ran.error().detail);
}

std::map<std::string, std::string> catalog(RawConnection& raw) {
  std::map<std::string, std::string> things;
  for (const RawRow& row : raw.exec(catalog_sql)) things[*row[0]] = row[1].value_or("");
  return things;
}

std::map<std::string, Contents> contents(RawConnection& raw, const std::map<std::string, Contents>& known) {
  std::map<std::string, Contents> all;
  const auto tables = raw.exec(
      "SELECT c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_class c JOIN "
      "pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = 'onceover'::regnamespace AND c.relkind IN "
      "('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped GROUP BY c.relname");
  for (const RawRow& row : tables) {
    const std::string& table = *row[0];
    if (!known.empty() && !known.contains(table)) continue;
    Contents& here = all[table];
    here.columns = known.empty() ? *row[1] : known.at(table).columns;
    for (const RawRow& line : raw.exec("SELECT ROW(" + here.columns + ")::text FROM onceover." + table))
      here.rows.push_back(*line[0]);
    std::ranges::sort(here.rows);
  }
  return all;
}

}  // namespace onceover::test

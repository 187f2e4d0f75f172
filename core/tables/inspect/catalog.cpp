#include "core/tables/inspect/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/pg/transaction.h"
#include "core/tables/inspect/catalog_columns.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

// Everything but the system's and our own; a partition is spoken for by its table.
constexpr std::string_view tables_sql = R"(
SELECT c.oid::pg_catalog.int8, n.nspname::pg_catalog.text, c.relname::pg_catalog.text, c.relkind::pg_catalog.text,
       CASE WHEN c.relkind = 'p' THEN (SELECT COALESCE(sum(GREATEST(l.reltuples, 0)), 0)::pg_catalog.float8
                                       FROM pg_partition_tree(c.oid) t JOIN pg_class l ON l.oid = t.relid WHERE t.isleaf)
            ELSE GREATEST(c.reltuples, 0)::pg_catalog.float8 END,
       COALESCE(obj_description(c.oid, 'pg_class'), ''),
       (SELECT count(*) FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.conrelid <> c.oid),
       ARRAY(SELECT COALESCE(a.attname, '') FROM pg_partitioned_table p
             CROSS JOIN LATERAL unnest(p.partattrs::pg_catalog.int2[]) WITH ORDINALITY AS k (attnum, place)
             LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.attnum AND k.attnum <> 0
             WHERE p.partrelid = c.oid ORDER BY k.place)::pg_catalog.text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND n.nspname <> 'onceover'
  AND ($1::text IS NULL OR n.nspname = $1) AND ($2::text IS NULL OR c.relname = $2)
ORDER BY n.nspname, c.relname
LIMIT $3::bigint)";

// Behind those of read_columns().
constexpr std::string_view more_of_columns = R"(,
       COALESCE(pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity <> '' OR a.attgenerated <> '', COALESCE(col_description(a.attrelid, a.attnum), ''),
       COALESCE((SELECT f.confrelid::regclass::pg_catalog.text FROM pg_constraint f
                 WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1), ''),
       COALESCE((SELECT string_agg(pg_get_constraintdef(k.oid), E'\n') FROM pg_constraint k
                 WHERE k.contype = 'c' AND ((k.conrelid = a.attrelid AND k.conkey = ARRAY[a.attnum]) OR (k.contypid = t.oid AND t.typtype = 'd'))), ''))";
constexpr std::string_view defaults_joined = "LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum";

constexpr std::string_view indexes_sql = R"(
SELECT i.indisunique AND i.indisvalid, i.indisprimary, COALESCE(pg_get_expr(i.indpred, i.indrelid), ''),
       ARRAY(SELECT COALESCE(a.attname, '') FROM unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS k (attnum, place)
             LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND k.attnum <> 0
             WHERE k.place <= i.indnkeyatts ORDER BY k.place)::pg_catalog.text
FROM pg_index i WHERE i.indrelid = $1::bigint::oid ORDER BY i.indisprimary DESC, i.indexrelid)";

constexpr std::string_view statistics_sql = R"(
SELECT DISTINCT ON (s.attname) s.attname::pg_catalog.text, s.null_frac::pg_catalog.float8, COALESCE(s.most_common_vals::pg_catalog.text, '')
FROM pg_stats s WHERE s.schemaname = $1 AND s.tablename = $2 ORDER BY s.attname, s.inherited DESC)";

// The words of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`; none where the check says anything else.
std::vector<std::string> words_of_check(std::string_view definition) {
  std::vector<std::string> words;
  if (definition.find("= ANY (") == std::string_view::npos || definition.find("ARRAY[") == std::string_view::npos) return words;
  for (std::size_t i = definition.find("ARRAY["); i < definition.size(); ++i) {
    if (definition[i] == ']') break;
    if (definition[i] != '\'') continue;
    std::string word;
    for (++i; i < definition.size(); ++i) {
      if (definition[i] != '\'') {
        word += definition[i];
      } else if (i + 1 < definition.size() && definition[i + 1] == '\'') {
        word += definition[i++];
      } else {
        break;
      }
    }
    words.push_back(std::move(word));
  }
  return words;
}

void remember(ColumnFacts& column, const std::string& value) {
  constexpr std::size_t most = 200;
  if (column.values.size() >= most || std::find(column.values.begin(), column.values.end(), value) != column.values.end()) return;
  column.values.push_back(value);
}

void take_more(ColumnFacts& column, const pg::Rows& rows, int row, int at) {
  column.default_sql = rows.text(row, at);
  column.generated =
      rows.boolean(row, at + 1) || column.default_sql.starts_with("nextval(") || column.default_sql.find("uuid") != std::string::npos;
  column.comment = rows.text(row, at + 2);
  column.references = rows.text(row, at + 3);
  if (column.words.empty()) column.words = words_of_check(rows.view(row, at + 4));
}

void read_indexes(pg::Transaction& transaction, std::int64_t oid, TableFacts& table) {
  auto rows = transaction.exec(indexes_sql, pg::Params().integer(oid)).value();
  for (int i = 0; i < rows.size(); ++i) {
    table.indexes.push_back({elements(rows.view(i, 3)), rows.boolean(i, 0), rows.boolean(i, 1), rows.text(i, 2)});
  }
}

// pg_class.relkind; a materialized view is a view.
constexpr auto table_kinds =
    some_words<TableFacts::What>({{TableFacts::What::table, "r"}, {TableFacts::What::partitioned, "p"}, {TableFacts::What::foreign, "f"}});

// Statistics first: they know rare words that a sample misses.
void read_statistics(pg::Transaction& transaction, TableFacts& table) {
  auto rows = transaction.exec(statistics_sql, pg::Params().text(table.schema).text(table.name)).value();
  for (int i = 0; i < rows.size(); ++i) {
    for (ColumnFacts& column : table.columns) {
      if (column.name != rows.view(i, 0)) continue;
      column.null_share = rows.real(i, 1);
      using Type = ColumnFacts::Type;
      const bool wordy =
          column.type == Type::text || column.type == Type::enumeration || column.type == Type::integer || column.type == Type::boolean;
      if (!wordy) continue;
      for (const std::string& value : elements(rows.view(i, 2))) {
        remember(column, column.type == Type::boolean ? (value == "t" ? "true" : "false") : value);
      }
    }
  }
}

// In place of a value that is not fetched.
constexpr std::string_view too_large = "(too large)";

// Of a value only what its judging needs: a body of a gigabyte is never fetched.
std::string sampled(const ColumnFacts& column) {
  const std::string name = quoted_name(column.name);
  switch (column.type) {
    case ColumnFacts::Type::bytes: return fmt::format("substring({} FROM 1 FOR 80)::pg_catalog.text", name);
    case ColumnFacts::Type::json:
      return fmt::format("CASE WHEN pg_column_size({0}) < 8192 THEN {0}::pg_catalog.text WHEN {0} IS NOT NULL THEN '{1}' END", name,
                         too_large);
    case ColumnFacts::Type::text:
      return fmt::format(
          "CASE WHEN pg_column_size({0}) < 8192 THEN \"left\"({0}::pg_catalog.text, 4000) WHEN {0} IS NOT NULL THEN '{1}' END", name,
          too_large);
    default: return fmt::format("{}::pg_catalog.text", name);
  }
}

// Types, defaults, checks and values are written the same whatever the database's own settings are.
constexpr std::string_view settings =
    "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex'; "
    "SET LOCAL quote_all_identifiers = off";

// Of timestamps, whose time zone is judged by it: where an index finds the latest value, or the table is small.
void read_newest(pg::Transaction& transaction, TableFacts& table) {
  constexpr double small = 100'000;
  for (ColumnFacts& column : table.columns) {
    if (column.type != ColumnFacts::Type::timestamp || !column.may_select) continue;
    const bool has_index = std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
      return !index.columns.empty() && index.columns.front() == column.name && index.predicate.empty();
    });
    if (!has_index && table.rows > small) continue;
    const std::string name = quoted_name(column.name);
    auto rows = transaction
                    .exec(fmt::format("SELECT max({0})::pg_catalog.text FROM {1}.{2} WHERE {0} < 'infinity'", name,
                                      quoted_name(table.schema), quoted_name(table.name)))
                    .value();
    column.newest = rows.optional_text(0, 0);
  }
}

// rest: what follows the table's name. Not read is not NULL.
void append_sample(pg::Transaction& transaction, TableFacts& table, const std::string& rest) {
  std::string sql = "SELECT ";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    sql += (i > 0 ? ", " : "") + (table.columns[i].may_select ? sampled(table.columns[i]) : "NULL");
  const auto rows =
      transaction.exec(fmt::format("{} FROM {}.{} k{}", sql, quoted_name(table.schema), quoted_name(table.name), rest)).value();
  for (int column = 0; column < static_cast<int>(table.columns.size()); ++column) {
    ColumnFacts& facts = table.columns[static_cast<std::size_t>(column)];
    if (!facts.may_select) continue;
    for (int row = 0; row < rows.size(); ++row) {
      facts.sample.push_back(rows.optional_text(row, column));
      if (facts.sample.back() && *facts.sample.back() != too_large) remember(facts, *facts.sample.back());
    }
  }
}

void read_sample(pg::Connection& connection, TableFacts& table, const FactsOptions& options) {
  auto transaction =
      pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = options.sample_timeout, .also = settings}).value();
  std::string rest;
  // A few pages from all over a large table; the first rows of one are its oldest and all finished.
  if (table.what != TableFacts::What::view && table.what != TableFacts::What::foreign && table.rows > 100.0 * options.sample_rows) {
    rest = fmt::format(" TABLESAMPLE SYSTEM ({:.9f})", std::min(100.0, 100.0 * 20 * options.sample_rows / table.rows));
  }
  append_sample(transaction, table, rest + fmt::format(" LIMIT {}", options.sample_rows));
  if (table.what == TableFacts::What::table || table.what == TableFacts::What::partitioned) read_newest(transaction, table);
}

// The time zone of the database, not of this session's client.
constexpr std::string_view clock_sql = R"(
SELECT EXTRACT(epoch FROM clock_timestamp())::pg_catalog.float8, z.name,
       COALESCE((SELECT EXTRACT(epoch FROM t.utc_offset) FROM pg_timezone_names t WHERE lower(t.name) = lower(z.name) LIMIT 1), 0)::pg_catalog.float8
FROM (SELECT COALESCE((SELECT split_part(c, '=', 2) FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) c
                       WHERE s.setdatabase = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()) AND s.setrole = 0
                         AND lower(c) LIKE 'timezone=%' LIMIT 1),
                      (SELECT CASE WHEN f.source IN ('client', 'session') THEN current_setting('log_timezone') ELSE f.reset_val END
                       FROM pg_settings f WHERE f.name = 'TimeZone')) AS name) z)";

// Why a table that was asked for by its name is not among them.
constexpr std::string_view partition_sql = R"(
SELECT h.inhparent::pg_catalog.regclass::pg_catalog.text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits h ON h.inhrelid = c.oid
WHERE c.relispartition AND n.nspname = $1::text AND c.relname = $2::text)";

// One table's catalog facts: a transaction of their own, because the server locks the table for some of them.
void read_catalog(pg::Connection& connection, std::int64_t oid, TableFacts& table) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .also = settings}).value();
  table.columns = read_columns(transaction, oid, {more_of_columns, defaults_joined, take_more});
  read_indexes(transaction, oid, table);
  read_statistics(transaction, table);
}

}  // namespace

Result<Facts> read_facts(pg::Connection& connection, const FactsOptions& options) {
  Facts facts;
  auto remarks = read_facts(connection, options, [&facts](TableFacts table) { facts.tables.push_back(std::move(table)); });
  return std::move(remarks).map([&](std::vector<std::string> all) { return Facts{std::move(facts.tables), std::move(all)}; });
}

Result<void> sample_more(pg::Connection& connection, TableFacts& table, const std::string& condition, int rows) {
  return as_result([&] {
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(1), .also = settings}).value();
    append_sample(transaction, table, fmt::format(" WHERE {} LIMIT {}", condition, rows));
  });
}

std::string facts_sql() {
  return fmt::format("{};\n{};\n{};\n{};\n", tables_sql, columns_sql(more_of_columns, defaults_joined), indexes_sql, statistics_sql);
}

Result<std::vector<std::string>> read_facts(pg::Connection& connection, const FactsOptions& options,
                                            const std::function<void(TableFacts)>& each) {
  return as_result([&] {
    std::vector<std::string> remarks;
    const pg::Rows rows = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)})
                              .value()
                              .exec(tables_sql, pg::Params().text(options.schema).text(options.table).integer(options.tables + 1))
                              .value();
    if (rows.size() > options.tables) {
      remarks.push_back(fmt::format("There are more than {} tables; name a schema to look at the others.", options.tables));
    }
    if (rows.empty() && options.schema && options.table) {
      const pg::Rows whole = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)})
                                 .value()
                                 .exec(partition_sql, pg::Params().text(options.schema).text(options.table))
                                 .value();
      if (!whole.empty()) {
        remarks.push_back(fmt::format("{}.{} is one partition of {}. Name {}.", visible(*options.schema), visible(*options.table),
                                      visible(whole.text(0, 0)), visible(whole.text(0, 0))));
      }
    }
    const int total = std::min(rows.size(), options.tables);
    const pg::Rows clock = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(15)})
                               .value()
                               .exec(clock_sql)
                               .value();
    for (int i = 0; i < total; ++i) {
      if (options.progress) options.progress(i, total);
      TableFacts table;
      table.schema = rows.text(i, 1);
      table.name = rows.text(i, 2);
      table.what = table_kinds.from(rows.view(i, 3)).value_or(TableFacts::What::view);
      table.rows = rows.real(i, 4);
      table.now_s = clock.real(0, 0);
      table.database_zone = clock.text(0, 1);
      table.database_offset_s = clock.real(0, 2);
      table.comment = rows.text(i, 5);
      table.referenced_by = static_cast<int>(rows.integer(i, 6));
      table.partition_columns = elements(rows.view(i, 7));
      bool catalogued = false;
      const auto read = as_result([&] {
        read_catalog(connection, rows.integer(i, 0), table);
        catalogued = true;
        if (options.sample_rows > 0 && !table.columns.empty()) read_sample(connection, table, options);
      });
      if (!read) {
        if (!connection.is_open() || read.error().kind == ErrorKind::cancelled) raise(read.error());
        remarks.push_back(fmt::format("{}.{} could not be {}: {}", visible(table.schema), visible(table.name),
                                      catalogued ? "sampled" : "looked at", read.error().what));
      }
      if (catalogued) each(std::move(table));
    }
    return remarks;
  });
}

}  // namespace onceover::tables

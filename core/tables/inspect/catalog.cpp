// SPDX-License-Identifier: Apache-2.0
#include "core/tables/inspect/catalog.h"

#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

void remember(ColumnFacts& column, const std::string& value) {
  constexpr std::size_t most = 200;
  if (column.values.size() < most && !is_among(column.values, value)) column.values.push_back(value);
}

// Statistics first: they know rare words that a sample misses.
void read_statistics(pg::Transaction& transaction, TableFacts& table) {
  using Type = ColumnFacts::Type;
  const auto rows =
      transaction.exec(sql::catalog_statistics, pg::Params().text(table.schema).text(table.name)).value();
  for (int i = 0; i < rows.size(); ++i) {
    const auto column = std::ranges::find(table.columns, rows.view(i, 0), &ColumnFacts::name);
    if (column == table.columns.end()) continue;
    column->null_share = rows.real(i, 1);
    const bool is_boolean = column->type == Type::boolean;
    if (!is_boolean && !column->is_text() && !column->is_integer() && column->type != Type::enumeration)
      continue;
    for (std::string value : elements(rows.view(i, 2))) {
      // A char(n) is filled up with blanks, which mean nothing.
      if (column->base == "bpchar") value.erase(value.find_last_not_of(' ') + 1);
      remember(*column, !is_boolean ? value : value == "t" ? "true" : "false");
    }
  }
}

// In place of a value that is not fetched.
constexpr std::string_view too_large = "(too large)";

// Of a value only what its judging needs: a body of a gigabyte is never fetched.
std::string sampled(const ColumnFacts& column) {
  const std::string name = quoted_name(column.name);
  if (column.is_bytes()) return fmt::format("substring({} FROM 1 FOR 80)::pg_catalog.text", name);
  if (!column.is_json() && !column.is_text()) return fmt::format("{}::pg_catalog.text", name);
  std::string text = name + "::pg_catalog.text";
  if (column.is_text()) text = fmt::format("\"left\"({}, 4000)", text);
  return fmt::format("CASE WHEN pg_column_size({0}) < 8192 THEN {1} WHEN {0} IS NOT NULL THEN '{2}' END",
                     name, text, too_large);
}

// Types, defaults, checks and values are written the same whatever the database's own settings are.
constexpr std::string_view settings =
    "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET "
    "LOCAL bytea_output = 'hex'; SET LOCAL quote_all_identifiers = off";

pg::Transaction begun(pg::Connection& connection, Duration statement_timeout,
                      std::string_view also = settings) {
  return pg::Transaction::begin(connection,
                                {.read_only = true, .statement_timeout = statement_timeout, .also = also})
      .value();
}

std::string table_name(const TableFacts& table) {
  return quoted_name(table.schema) + "." + quoted_name(table.name);
}

// Of timestamps, whose time zone is judged by it: where an index finds the latest value, or the table is
// small.
void read_newest(pg::Transaction& transaction, TableFacts& table) {
  constexpr double small = 100'000;
  for (ColumnFacts& column : table.columns) {
    if (column.type != ColumnFacts::Type::timestamp || !column.may_select) continue;
    const bool has_index = std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
      return !index.columns.empty() && index.columns.front() == column.name && index.predicate.empty();
    });
    if (!has_index && table.rows > small) continue;
    const std::string sql = fmt::format("SELECT max({0})::pg_catalog.text FROM {1} WHERE {0} < 'infinity'",
                                        quoted_name(column.name), table_name(table));
    column.newest = transaction.exec(sql).value().optional_text(0, 0);
  }
}

// rest: what follows the table's name. Not read is not NULL.
void append_sample(pg::Transaction& transaction, TableFacts& table, const std::string& rest) {
  std::vector<std::string> values;
  for (const ColumnFacts& column : table.columns)
    values.push_back(column.may_select ? sampled(column) : "NULL");
  const auto rows =
      transaction.exec(fmt::format("SELECT {} FROM {} k{}", list_of(values), table_name(table), rest))
          .value();
  for (int at = 0; ColumnFacts & column : table.columns) {
    for (int row = 0; column.may_select && row < rows.size(); ++row) {
      column.sample.push_back(rows.optional_text(row, at));
      if (column.sample.back() && *column.sample.back() != too_large) remember(column, *column.sample.back());
    }
    ++at;
  }
}

// Where the newest rows are, and those that are not finished among them: at the end of the file of a table,
// or of the partition with rows that was made last. Other kinds of partitions have no such places.
std::string newest_rows(pg::Transaction& transaction, const TableFacts& table, int rows) {
  constexpr int pages = 10;             // of each partition
  constexpr int most_partitions = 400;  // these pages are read of each
  const auto end =
      transaction
          .exec(fmt::format(
              "SELECT oid::bigint, size FROM (SELECT c.oid, pg_relation_size(c.oid) / "
              "current_setting('block_size')::bigint AS size, bool_and(c.relkind = 'r') OVER () AND "
              "count(*) OVER () <= {1} AS have_places FROM (SELECT {0}::regclass::oid UNION SELECT "
              "relid::oid FROM pg_partition_tree({0}) WHERE isleaf) p (oid) JOIN pg_class c ON c.oid = p.oid "
              "WHERE c.relkind <> 'p') x WHERE have_places AND size > 0 ORDER BY oid DESC LIMIT 1",
              literal(table_name(table)), most_partitions))
          .value();
  if (end.size() == 0) return {};
  const std::int64_t oid = end.integer(0, 0), size = end.integer(0, 1);
  return fmt::format(
      "(k.tableoid = {1} AND k.ctid = ANY (ARRAY(SELECT t.ctid FROM {0} t WHERE t.tableoid = {1} AND t.ctid "
      ">= '({2},0)' AND t.ctid < '({3},0)' ORDER BY t.ctid DESC LIMIT {4})))",
      table_name(table), oid, std::max<std::int64_t>(0, size - pages), size, rows);
}

void read_sample(pg::Connection& connection, TableFacts& table, const FactsOptions& options) {
  auto transaction = begun(connection, options.sample_timeout);
  std::string rest;
  const bool is_table = tables::is_table(table.what);
  // A few pages from all over a large table; the first rows of one are its oldest and all finished.
  if (is_table && table.rows > 100.0 * options.sample_rows)
    rest = fmt::format(" TABLESAMPLE SYSTEM ({:.9f})",
                       std::min(100.0, 100.0 * 20 * options.sample_rows / table.rows));
  // Where a column is hidden, the place of a row is too.
  const bool has_places = is_table && std::ranges::all_of(table.columns, &ColumnFacts::may_select);
  const bool may_be_cut = table.rows < 0 || table.rows > options.sample_rows;
  const int most = options.sample_rows / 2;
  const std::string newest = has_places && may_be_cut ? newest_rows(transaction, table, most) : std::string();
  if (!newest.empty()) rest += " WHERE NOT " + newest;
  append_sample(transaction, table,
                rest + fmt::format(" LIMIT {}", options.sample_rows - (newest.empty() ? 0 : most)));
  if (!newest.empty()) append_sample(transaction, table, " WHERE " + newest);
  if (is_table) read_newest(transaction, table);
}

// One table's catalog facts: a transaction of their own, because the server locks the table for some of them.
void read_catalog(pg::Connection& connection, std::int64_t oid, TableFacts& table) {
  auto transaction = begun(connection, std::chrono::seconds(5));
  table.columns = read_columns(transaction, oid, true);
  table.indexes = read_indexes(transaction, oid);
  read_statistics(transaction, table);
}

// What is read of all tables at once; `rows` are those of catalog_tables.
TableFacts listed(const pg::Rows& rows, int row, const pg::Rows& clock) {
  TableFacts table;
  std::string_view kind;
  rows.read(row, 1, table.schema, table.name, kind);
  table.what = relation_of(kind);
  table.rows = rows.real(row, 4);
  table.comment = rows.text(row, 5);
  table.referenced_by = static_cast<int>(rows.integer(row, 6));
  table.partition_columns = elements(rows.view(row, 7));
  table.now_s = clock.real(0, 0);
  table.database_zone = clock.text(0, 1);
  table.database_offset_s = clock.real(0, 2);
  return table;
}

}  // namespace

Result<Facts> read_facts(pg::Connection& connection, const FactsOptions& options) {
  Facts facts;
  auto remarks = read_facts(connection, options,
                            [&facts](TableFacts table) { facts.tables.push_back(std::move(table)); });
  return std::move(remarks).map([&](std::vector<std::string> all) {
    return Facts{std::move(facts.tables), std::move(all)};
  });
}

Result<void> sample_more(pg::Connection& connection, TableFacts& table, const std::string& condition,
                         int rows) {
  return as_result([&] {
    auto transaction = begun(connection, std::chrono::seconds(1));
    append_sample(transaction, table, fmt::format(" WHERE {} LIMIT {}", condition, rows));
  });
}

std::string facts_sql() {
  return fmt::format("{};\n{};\n{};\n{};\n", sql::catalog_tables, sql::catalog_columns, sql::catalog_indexes,
                     sql::catalog_statistics);
}

Result<std::vector<std::string>> read_facts(pg::Connection& connection, const FactsOptions& options,
                                            const std::function<void(TableFacts)>& each) {
  return as_result([&] {
    constexpr int most_tables = 2000;
    const auto read = [&](std::string_view sql, const pg::Params& params) {
      // the clock's time zone is as it was set
      return begun(connection, std::chrono::seconds(15), "").exec(sql, params).value();
    };
    std::vector<std::string> remarks;
    const pg::Rows rows =
        read(sql::catalog_tables, pg::params(options.schema, options.table, most_tables + 1));
    if (rows.size() > most_tables)
      remarks.push_back(
          fmt::format("There are more than {} tables; name a schema to look at the others.", most_tables));
    if (rows.empty() && options.schema && options.table) {
      const pg::Rows whole = read(sql::catalog_partition_of, pg::params(options.schema, options.table));
      if (!whole.empty())
        remarks.push_back(fmt::format("{}.{} is one partition of {}. Name {}.", visible(*options.schema),
                                      visible(*options.table), visible(whole.text(0, 0)),
                                      visible(whole.text(0, 0))));
    }
    const int total = std::min(rows.size(), most_tables);
    const pg::Rows clock = read(sql::catalog_clock, {});
    for (int i = 0; i < total; ++i) {
      if (options.progress) options.progress(i, total);
      TableFacts table = listed(rows, i, clock);
      bool catalogued = false;
      const auto done = as_result([&] {
        read_catalog(connection, rows.integer(i, 0), table);
        catalogued = true;
        if (options.sample_rows > 0 && !table.columns.empty()) read_sample(connection, table, options);
      });
      if (!done) {
        if (!connection.is_open() || done.error().is_cancelled()) raise(done.error());
        remarks.push_back(fmt::format("{}.{} could not be {}: {}", visible(table.schema), visible(table.name),
                                      catalogued ? "sampled" : "looked at", done.error().what));
      }
      if (catalogued) each(std::move(table));
    }
    return remarks;
  });
}

}  // namespace onceover::tables

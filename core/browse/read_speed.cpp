#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {
namespace {

// 1 MB of a table: about a millisecond from the cache, some 20 ms from a disk.
constexpr std::int64_t sample_blocks = 128;
constexpr std::int64_t sample_rows = 5'000;
constexpr int has_tid_ranges = 140'000;

// The rows of the sample and the time that reading them took.
double timed(Reading& reading, const tables::Query& query) {
  const auto from = Steady::now();
  auto rows = reading.run(query).value();
  const double took = std::max(1e-5, std::chrono::duration<double>(Steady::now() - from).count());
  // Empty pages do not mean a speed of 0.
  return static_cast<double>(std::max<std::int64_t>(1, rows.integer(0, 0))) / took;
}

}  // namespace

std::int64_t walkable_blocks(Reading& reading, const tables::Profile& p) {
  if (reading.connection().server_version() < has_tid_ranges) return 0;
  tables::Query query(
      "SELECT CASE WHEN c.relkind = 'r' AND pg_catalog.has_table_privilege(c.oid, 'SELECT') THEN pg_catalog.pg_relation_size(c.oid) / "
      "pg_catalog.current_setting('block_size')::pg_catalog.int8 ELSE 0 END FROM pg_catalog.pg_class c WHERE c.oid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass";
  auto rows = reading.run(query).value();
  return rows.empty() ? 0 : rows.integer(0, 0);
}

double rows_per_second(Reading& reading, const tables::Profile& p, bool in_order) {
  const std::string table = tables::table_name(p);
  if (in_order) {
    tables::Query query("SELECT pg_catalog.count(*) FROM (SELECT FROM " + table + " k" + order_sql(p, true) + " LIMIT ");
    query.integer(sample_rows) << ") sample";
    return timed(reading, query);
  }
  auto blocks = walkable_blocks(reading, p);
  if (blocks <= sample_blocks) {
    tables::Query query("SELECT pg_catalog.count(*) FROM (SELECT FROM " + table + " k LIMIT ");
    query.integer(sample_rows) << ") sample";
    return timed(reading, query);
  }
  // From the middle: the ends are read most often and so are cached.
  const std::int64_t from = blocks / 2;
  tables::Query query("SELECT pg_catalog.count(*) FROM " + table + " k WHERE k.ctid >= ");
  query.text("(" + std::to_string(from) + ",0)") << "::pg_catalog.tid AND k.ctid < ";
  query.text("(" + std::to_string(std::min(blocks, from + sample_blocks)) + ",0)") << "::pg_catalog.tid";
  return timed(reading, query);
}

}  // namespace onceover::browse

// SPDX-License-Identifier: Apache-2.0
// Where counts stand, for tests beside services that roll them up. And a roll-up as services leave it that
// counted for days: every pair of tenant and operation, every minute; for plans and benchmarks. The sums of
// the four kinds of series fit each other; the minutes' seconds are of the same shape, but not of the same
// numbers.
#pragma once

#include <string>

#include "tests/support/raw.h"

namespace onceover::test {

// Each count of one tenant and operation, wherever it stands: behind FROM.
inline const std::string counted_everywhere =
    "(SELECT d.operation, d.name, d.n FROM onceover.counter_deltas d UNION ALL SELECT s.operation, s.name, "
    "h.n FROM onceover.counter_hours h JOIN onceover.counter_series s ON s.id = h.series WHERE s.grouped = "
    "'both') counted";

struct CountedStore {
  int days = 30, tenants = 20, operations = 5;
  double density = 1;  // 1: about 100 million events with the numbers above
};

inline void fill_counted(RawConnection& raw, const CountedStore& store) {
  const std::string tenants = std::to_string(store.tenants), operations = std::to_string(store.operations);
  const std::string hours = std::to_string(store.days * 24), density = std::to_string(store.density);
  raw.exec("SELECT setseed(0.5)");
  // Of the weight of each series: tenant t has 1 + t % 4, operation o has 1 + o % 3, a pair their product.
  raw.exec(
      "CREATE TEMP TABLE names (name text, bucket float8, share float8); INSERT INTO names VALUES "
      "('created', -1, 1.0), ('completed', -1, 0.95), ('replayed', -1, 0.25), ('conflict', -1, 0.06), "
      "('mismatch', -1, 0.02), ('failed', -1, 0.03), ('settled.succeeded', -1, 0.02); INSERT INTO names "
      "SELECT 'time_to_completion_ms', b, 0.95 * s FROM (VALUES (25, 0.1), (50, 0.3), (100, 0.3), (250, "
      "0.2), (500, 0.05), (2500, 0.03), (10000, 0.01), ('infinity'::float8, 0.01)) v (b, s); INSERT INTO "
      "names SELECT 'retry_delay_ms', b, 0.25 * s FROM (VALUES (100, 0.3), (500, 0.4), (1000, 0.2), (5000, "
      "0.1)) v (b, s); INSERT INTO names SELECT 'lease_age_at_settling_ms', b, 0.02 FROM (VALUES (60000), "
      "(300000)) v (b);"
      "CREATE TEMP TABLE kinds (grouped text, tenant text, operation text, weight bigint);"
      "INSERT INTO kinds SELECT 'both', 'tenant-' || t, 'op-' || o, (1 + t % 4) * (1 + o % 3) FROM "
      "generate_series(1, " +
      tenants + ") t, generate_series(1, " + operations +
      ") o; INSERT INTO kinds SELECT 'tenant', tenant, '', sum(weight) FROM kinds WHERE grouped = 'both' "
      "GROUP BY 2; INSERT INTO kinds SELECT 'operation', '', operation, sum(weight) FROM kinds WHERE grouped "
      "= 'both' GROUP BY 3; INSERT INTO kinds SELECT 'all', '', '', sum(weight) FROM kinds WHERE grouped = "
      "'both'; INSERT INTO onceover.counter_series (grouped, name, bucket, tenant, operation) SELECT "
      "k.grouped, n.name, n.bucket, k.tenant, k.operation FROM kinds k, names n; INSERT INTO "
      "onceover.counter_series (grouped, name, bucket, tenant, operation) VALUES ('all', 'alive', -1, '', "
      "'')");
  // Blocks of an hour, and of the last two hours by the minute, for a weight of one; then for each weight
  // there is; then for each series.
  const auto blocks = [&](const std::string& table, const std::string& count, const std::string& length,
                          const std::string& more) {
    raw.exec("CREATE TEMP TABLE base AS SELECT b.name, b.bucket, b.at, array_agg(floor(random() + " +
             density + " * " + more +
             " * b.share)::bigint ORDER BY i) AS parts FROM (SELECT n.*, date_bin('" + length +
             "', now(), 'epoch'::timestamptz) - h * interval '" + length +
             "' AS at FROM names n, generate_series(0, " + count +
             " - 1) h OFFSET 0) b, generate_series(1, 60) i GROUP BY 1, 2, 3; CREATE TEMP TABLE weighed AS "
             "SELECT b.name, b.bucket, b.at, w.weight, (SELECT sum(p) FROM unnest(b.parts) p) * w.weight AS "
             "n, ARRAY (SELECT p * w.weight FROM unnest(b.parts) p) AS parts FROM base b, (SELECT DISTINCT "
             "weight FROM kinds) w; INSERT INTO onceover." +
             table +
             " SELECT s.id, b.at, b.n, b.parts FROM weighed b JOIN kinds k USING (weight) JOIN "
             "onceover.counter_series s ON (s.grouped, s.name, s.bucket, s.tenant, s.operation) = "
             "(k.grouped, b.name, b.bucket, k.tenant, k.operation) ORDER BY b.at; INSERT INTO onceover." +
             table +
             " SELECT s.id, b.at, 3600, array_fill(60::bigint, ARRAY[60]) FROM (SELECT DISTINCT at FROM "
             "base) b, onceover.counter_series s WHERE s.name = 'alive'; DROP TABLE base, weighed");
  };
  blocks("counter_hours", hours, "1 hour", "1.2");
  blocks("counter_minutes", "120", "1 minute", "0.01");
  // What came in since the last roll-up, from two processes.
  raw.exec(
      "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
      "now() - i * interval '1 second', md5('p' || p)::uuid, i, k.tenant, k.operation, n.name, "
      "nullif(n.bucket, -1), 1 FROM generate_series(1, 60) i, generate_series(1, 2) p, kinds k, names n "
      "WHERE k.grouped = 'both' AND random() + 0 * (i + p + k.weight) < n.share * 0.2");
  raw.exec(
      "UPDATE onceover.counter_rollup SET seconds_from = date_bin('1 minute', now(), 'epoch'::timestamptz) - "
      "interval '2 hours', minutes_from = date_bin('1 hour', now(), 'epoch'::timestamptz) - interval '35 "
      "days', watched_from = now() - interval '60 days', rolled_at = now()");
  for (const char* table : {"counter_deltas", "counter_series", "counter_minutes", "counter_hours"})
    raw.exec(std::string("VACUUM ANALYZE onceover.") + table);
  raw.exec("DROP TABLE names, kinds");
}

}  // namespace onceover::test

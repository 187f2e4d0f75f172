// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <vector>

#include "app/try/shop.h"
#include "app/try/try_store.h"
#include "core/base/result.h"
#include "core/key/identity.h"
#include "core/pg/transaction.h"

namespace onceover::try_it {
namespace {

constexpr Duration history_within = std::chrono::minutes(5);
constexpr std::int64_t recent_keys = 10'000;
constexpr std::int64_t smallest_part = 20'000, most_parts = 20;

// $1 rows of the history, $2 seed. Every "random" value is a slice of a hash of seed and number: the same for
// a seed, whatever the plan. OFFSET 0 keeps each level from being merged into the next, where every use of a
// value would make it again. $3 to $4: the numbers of the keys that are made. Returns what those did that
// were sent to the gateway; the response of a finished one begins with the effect's id: {"id":"ch_…", of 19
// characters.
constexpr std::string_view keys_sql = R"(
WITH made AS (
INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, completed_at, expires_at, attempts, response_code,
                           response_version, state, fingerprint_kind, fingerprint, owner, correlation_id, error_code, customer, amount, currency,
                           reference, response_headers, response_body)
SELECT r.tenant, r.operation, r.key, r.created_at, r.created_at + r.took, nextval('onceover.fence'), r.created_at + r.took,
       r.created_at + r.took + interval '72 hours', CASE WHEN r.f < 9 THEN 2 ELSE 1 END,
       CASE WHEN r.failed THEN 402 ELSE 201 END, 1, CASE WHEN r.failed THEN 'failed' ELSE 'succeeded' END,
       'jcs-sha256', sha256(convert_to(r.request, 'UTF8')), 'payments-' || 1 + r.e % 3 || '/' || 1000 + r.e % 29000, r.key,
       CASE WHEN r.failed THEN 'PROVIDER.refused' END, r.customer, pg_catalog.round(r.minor / 100.0, 2), r.currency, r.reference,
       convert_to(CASE WHEN r.failed THEN '12:Content-Type,24:application/problem+json,' ELSE '12:Content-Type,16:application/json,' END, 'UTF8'),
       convert_to(CASE WHEN r.failed THEN '{"status":402,"title":"Refused by the provider","error_code":"PROVIDER.refused"}'
                       ELSE '{"id":"' || r.effect || '","status":"succeeded","amount":' || r.minor || ',"currency":"' || r.currency || '","reference":"' || r.reference || '"}'
                  END, 'UTF8')
FROM (
  -- UUIDs that begin with their time (version 7), as clients make them that care for the index: it also halves the time of this insert.
  SELECT q.*, q.f < 3 AND q.gateway AS failed,
         (lpad(to_hex((1000 * extract(epoch FROM q.created_at))::bigint), 12, '0') || '7' || substr(q.d, 14, 3) || 'a' || substr(q.d, 18))::uuid::text AS key,
         '{"amount":' || q.minor || ',"currency":"' || q.currency || '","customer":"' || q.customer || '","reference":"' || q.reference || '"}' AS request
  FROM (
    SELECT (ARRAY['acme', 'acme', 'acme', 'globex', 'globex', 'initech'])[1 + h.a % 6] AS tenant,
           (ARRAY['POST /payments', 'POST /payments', 'POST /payments', 'POST /payments', 'POST /refunds', 'POST /refunds', 'POST /refunds',
                  'POST /ledger-entries', 'POST /ledger-entries', 'POST /credits'])[1 + h.b % 10] AS operation,
           h.b % 10 < 7 AS gateway,
           -- Half of them evenly over three days, half in the last four hours, at about the pace of the traffic to come.
           now() - CASE WHEN h.i <= $1::bigint / 2 THEN interval '3 days' * (1 - 2 * (h.i - h.c / 65536.0) / $1::bigint)
                        ELSE interval '4 hours' * 2 * (1 - (h.i - h.c / 65536.0) / $1::bigint) END AS created_at,
           interval '1 millisecond' * (20 + h.e % 180 + CASE WHEN h.f < 5 THEN 1500 ELSE 0 END) AS took,
           'c_' || h.c % 400 AS customer,
           (100 + (h.a * 256 + h.c) % 50000)::bigint AS minor,
           (ARRAY['EUR', 'EUR', 'USD', 'GBP'])[1 + h.e % 4] AS currency,
           CASE WHEN h.b % 10 BETWEEN 4 AND 6 THEN 'ch_' || substr(h.d, 1, 12) ELSE 'order-' || h.i END AS reference,
           CASE WHEN h.b % 10 BETWEEN 4 AND 6 THEN 'rf_' ELSE 'ch_' END || substr(h.d, 9, 16) AS effect,
           h.d, h.e, h.f
    FROM (
      SELECT n.i, n.d, ('x' || substr(n.d, 1, 4))::bit(16)::int AS a, ('x' || substr(n.d, 5, 4))::bit(16)::int AS b,
             ('x' || substr(n.d, 17, 4))::bit(16)::int AS c, ('x' || substr(n.d, 21, 4))::bit(16)::int AS e,
             ('x' || substr(n.d, 25, 2))::bit(8)::int % 120 AS f
      FROM (SELECT i, md5($2::text || '/' || i) AS d FROM generate_series($3::bigint, $4::bigint) i OFFSET 0) n
      OFFSET 0
    ) h
    OFFSET 0
  ) q
  OFFSET 0
) r
RETURNING *)
SELECT k.tenant, k.operation, k.key, k.state = 'succeeded', pg_catalog.round(k.amount * 100)::bigint, k.currency, k.reference,
       CASE WHEN k.state = 'succeeded' THEN convert_from(substring(k.response_body FROM 8 FOR 19), 'UTF8') ELSE '' END
FROM made k
WHERE k.operation IN ('POST /payments', 'POST /refunds'))";

// $1 keys of three days, $2 seed: twelve hours in steps of 30 s, the last of them in steps of 10; what each
// step counted goes up and down with the time of day.
constexpr std::string_view counters_sql = R"(
INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n)
SELECT s.at, md5('history ' || $2::text)::uuid, s.flush, t.tenant, o.operation, c.name, c.bucket, v.n
FROM (SELECT i AS flush, i::float8 AS step, 1.0 AS length, clock_timestamp() - interval '30 seconds' * (1441 - i) AS at FROM generate_series(1, 1320) i
      UNION ALL
      SELECT 1320 + i, 1320 + i / 3.0, 1 / 3.0, clock_timestamp() - interval '10 seconds' * (361 - i) FROM generate_series(1, 360) i) s
CROSS JOIN (VALUES ('acme', 0.5), ('globex', 0.33), ('initech', 0.17)) t (tenant, share)
CROSS JOIN (VALUES ('POST /payments', 0.4, true), ('POST /refunds', 0.3, true), ('POST /ledger-entries', 0.2, false),
                   ('POST /credits', 0.1, false)) o (operation, share, gateway)
CROSS JOIN (VALUES ('created', NULL::float8, 1.0, true), ('completed', NULL, 0.96, true), ('failed', NULL, 0.025, false), ('replayed', NULL, 0.09, true),
                   ('conflict', NULL, 0.03, false), ('mismatch', NULL, 0.008, true), ('time_to_completion_ms', 50, 0.3, true),
                   ('time_to_completion_ms', 100, 0.4, true), ('time_to_completion_ms', 250, 0.2, true), ('time_to_completion_ms', 2500, 0.03, false),
                   ('retry_delay_ms', 100, 0.02, false), ('retry_delay_ms', 1000, 0.04, false), ('retry_delay_ms', 2500, 0.02, false))
           c (name, bucket, share, everywhere)
CROSS JOIN LATERAL (
  SELECT floor($1::float8 / 2 * s.length * (1 / 8640.0 + CASE WHEN s.step > 960 THEN 1 / 480.0 ELSE 0 END) * t.share * o.share * c.share * (1 + 0.3 * sin(s.step / 230.0))
               + ('x' || substr(md5($2::text || s.flush || t.tenant || o.operation || c.name || coalesce(c.bucket, 0)), 1, 4))::bit(16)::int / 65536.0)::bigint AS n) v
WHERE (c.everywhere OR o.gateway) AND v.n > 0)";

std::vector<EffectRecord> effects_of(const pg::Rows& rows) {
  std::vector<EffectRecord> past;
  past.reserve(static_cast<std::size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) {
    key::Identity id;
    EffectRecord record;
    bool is_done = false;
    rows.read(row, 0, id.tenant, id.operation, id.key, is_done, record.request.amount,
              record.request.currency, record.request.reference, record.id);
    record.request.kind = effect_of(id.operation);
    record.request.key = key::downstream_key(id, record.request.kind);
    record.standing = is_done ? Standing::captured : Standing::declined;
    past.push_back(std::move(record));
  }
  return past;
}

pg::Connection connect(const std::string& conninfo) {
  return pg::Connection::open(
             {.conninfo = conninfo, .application_name = "onceover try history", .deadline = history_within})
      .value();
}

}  // namespace

Result<void> HistoryMaker::make_keys(pg::Connection& connection, std::int64_t part) {
  const std::int64_t last = std::exchange(missing_, std::max<std::int64_t>(0, missing_ - part));
  if (missing_ == last) return {};
  pg::Params params;
  params.integer(history_.rows).text(std::to_string(history_.seed)).integer(missing_ + 1).integer(last);
  return as_result([&]() -> Result<void> {
    auto transaction = pg::Transaction::begin(connection, {.statement_timeout = history_within}).value();
    ledger_.remember(effects_of(transaction.exec(keys_sql, params).value()));
    (void)transaction.commit().value();
    // Without statistics pages would be planned for an empty table.
    (void)connection.exec("ANALYZE onceover.keys").value();
    return {};
  });
}

Result<void> HistoryMaker::make_recent() {
  return as_result([&] {
    auto connection = connect(conninfo_);
    return make_keys(connection, recent_keys);
  });
}

Result<void> HistoryMaker::make_rest(const std::function<bool()>& should_continue) {
  if (history_.rows <= 0) return {};
  return as_result([&]() -> Result<void> {
    pg::Params params;
    params.integer(history_.rows).text(std::to_string(history_.seed));
    auto connection = connect(conninfo_);
    (void)connection.exec(counters_sql, params).value();
    for (const std::string_view sql :
         {"SELECT onceover.roll_up_counters(1000000)", "ANALYZE onceover.counter_minutes",
          "ANALYZE onceover.counter_hours"}) {
      (void)connection.exec(sql).value();
    }
    while (missing_ > 0 && should_continue())
      require(make_keys(connection, std::max(smallest_part, history_.rows / most_parts)));
    return {};
  });
}

}  // namespace onceover::try_it

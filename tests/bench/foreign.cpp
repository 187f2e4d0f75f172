// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/foreign.h"

#include <fmt/format.h>

#include "tests/bench/common.h"
#include "tests/bench/store.h"
#include "tests/support/raw.h"

namespace onceover::bench {
namespace {

constexpr const char* table = R"(
CREATE SCHEMA pay;
CREATE TABLE pay.idempotency_keys (
  merchant text NOT NULL, idempotency_key text NOT NULL, endpoint text NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL,
  locked_until timestamptz, worker text, request jsonb NOT NULL, request_hash char(64) NOT NULL, response_code int, response_body jsonb,
  error text, attempts int NOT NULL DEFAULT 1))";

// Merchants by the cube of an even number: 0 is met a third of the time.
constexpr const char* fill_rows = R"(
INSERT INTO pay.idempotency_keys
SELECT 'm-' || floor(pow((hash >> 20 & 4095) / 4096.0, 3) * 5000), {key}, (ARRAY['POST /payments', 'POST /payments', 'POST /payments',
       'POST /payments', 'POST /refunds', 'POST /refunds', 'PUT /payouts', 'POST /mandates'])[1 + (hash & 7)],
       CASE WHEN kind < 200 THEN 'pending' WHEN kind < 1200 THEN 'failed' ELSE 'completed' END, t,
       CASE WHEN kind < 20 THEN t + interval '90 s' WHEN kind < 200 THEN timestamptz 'now' + interval '1 d' END,
       CASE WHEN kind < 200 THEN 'pay-worker-' || (hash & 15) END,
       jsonb_build_object('amount', (hash & 65535) / 100.0, 'currency', 'EUR', 'order', 'ord-' || i), md5(i::text) || md5('r' || i),
       CASE WHEN kind >= 1200 THEN 201 WHEN kind >= 200 THEN 402 END,
       CASE WHEN kind >= 200 THEN jsonb_build_object('id', 'pay_' || i, 'status', 'settled') END,
       CASE WHEN kind >= 200 AND kind < 1200 THEN 'card declined: insufficient funds' END, 1
FROM (SELECT i, hashint4(i) & 2147483647 AS hash, i::bigint * 7919 % 100000 AS kind,
             timestamptz '2026-01-01' + i * interval '0.8 s' AS t FROM generate_series({from}, {to}) i) each_row)";

constexpr std::string_view key_sql =
    "left(md5('k' || i), 8) || '-' || substr(md5('k' || i), 9, 4) || '-4' || substr(md5('k' || i), 14, 19)";
// A statement's rows; what it takes to report progress, no more.
constexpr std::int64_t at_once = 1'000'000;

tables::StateRule when(const std::string& word, key::State state) {
  return {{{.column = "status", .is = tables::Condition::Is::one_of, .values = {word}}}, state, word};
}

tables::Profile payments() {
  tables::Profile p;
  p.name = "payments";
  p.schema = "pay";
  p.table = "idempotency_keys";
  p.identity = {"merchant", "idempotency_key"};
  p.key = "idempotency_key";
  p.tenant = "merchant";
  p.operation = "endpoint";
  p.never_null = {"merchant", "idempotency_key", "endpoint", "status", "created_at", "attempts"};
  p.states = {.column = "status",
              .rules = {when("pending", key::State::in_progress), when("completed", key::State::succeeded),
                        when("failed", key::State::failed)}};
  p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "locked_until"}};
  p.created_at = {.column = "created_at"};
  p.fingerprint = {.column = "request_hash", .form = tables::Digest::Form::hex};
  p.response_code = "response_code";
  p.response_body = {.column = "response_body", .form = tables::Body::Form::json};
  p.payload = {.column = "request"};
  p.attempts = {"attempts"};
  p.owner = "worker";
  p.error = {.column = "error"};
  p.amount = {.column = "request", .path = "/amount"};
  p.currency = {.column = "request", .path = "/currency"};
  p.reference = {.column = "request", .path = "/order"};
  return p;
}

}  // namespace

const tables::Profile& ForeignStore::profile() {
  static const tables::Profile p = payments();
  return p;
}

ForeignStore::ForeignStore(std::int64_t rows, const std::string& directory, const std::string& at)
    : conninfo_(at) {
  if (at.empty()) {
    // An index is built in memory, and what is logged for it soon goes.
    server_ = quiet_server(
        false, directory,
        {{"shared_buffers", "1GB"}, {"maintenance_work_mem", "512MB"}, {"max_wal_size", "512MB"}});
    conninfo_ = server_->conninfo();
  }
  const bool is_filled =
      test::RawConnection(conninfo_).scalar("SELECT to_regclass('pay.idempotency_keys') IS NOT NULL") == "t";
  if (!is_filled) fill(rows);
}

void ForeignStore::fill(std::int64_t rows) {
  const auto from = Steady::now();
  test::RawConnection raw(conninfo_);
  raw.exec("SET jit = off");
  raw.exec("BEGIN");
  raw.exec(table);
  for (std::int64_t first = 1; first <= rows; first += at_once) {
    raw.exec(fmt::format(fmt::runtime(fill_rows), fmt::arg("key", key_sql), fmt::arg("from", first),
                         fmt::arg("to", std::min(rows, first + at_once - 1))));
  }
  // In the table's own transaction neither rows nor index are logged.
  raw.exec("ALTER TABLE pay.idempotency_keys ADD PRIMARY KEY (merchant, idempotency_key)");
  raw.exec("COMMIT");
  raw.exec("VACUUM (FREEZE, ANALYZE) pay.idempotency_keys");
  raw.exec("CHECKPOINT");
  fill_seconds_ = seconds_since(from);
}

std::string ForeignStore::key_of(std::int64_t row) const {
  return test::RawConnection(conninfo_).scalar(
      fmt::format("SELECT {} FROM (SELECT {} AS i) r", key_sql, row));
}

Touched touched(const std::string& conninfo, const std::string& table_name) {
  test::RawConnection raw(conninfo);
  const auto number = [&](const char* what) {
    return std::stoll(raw.scalar(
        fmt::format(
            "SELECT coalesce({}, 0) FROM pg_stat_user_tables s JOIN pg_statio_user_tables b USING (relid) "
            "WHERE relid = $1::regclass",
            what),
        {table_name}));
  };
  return {number("seq_scan"), number("seq_tup_read"), number("idx_tup_fetch"),
          number("heap_blks_read + heap_blks_hit")};
}

}  // namespace onceover::bench

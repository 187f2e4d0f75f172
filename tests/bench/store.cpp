// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/store.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <stdexcept>

#include "core/schema/schema.h"
#include "tests/support/raw.h"

namespace onceover::bench {
namespace {

// 7 is coprime to 10: each kind is spread evenly over every run of ten keys.
constexpr const char* fill_keys = R"(
INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, completed_at, expires_at, response_code,
                           response_version, state, holder, fingerprint_kind, fingerprint, owner, correlation_id, customer, amount, currency,
                           reference, response_headers, response_body)
SELECT 'acme', 'POST /refunds', md5(i::text) || '-' || i, t, t, nextval('onceover.fence'),
       CASE WHEN kind < {stuck} THEN t + interval '30 s' END,
       CASE WHEN kind >= {stuck} THEN t + interval '1 s' END,
       CASE WHEN kind >= {finished} THEN t + interval '30 d' WHEN kind >= {stuck} THEN t + interval '1 d' END,
       CASE WHEN kind >= {stuck} THEN 201 END, CASE WHEN kind >= {stuck} THEN 1 END,
       CASE WHEN kind < {stuck} THEN 'in_progress' ELSE 'succeeded' END,
       CASE WHEN kind >= {stuck} AND i % 100 = 3 THEN 'sweeper' ELSE 'executor' END,
       'jcs-sha256', sha256(i::text::bytea), 'web-1#0001', 'corr-' || i, 'c_' || i, 10.00, 'EUR', 'ch_' || i,
       CASE WHEN kind >= {stuck} THEN '\x0000000000000000'::bytea END,
       CASE WHEN kind >= {stuck} THEN convert_to('{{"id":"rf_' || i || '","status":"succeeded"}}', 'UTF8') END
FROM (SELECT i, i * 7 % 10 AS kind, clock_timestamp() - interval '10 d' + i * interval '0.5 s' AS t FROM generate_series(1, {keys}) i) each_key)";

constexpr const char* fill_cases = R"(
INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason)
SELECT tenant, operation, key, 'settled', 1, fence, 'settle_succeeded', 'The gateway did it.'
FROM onceover.keys WHERE expires_at <= clock_timestamp() AND holder = 'sweeper')";

}  // namespace

BigStore::BigStore(const Fill& fill, bool fsync) {
  try_it::PrivateServer::Options options;
  options.fsync = fsync;
  options.environment = keeping_memory();
  // No vacuum and no timed checkpoint in the middle of a turn. The table fits into a quarter of the buffers,
  // or reading it would not keep it.
  options.settings = {{"autovacuum", "off"},
                      {"checkpoint_timeout", "1d"},
                      {"max_wal_size", "16GB"},
                      {"shared_buffers", "2GB"}};
  auto server = try_it::PrivateServer::start(options);
  if (!server) give_up(server.error());
  server_ = std::move(*server);
  test::RawConnection(server_->conninfo()).exec("CREATE DATABASE filled");
  fill_own(server_->conninfo("filled"), fill);
}

void fill_own(const std::string& conninfo, const Fill& fill) {
  {
    auto connection = open(conninfo);
    if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  }
  test::RawConnection raw(conninfo);
  raw.exec("SET synchronous_commit = off");
  raw.exec(fmt::format(fmt::runtime(fill_keys), fmt::arg("keys", fill.keys),
                       fmt::arg("stuck", fill.stuck_of_ten),
                       fmt::arg("finished", fill.stuck_of_ten + fill.past_of_ten)));
  raw.exec(fill_cases);
  raw.exec("VACUUM (FREEZE, ANALYZE)");
}

std::string BigStore::fresh() {
  test::RawConnection admin(server_->conninfo());
  admin.exec("DROP DATABASE IF EXISTS turn WITH (FORCE)");
  admin.exec("CREATE DATABASE turn TEMPLATE filled STRATEGY file_copy");
  test::RawConnection reader(server_->conninfo("turn"));
  reader.exec("SELECT count(response_code) FROM onceover.keys");
  reader.exec("SET enable_seqscan = off");
  reader.exec(
      "SELECT count(*) FROM (SELECT created_at, key FROM onceover.keys ORDER BY created_at, key OFFSET 0) "
      "by_age");
  reader.exec(
      "SELECT count(*) FROM (SELECT key FROM onceover.keys ORDER BY key, operation, tenant OFFSET 0) by_key");
  return server_->conninfo("turn");
}

std::string BigStore::server_version() const {
  return test::RawConnection(server_->conninfo()).scalar("SHOW server_version");
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(q * static_cast<double>(values.size()));
  return values[std::min(rank, values.size() - 1)];
}

double own_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

double seconds_since(Steady::time_point from) {
  return std::chrono::duration<double>(Steady::now() - from).count();
}

void in_turn(int rounds, const std::vector<std::function<void()>>& ways) {
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t w = 0; w < ways.size(); ++w) ways[round % 2 == 0 ? w : ways.size() - 1 - w]();
  }
}

}  // namespace onceover::bench

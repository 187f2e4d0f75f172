// SPDX-License-Identifier: Apache-2.0
// Requests of another maker's service: some of them stuck, a gateway that knows what became of them, and
// whoever else writes the table.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/reconcile/case_list.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/inspect/inspect.h"
#include "tests/support/database.h"
#include "tests/support/fake_gateway.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline pg::Connection swept_by(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "onceover-rows"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

inline tables::Profile requests_profile() {
  using namespace foreign;
  using Value = tables::Assignment::Value;
  tables::Profile p;
  p.name = "requests";
  p.schema = "public";
  p.table = "requests";
  p.identity = {"merchant", "request_id"};
  p.key = "request_id";
  p.tenant = "merchant";
  p.operation_name = "refund";
  p.gateway_key = "{tenant}:{key}";
  p.order = {"created", "merchant", "request_id"};
  p.never_null = {"merchant", "request_id", "created", "phase"};
  p.states = {.column = "phase",
              .rules = {when_word("phase", "RUNNING", key::State::in_progress),
                        when_word("phase", "NEW", key::State::released),
                        when_word("phase", "DONE", key::State::succeeded),
                        when_word("phase", "REJECTED", key::State::failed)}};
  p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "locked_until"}};
  p.created_at = {.column = "created"};
  p.response_code = "code";
  p.response_body = {.column = "reply", .form = tables::Body::Form::text};
  p.owner = "worker";
  p.correlation_id = "trace";
  p.amount = {.column = "amount"};
  p.currency = {.column = "currency"};
  p.writes[tables::Verb::succeed].set = {{.column = "phase", .text = "DONE"},
                                         {.column = "code", .value = Value::code},
                                         {.column = "reply", .value = Value::body},
                                         {.column = "locked_until", .value = Value::null}};
  p.writes[tables::Verb::fail].set = {{.column = "phase", .text = "REJECTED"},
                                      {.column = "problem", .value = Value::reason},
                                      {.column = "locked_until", .value = Value::null}};
  p.writes[tables::Verb::release].set = {{.column = "phase", .text = "NEW"},
                                         {.column = "locked_until", .value = Value::null}};
  for (auto& [verb, write] : p.writes) write.declared = true;
  return p;
}

class RowsTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = swept_by(database.conninfo());
  FakeGateway gateway;
  tables::Profile p = requests_profile();

  void SetUp() override {
    raw.exec(
        "CREATE TABLE requests (merchant bigint NOT NULL, request_id text NOT NULL, created timestamptz NOT "
        "NULL DEFAULT clock_timestamp() - interval '20 minutes', phase text NOT NULL, locked_until "
        "timestamptz, worker text, amount text DEFAULT '10.00', currency text DEFAULT 'EUR', code int, reply "
        "text, problem text, trace text, PRIMARY KEY (merchant, request_id));"
        "CREATE INDEX ON requests (created, merchant, request_id) WHERE phase = 'RUNNING'");
  }

  void row(const std::string& key,
           const std::string& locked_until = "clock_timestamp() - interval '10 minutes'",
           const std::string& phase = "RUNNING") {
    raw.exec(
        "INSERT INTO requests (merchant, request_id, phase, locked_until, worker, trace) VALUES (7, $1, "
        "$2, " +
            locked_until + ", 'pay-1', 'trace-' || $1)",
        {key, phase});
  }
  static std::string at_gateway(const std::string& key) { return "7:" + key; }
  std::string phase_of(const std::string& key) {
    return raw.scalar("SELECT phase FROM requests WHERE request_id = $1", {key});
  }
  // status, attempts and verdict of a row's case.
  std::string case_of(const std::string& key) {
    return raw.scalar(
        "SELECT concat_ws(' ', status, attempts, verdict) FROM onceover.row_cases WHERE key = $1", {key});
  }
  std::string owned() {
    return raw.scalar("SELECT count(*) FROM onceover.row_cases WHERE owner IS NOT NULL");
  }
  std::string audit_rows(const std::string& where) {
    return raw.scalar("SELECT count(*) FROM onceover.audit WHERE " + where);
  }

  // Tries are due at once, so that passes can follow one another without waiting.
  static sweeper::SweepConfig eager(int max_attempts = 8) {
    sweeper::SweepConfig config;
    config.share = 1;
    config.backoff_base = config.backoff_cap = std::chrono::microseconds(1);
    config.max_attempts = max_attempts;
    return config;
  }
  Result<sweeper::SweepCounts> try_sweep(const sweeper::SweepConfig& config) {
    sweeper::RowSweeper one(connection, p, gateway, config, {"sweeper", "host", "onceover-test"}, nullptr,
                            Random(1), log);
    return one.run_once();
  }
  sweeper::SweepCounts sweep(const sweeper::SweepConfig& config = {}) {
    auto counts = try_sweep(config);
    if (!counts) throw std::runtime_error(counts.error().sentence() + ' ' + counts.error().detail);
    return *counts;
  }
  std::vector<LogRecord> said;
  LogSink log = [this](const LogRecord& record) { said.push_back(record); };
};

}  // namespace onceover::test

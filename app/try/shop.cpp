#include "app/try/shop.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/outbox/outbox.h"
#include "core/pg/transaction.h"

namespace onceover::try_it {
namespace {

constexpr const char* payments_insert =
    "INSERT INTO shop.payments (tenant, key, id, customer, amount, currency, reference) "
    "VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text)";
constexpr const char* refunds_insert =
    "INSERT INTO shop.refunds (tenant, key, id, customer, amount, currency, charge_id) "
    "VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text)";
constexpr const char* account_upsert =
    "INSERT INTO shop.accounts AS a (account, balance) VALUES ($1::text, $2::bigint) "
    "ON CONFLICT (account) DO UPDATE SET balance = a.balance + excluded.balance";

// Any number, the same for all processes of the service.
constexpr std::int64_t settled_lock = 0x5E771ED;

// The join begins at the cases, which are few: the keys are many.
constexpr const char* settled_without_rows =
    "SELECT k.tenant, k.operation, k.key, coalesce(k.customer, ''), pg_catalog.round(k.amount * 100)::bigint, k.currency, "
    "  coalesce(k.reference, ''), coalesce(k.response_body, '') "
    "FROM onceover.cases c "
    "JOIN LATERAL (SELECT r.* FROM onceover.keys r WHERE r.tenant = c.tenant AND r.operation = c.operation AND r.key = c.key OFFSET 0) k "
    "  ON true "
    "WHERE c.status = 'settled' AND k.state = 'succeeded' AND k.amount IS NOT NULL AND k.currency IS NOT NULL AND ("
    "  (c.operation = 'POST /payments' AND NOT EXISTS (SELECT FROM shop.payments p WHERE p.tenant = c.tenant AND p.key = c.key)) OR "
    "  (c.operation = 'POST /refunds' AND NOT EXISTS (SELECT FROM shop.refunds p WHERE p.tenant = c.tenant AND p.key = c.key))) "
    "LIMIT 100";

http::TraceContext trace_of_key(const key::Identity& id) {
  const std::string digest = to_hex(key::bytes_of(key::sha256(key::length_prefixed({id.tenant, id.operation, id.key}))));
  return {.trace_id = digest.substr(0, 32), .parent_id = digest.substr(32, 16), .flags = 1};
}

// A person's own answer may be without one.
std::string effect_id_of(const std::string& answer) {
  const auto parsed = nlohmann::json::parse(answer, nullptr, false);
  return parsed.is_object() && parsed.contains("id") && parsed["id"].is_string() ? parsed["id"].get<std::string>() : "settled";
}

outbox::Event event_of(const Finished& finished, const Booking& booking, bool is_refund, const Announcing& announcing) {
  Random random = Random::from_system();
  return {
      .topic = bookings_topic,
      .aggregate_type = "account",
      .aggregate_id = booking.account,
      .type = is_refund ? "refund.captured" : "payment.captured",
      .payload = payload_of(booking, is_poison(finished.id.key, announcing.poison_one_in)),
      .headers = {{"correlation_id", finished.id.key},
                  {"idempotency_key", finished.id.key},
                  {std::string(http::traceparent_header), http::traceparent(finished.trace.value_or(trace_of_key(finished.id)), random)},
                  {account_header, booking.account}}};
}

}  // namespace

std::string_view shop_schema_sql() {
  return R"(
CREATE SCHEMA shop;
CREATE TABLE shop.payments (tenant text NOT NULL, key text NOT NULL, id text NOT NULL, customer text, amount bigint NOT NULL,
  currency text NOT NULL, reference text NOT NULL, created_at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX payments_by_key ON shop.payments (key, tenant);
CREATE TABLE shop.refunds (tenant text NOT NULL, key text NOT NULL, id text NOT NULL, customer text, amount bigint NOT NULL,
  currency text NOT NULL, charge_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX refunds_by_key ON shop.refunds (key, tenant);
CREATE TABLE shop.ledger_entries (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant text NOT NULL, operation text NOT NULL,
  key text NOT NULL, account text NOT NULL, amount bigint NOT NULL, currency text NOT NULL, reference text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX ledger_entries_by_account ON shop.ledger_entries (account, currency);
CREATE TABLE shop.accounts (account text PRIMARY KEY, balance bigint NOT NULL) WITH (fillfactor = 50);
CREATE TABLE shop.bookings (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text NOT NULL, tenant text NOT NULL,
  operation text NOT NULL, key text NOT NULL, account text NOT NULL, amount bigint NOT NULL, currency text NOT NULL,
  booked_at timestamptz NOT NULL DEFAULT clock_timestamp());
)";
}

pg::Statement ledger_entry(const key::Identity& id, const MoneyRequest& money, std::int64_t amount) {
  return {
      "INSERT INTO shop.ledger_entries (tenant, operation, key, account, amount, currency, reference) "
      "VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text) RETURNING id",
      pg::params(id.tenant, id.operation, id.key, money.customer, amount, money.currency, money.reference)};
}

Result<std::vector<pg::Statement>> finish_statements(const Finished& finished, const Announcing& announcing) {
  return as_result([&] {
    const MoneyRequest& money = finished.money;
    const bool is_refund = finished.id.operation == refunds_operation;
    const std::int64_t amount = is_refund ? -money.amount : money.amount;
    const Booking booking{finished.id, finished.effect_id,
                          fmt::format("{}:{}", money.customer.empty() ? "unnamed" : money.customer, money.currency), amount,
                          money.currency};
    std::vector<pg::Statement> all;
    all.push_back({account_upsert, pg::params(booking.account, amount)});
    all.push_back(
        {is_refund ? refunds_insert : payments_insert, pg::params(finished.id.tenant, finished.id.key, finished.effect_id, money.customer,
                                                                  money.amount, money.currency, money.reference)});
    all.push_back(ledger_entry(finished.id, money, amount));
    if (announcing.is_on) {
      outbox::Event event = event_of(finished, booking, is_refund, announcing);
      all.push_back(outbox::enqueue_statement(event).value());
    }
    return all;
  });
}

Result<int> book_settled(pg::Connection& connection, const Announcing& announcing) {
  return as_result([&] {
    auto transaction = pg::Transaction::begin(connection, {}).value();
    if (!transaction.exec_prepared("SELECT pg_try_advisory_xact_lock($1::bigint)", pg::params(settled_lock)).value().boolean(0, 0))
      return 0;
    // A statement of its own, so that it sees what the one before under this lock has committed.
    const pg::Rows rows = transaction.exec_prepared(settled_without_rows).value();
    for (int row = 0; row < rows.size(); ++row) {
      Finished finished;
      std::string answer;
      rows.read(row, 0, finished.id.tenant, finished.id.operation, finished.id.key, finished.money.customer, finished.money.amount,
                finished.money.currency, finished.money.reference, answer);
      finished.effect_id = effect_id_of(answer);
      const std::vector<pg::Statement> statements = finish_statements(finished, announcing).value();
      for (const pg::Statement& statement : statements) require(transaction.exec_prepared(statement.sql, statement.params));
    }
    require(transaction.commit());
    return rows.size();
  });
}

}  // namespace onceover::try_it

// SPDX-License-Identifier: Apache-2.0
#include "app/try/shop.h"

#include <fmt/format.h>

#include "core/http/error_code.h"
#include "core/http/retry_after.h"
#include "core/key/sha256.h"
#include "core/outbox/outbox.h"
#include "core/reconcile/verdict.h"

namespace onceover::try_it {
namespace {

using nlohmann::json;

constexpr const char* payments_insert =
    "INSERT INTO shop.payments (tenant, key, id, customer, amount, currency, reference) VALUES ($1::text, "
    "$2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text)";
constexpr const char* refunds_insert =
    "INSERT INTO shop.refunds (tenant, key, id, customer, amount, currency, charge_id) VALUES ($1::text, "
    "$2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text)";
constexpr const char* account_upsert =
    "INSERT INTO shop.accounts AS a (account, balance) VALUES ($1::text, $2::bigint) ON CONFLICT (account) "
    "DO UPDATE SET balance = a.balance + excluded.balance";

// Any number, the same for all processes of the service.
constexpr std::int64_t settled_lock = 0x5E771ED;

// The join begins at the cases, which are few: the keys are many.
constexpr const char* settled_without_rows =
    "SELECT k.tenant, k.operation, k.key, coalesce(k.customer, ''), pg_catalog.round(k.amount * "
    "100)::bigint, k.currency,   coalesce(k.reference, ''), coalesce(k.response_body, '') FROM "
    "onceover.cases c JOIN LATERAL (SELECT r.* FROM onceover.keys r WHERE r.tenant = c.tenant AND "
    "r.operation = c.operation AND r.key = c.key OFFSET 0) k   ON true WHERE c.status = 'settled' AND "
    "k.state = 'succeeded' AND k.amount IS NOT NULL AND k.currency IS NOT NULL AND ("
    "  (c.operation = 'POST /payments' AND NOT EXISTS (SELECT FROM shop.payments p WHERE p.tenant = c.tenant "
    "AND p.key = c.key)) OR   (c.operation = 'POST /refunds' AND NOT EXISTS (SELECT FROM shop.refunds p "
    "WHERE p.tenant = c.tenant AND p.key = c.key))) LIMIT 100";

http::TraceContext trace_of_key(const key::Identity& id) {
  const std::string digest =
      to_hex(key::bytes_of(key::sha256(key::length_prefixed({id.tenant, id.operation, id.key}))));
  return {.trace_id = digest.substr(0, 32), .parent_id = digest.substr(32, 16), .flags = 1};
}

outbox::Event event_of(const Finished& finished, const Booking& booking, bool is_refund,
                       const Announcing& announcing) {
  Random random = Random::from_system();
  return {.topic = bookings_topic,
          .aggregate_type = "account",
          .aggregate_id = booking.account,
          .type = is_refund ? "refund.captured" : "payment.captured",
          .payload = payload_of(booking, is_poison(finished.id.key, announcing.poison_one_in)),
          .headers = {{"correlation_id", finished.id.key},
                      {"idempotency_key", finished.id.key},
                      {std::string(http::traceparent_header),
                       http::traceparent(finished.trace.value_or(trace_of_key(finished.id)), random)},
                      {account_header, booking.account}}};
}

}  // namespace

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string effect_id_of(const std::string& answer) {
  const std::string id = text_in(json::parse(answer, nullptr, false), "id");
  return id.empty() ? "settled" : id;
}

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
      "INSERT INTO shop.ledger_entries (tenant, operation, key, account, amount, currency, reference) VALUES "
      "($1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text) RETURNING id",
      pg::params(id.tenant, id.operation, id.key, money.customer, amount, money.currency, money.reference)};
}

Result<std::vector<pg::Statement>> finish_statements(const Finished& finished, const Announcing& announcing) {
  return as_result([&] {
    const MoneyRequest& money = finished.money;
    const bool is_refund = finished.id.operation == refunds_operation;
    const std::int64_t amount = is_refund ? -money.amount : money.amount;
    const Booking booking{
        finished.id, finished.effect_id,
        fmt::format("{}:{}", money.customer.empty() ? "unnamed" : money.customer, money.currency), amount,
        money.currency};
    std::vector<pg::Statement> all;
    all.push_back({account_upsert, pg::params(booking.account, amount)});
    all.push_back({is_refund ? refunds_insert : payments_insert,
                   pg::params(finished.id.tenant, finished.id.key, finished.effect_id, money.customer,
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
    if (!transaction.exec_prepared("SELECT pg_try_advisory_xact_lock($1::bigint)", pg::params(settled_lock))
             .value()
             .boolean(0, 0))
      return 0;
    // A statement of its own, so that it sees what the one before under this lock has committed.
    const pg::Rows rows = transaction.exec_prepared(settled_without_rows).value();
    for (int row = 0; row < rows.size(); ++row) {
      Finished finished;
      std::string answer;
      rows.read(row, 0, finished.id.tenant, finished.id.operation, finished.id.key, finished.money.customer,
                finished.money.amount, finished.money.currency, finished.money.reference, answer);
      finished.effect_id = effect_id_of(answer);
      const std::vector<pg::Statement> statements = finish_statements(finished, announcing).value();
      for (const pg::Statement& statement : statements)
        require(transaction.exec_prepared(statement.sql, statement.params));
    }
    require(transaction.commit());
    return rows.size();
  });
}

namespace {

constexpr std::int64_t most = 1'000'000'000;
constexpr std::size_t max_text = 100;
constexpr std::array<const char*, 3> accepted_currencies{"EUR", "USD", "GBP"};

serve::Handled unknown(std::string reason) { return serve::Unknown{std::move(reason), short_wait}; }

}  // namespace

tl::expected<MoneyRequest, std::string> parse_money_request(const std::string& body) {
  const auto parsed = json::parse(body, nullptr, false);
  if (!parsed.is_object()) return tl::unexpected<std::string>("The body must be a JSON object.");
  MoneyRequest request;
  const auto amount = parsed.find("amount");
  if (amount == parsed.end() || !amount->is_number_unsigned())
    return tl::unexpected<std::string>("amount must be a whole number of cents.");
  const auto cents = amount->get<std::uint64_t>();
  if (cents == 0 || cents > static_cast<std::uint64_t>(most))
    return tl::unexpected(fmt::format("amount must be from 1 to {}.", most));
  request.amount = static_cast<std::int64_t>(cents);
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto found = parsed.find(name);
    if (found == parsed.end()) return std::string();
    if (!found->is_string()) return std::nullopt;
    std::string value = found->get<std::string>();
    // What goes into a database and a URL without further thought.
    const bool is_plain =
        value.size() <= max_text && std::ranges::all_of(value, [](char c) { return c > ' ' && c < 0x7F; });
    return is_plain ? std::optional(std::move(value)) : std::nullopt;
  };
  const auto customer = text("customer"), currency = text("currency"), reference = text("reference"),
             charge = text("charge_id");
  if (!customer || !currency || !reference || !charge)
    return tl::unexpected<std::string>(
        "customer, currency, reference and charge_id must be short plain texts.");
  if (!currency->empty()) request.currency = *currency;
  if (std::ranges::find(accepted_currencies, request.currency) == accepted_currencies.end())
    return tl::unexpected<std::string>("currency must be EUR, USD or GBP.");
  request.customer = *customer;
  request.reference = charge->empty() ? *reference : *charge;
  if (request.reference.empty())
    return tl::unexpected<std::string>("reference is missing (for a refund: charge_id).");
  return request;
}

std::string decimal(std::int64_t minor) { return fmt::format("{}.{:02}", minor / 100, minor % 100); }

http::Answer problem(int status, std::string_view code, std::string title, std::string detail) {
  return http::problem_answer({status, code, std::move(title), std::move(detail)});
}

serve::Handled read_effect(const call::Reply& reply, const std::string& downstream_key, bool taken_over,
                           const gateway::ResponseTemplate* shape) {
  if (reply.is_unsent && !taken_over) return serve::NoEffect{http::dependency_unavailable(short_wait)};
  if (reply.status == 0 || !reply.why.empty()) return unknown("The gateway did not answer.");
  if (reply.status == 429 && !taken_over) {
    // From before the gateway's own idempotency layer: this call did nothing. An earlier one may have.
    auto answer = problem(429, http::error_code::rate_limited, "Too many requests", "Nothing was executed.");
    answer.headers.emplace_back(
        "Retry-After", http::format_retry_after(reply.retry_after.value_or(std::chrono::seconds(1))));
    return serve::NoEffect{std::move(answer)};
  }
  const json answer = json::parse(reply.body, nullptr, false);
  if (text_in(answer, "idempotency_key") != downstream_key) {
    return unknown(
        fmt::format("The gateway's answer (HTTP {}) does not mention this request.", reply.status));
  }
  const std::string status = text_in(answer, "status");
  if (status == "declined" || status == "cancelled") {
    const bool declined = status == "declined";
    return serve::Answered{
        problem(declined ? 402 : 422,
                declined ? http::error_code::provider_refused : http::error_code::provider_cancelled,
                declined ? "Refused by the provider" : "Cancelled before it was performed",
                "Nothing was performed, and never will be under this key. To try again, use a new key.")};
  }
  if (status != "captured") return unknown("The gateway is still working on it.");
  gateway::Evidence evidence;
  evidence.body = reply.body;
  const auto response = shape == nullptr ? std::nullopt : reconcile::render(*shape, evidence);
  if (!response) return unknown("The gateway's answer was not understood.");
  return serve::Answered{{response->code, response->headers, response->body}};
}

namespace {

constexpr int known_format = 1, poison_format = 2;

key::Identity identity_of(const json& object) {
  return {text_in(object, "tenant"), text_in(object, "operation"), text_in(object, "key")};
}

}  // namespace

std::string payload_of(const Booking& booking, bool is_poison) {
  return json{{"format", is_poison ? poison_format : known_format},
              {"tenant", booking.id.tenant},
              {"operation", booking.id.operation},
              {"key", booking.id.key},
              {"effect", booking.effect_id},
              {"account", booking.account},
              {"amount", booking.amount},
              {"currency", booking.currency}}
      .dump();
}

tl::expected<Booking, std::string> read_booking(std::string_view payload) {
  const json object = json::parse(payload, nullptr, false);
  if (!object.is_object()) return tl::unexpected<std::string>("The booking is not a JSON object.");
  const auto format = object.find("format"), amount = object.find("amount");
  if (format == object.end() || *format != known_format)
    return tl::unexpected(fmt::format("The booking has format {}, and this consumer reads format {}.",
                                      format == object.end() ? std::string("none") : format->dump(),
                                      known_format));
  if (amount == object.end() || !amount->is_number_integer())
    return tl::unexpected<std::string>("The booking has no amount.");
  Booking booking{identity_of(object), text_in(object, "effect"), text_in(object, "account"),
                  amount->get<std::int64_t>(), text_in(object, "currency")};
  if (booking.id.key.empty() || booking.account.empty() || booking.currency.empty())
    return tl::unexpected<std::string>("The booking lacks its key, its account or its currency.");
  return booking;
}

std::optional<key::Identity> announced_by(std::string_view payload) {
  const json object = json::parse(payload, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  key::Identity id = identity_of(object);
  return id.key.empty() ? std::nullopt : std::optional(std::move(id));
}

bool is_poison(std::string_view key, int one_in) {
  if (key.starts_with(poison_prefix)) return true;
  if (one_in <= 0) return false;
  const key::Digest digest = key::sha256(key);
  const unsigned drawn =
      static_cast<unsigned>(digest[0]) << 16 | static_cast<unsigned>(digest[1]) << 8 | digest[2];
  return drawn % static_cast<unsigned>(one_in) == 0;
}

std::optional<inbox::Failure> book(inbox::Work& work) {
  for (const inbox::Event& event : work.events) {
    const auto booking = read_booking(event.payload.value_or(""));
    if (!booking) return inbox::Failure{.error = booking.error()};
    require(work.connection.exec_prepared(
        "INSERT INTO shop.bookings (event_id, tenant, operation, key, account, amount, currency) VALUES "
        "($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $7::text)",
        pg::params(event.id, booking->id.tenant, booking->id.operation, booking->id.key, booking->account,
                   booking->amount, booking->currency)));
  }
  return std::nullopt;
}

}  // namespace onceover::try_it

// SPDX-License-Identifier: Apache-2.0
// What the business keeps beside its keys: the tables of schema shop, what a finished payment or refund
// writes there, and the event that announces it in the same transaction.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/evidence.h"
#include "core/http/contract.h"
#include "core/http/headers.h"
#include "core/inbox/handler.h"
#include "core/key/types.h"
#include "core/pg/connection.h"
#include "core/serve/serve.h"

namespace onceover::try_it {

// The event of a finished payment or refund, and the books that a consumer keeps of such events: each once,
// by its inbox. The format is pure; only book() talks to a database.

inline constexpr const char* bookings_topic = "payments";
inline constexpr const char* bookings_consumer = "bookkeeping";
inline constexpr const char* account_header = "account";

struct Booking {
  key::Identity id;         // of the payment or refund
  std::string effect_id;    // the gateway's
  std::string account;      // the event's aggregate
  std::int64_t amount = 0;  // minor units; negative for a refund
  std::string currency;
};

// JSON. A poison event is one in a format that the consumer does not know: it fails each time.
std::string payload_of(const Booking& booking, bool is_poison);
// The booking, or a sentence about why it cannot be read.
tl::expected<Booking, std::string> read_booking(std::string_view payload);
// Whose booking it is, in whatever format; nullopt: unknown.
std::optional<key::Identity> announced_by(std::string_view payload);

// Keys that ask for a poison event begin so.
inline constexpr std::string_view poison_prefix = "poison-";
// Always the same for the same key. one_in: 0: only those that ask.
bool is_poison(std::string_view key, int one_in);

// An inbox::Handler: a row in shop.bookings for each event.
std::optional<inbox::Failure> book(inbox::Work& work);

// Of a JSON object; empty where it is missing, or no text.
std::string text_in(const nlohmann::json& object, const char* name);

// What the service reads: requests of clients, checked, and answers of the gateway. Pure. Whatever is not
// understood of an answer is unknown, and unknown is never failed.

// {"customer": "c_1", "amount": 1000, "currency": "EUR", "reference": "order-7"}; amount in minor units. A
// refund names the charge in "charge_id", which is its reference.
struct MoneyRequest {
  std::string customer;  // may be empty
  std::int64_t amount = 0;
  std::string currency = "EUR";
  std::string reference;
};

// The request, or a sentence about what is wrong with it.
tl::expected<MoneyRequest, std::string> parse_money_request(const std::string& body);

// 1250 → "12.50": the currencies here have two digits.
std::string decimal(std::int64_t minor);

// What an effect came to. taken_over: an earlier attempt may have reached the gateway. shape: of the answer,
// as reconciliation makes it from evidence; nullptr: none is known.
serve::Handled read_effect(const call::Reply& reply, const std::string& downstream_key, bool taken_over,
                           const gateway::ResponseTemplate* shape);
// Of the effect, from the answer to the client. A person's own answer may be without one.
std::string effect_id_of(const std::string& answer);

http::Answer problem(int status, std::string_view code, std::string title, std::string detail);
// Of a client whose outcome is unknown: leases are short here.
inline constexpr Duration short_wait = std::chrono::seconds(2);

inline constexpr std::string_view payments_operation = "POST /payments", refunds_operation = "POST /refunds";
// What the gateway calls it.
inline std::string effect_of(std::string_view operation) {
  return operation == refunds_operation ? "refund" : "charge";
}

// Run once on an empty database. No unique constraint on a key: where an effect happened twice, these tables
// must be able to show it.
std::string_view shop_schema_sql();

// A row for the service's own books. amount: minor units; negative for a refund.
pg::Statement ledger_entry(const key::Identity& id, const MoneyRequest& money, std::int64_t amount);

struct Finished {
  key::Identity id;       // of payments_operation or refunds_operation
  std::string effect_id;  // the gateway's
  MoneyRequest money;
  std::optional<http::TraceContext> trace;  // of the request; none: one is made from the key
};

struct Announcing {
  bool is_on = true;      // false: no events are written
  int poison_one_in = 0;  // of the events; 0: only keys that ask for it
};

// To be sent with the key's completion, in one transaction. The account's row is locked before its event gets
// a number, so that the events of an account are published in the order of their commits. invalid_input: as
// of outbox::enqueue_statement.
Result<std::vector<pg::Statement>> finish_statements(const Finished& finished, const Announcing& announcing);

// A key that was settled from evidence is finished, but the service never wrote its own rows and its event:
// it does so now, each once, whatever processes try at the same time. Returns how many, at most 100: call
// again.
Result<int> book_settled(pg::Connection& connection, const Announcing& announcing);

}  // namespace onceover::try_it

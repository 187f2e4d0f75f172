// What the business keeps beside its keys: the tables of schema shop, what a finished payment or refund writes there, and the event that
// announces it in the same transaction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/try/booking.h"
#include "app/try/service_messages.h"
#include "core/base/result.h"
#include "core/http/trace_context.h"
#include "core/key/types.h"
#include "core/pg/connection.h"

namespace onceover::try_it {

inline constexpr std::string_view payments_operation = "POST /payments", refunds_operation = "POST /refunds";

// Run once on an empty database. No unique constraint on a key: where an effect happened twice, these tables must be able to show it.
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
  int poison_one_in = 0;  // of booking.h; 0: only keys that ask for it
};

// To be sent with the key's completion, in one transaction. The account's row is locked before its event gets a number, so that the events
// of an account are published in the order of their commits. invalid_input: as of outbox::enqueue_statement.
Result<std::vector<pg::Statement>> finish_statements(const Finished& finished, const Announcing& announcing);

// A key that was settled from evidence is finished, but the service never wrote its own rows and its event: it does so now, each once,
// whatever processes try at the same time. Returns how many, at most 100: call again.
Result<int> book_settled(pg::Connection& connection, const Announcing& announcing);

}  // namespace onceover::try_it

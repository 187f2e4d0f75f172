// What the service reads: requests of clients, checked, and answers of the gateway. Pure. Whatever is not understood of an answer is
// unknown, and unknown is never failed.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "app/try/local_http.h"
#include "core/gateway/evidence.h"
#include "core/http/answer.h"

namespace onceover::try_it {

// {"customer": "c_1", "amount": 1000, "currency": "EUR", "reference": "order-7"}; amount in minor units. A refund names the charge
// in "charge_id", which is its reference.
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

// What an effect came to.
struct Effect {
  http::Answer answer;     // to the client
  bool no_effect = false;  // known: the gateway did nothing, now or before
  std::string id;          // of the effect, where it happened
  std::string error_code;  // of a final refusal
};

// taken_over: an earlier attempt may have reached the gateway. shape: of the answer, as reconciliation makes it from evidence;
// nullptr: none is known.
Effect read_effect(const HttpReply& reply, const std::string& downstream_key, bool taken_over, const gateway::ResponseTemplate* shape);

http::Answer problem(int status, std::string_view code, std::string title, std::string detail);
// With the wait of this service, whose leases are short.
http::Answer outcome_unknown(std::string_view reason);

}  // namespace onceover::try_it

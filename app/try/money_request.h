// What clients of the payment service send, checked: pure.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

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

}  // namespace onceover::try_it

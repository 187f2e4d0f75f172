// SPDX-License-Identifier: Apache-2.0
// What the director, the executors and the judge agree on: the stores and their gateways, and what each key
// asks for. Pure: a key is the same for the same number in every process.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

#include "app/try/shop.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/key/identity.h"
#include "core/key/sha256.h"

namespace onceover::test::storm {

// One database each, with a gateway of its own.
enum class StoreKind {
  // the gateway dedupes by key for a day; some operations are re-runnable, some have their effect in the same
  // transaction
  dedupes,
  cancels,  // it performs whatever is sent, and can be told never to perform a key
  bare,     // it performs whatever is sent: only a person can settle what it does not know
};
inline constexpr std::array<StoreKind, 3> store_kinds{StoreKind::dedupes, StoreKind::cancels,
                                                      StoreKind::bare};
inline constexpr std::array<const char*, 3> store_names{"dedupes", "cancels", "bare"};
inline std::string name_of(StoreKind kind) { return store_names[static_cast<std::size_t>(kind)]; }
// Most processes work where most can go wrong; two at least in each, so that they meet.
inline StoreKind store_of(int slot) {
  constexpr std::array<StoreKind, 8> order{StoreKind::dedupes, StoreKind::cancels, StoreKind::bare,
                                           StoreKind::dedupes, StoreKind::cancels, StoreKind::bare,
                                           StoreKind::dedupes, StoreKind::dedupes};
  return order[static_cast<std::size_t>(slot) % order.size()];
}

enum class Way { lease, rerunnable, within, known };

inline constexpr Duration lease = std::chrono::milliseconds(800);
inline constexpr Duration gateway_patience = std::chrono::milliseconds(500);  // of an executor for one answer
inline constexpr Duration dedupes_for = std::chrono::hours(24);

struct Work {
  std::int64_t number = 0;
  Way way = Way::lease;
  engine::Request request;
  engine::Request other;  // the same key with another payload
  engine::OperationPolicy policy;
  std::string effect;  // at the gateway; empty: in the store
  std::string path;    // at the gateway
  std::string body;    // to the gateway
  std::int64_t amount = 0;
  std::string downstream() const { return key::downstream_key(request.id, effect); }
};

inline std::string key_text(std::int64_t number) { return fmt::format("k-{:010}", number); }

inline Work work_of(StoreKind store, std::int64_t number) {
  Work work;
  work.number = number;
  if (store == StoreKind::dedupes) {
    constexpr std::array<Way, 8> ways{Way::lease, Way::rerunnable, Way::within, Way::rerunnable,
                                      Way::known, Way::rerunnable, Way::lease,  Way::within};
    work.way = ways[static_cast<std::size_t>(number) % ways.size()];
  }
  struct Shape {
    const char *operation, *effect, *path;
  };
  constexpr std::array<Shape, 4> shapes{{{"POST /payments", "charge", "/charges"},
                                         {"POST /refunds", "refund", "/refunds"},
                                         {"POST /ledger-entries", "", ""},
                                         {"POST /credits", "", ""}}};
  const Shape& shape = shapes[static_cast<std::size_t>(work.way)];
  work.effect = shape.effect;
  work.path = shape.path;
  work.amount = 100 + number % 900;
  const std::string reference = fmt::format("order-{}", number);
  work.body = fmt::format(R"({{"amount":{},"currency":"EUR","reference":"{}"}})", work.amount, reference);
  const std::string tenant = number % 3 == 0 ? "acme" : "umbrella";
  work.request = {{tenant, shape.operation, key_text(number)},
                  key::fingerprint(work.body),
                  "",
                  fmt::format("trace-{}", number),
                  {fmt::format("c-{}", number % 50), try_it::decimal(work.amount), "EUR", reference}};
  work.other = work.request;
  work.other.fingerprint = key::fingerprint(R"({"amount":1})");
  work.policy = {.lease = lease};
  if (work.way == Way::rerunnable) work.policy.rerunnable_for = dedupes_for;
  return work;
}

// What a client can compare: code, headers and body, byte by byte.
inline std::string digest_of(const key::StoredResponse& response) {
  std::string headers;
  for (const auto& [name, value] : response.headers) headers += key::length_prefixed({name, value});
  return to_hex(key::bytes_of(
      key::sha256(key::length_prefixed({std::to_string(response.code), headers, response.body}))));
}

}  // namespace onceover::test::storm

// SPDX-License-Identifier: Apache-2.0
#include "core/approval/declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::approval {
namespace {

std::optional<Duration> window_from(std::optional<std::int64_t> microseconds) {
  return microseconds ? std::optional<Duration>(std::chrono::microseconds(*microseconds)) : std::nullopt;
}

std::vector<Registered> listed(pg::Connection& connection, bool all) {
  const pg::Rows rows = pg::run(connection, sql::gateway_list, pg::params(all)).value();
  return rows.map([&rows](int i) {
    Registered one;
    std::optional<std::int64_t> window;
    rows.read(i, 0, one.id, one.declared.gateway, one.declared.operation, window, one.reason, one.registered_by, one.actor,
              one.registered_at, one.in_force_since, one.approved_by, one.ended_at, one.is_mine);
    one.declared.dedupe_window = window_from(window);
    return one;
  });
}

bool is_same(const Declared& a, const Declared& b) {
  return a.gateway == b.gateway && a.operation == b.operation && a.dedupe_window == b.dedupe_window;
}

void require_reason(const std::string& reason) {
  if (reason.empty()) raise(ErrorKind::invalid_input, "A reason is needed.", "Nothing was written.", "Say why.");
}

}  // namespace

Result<std::vector<Registered>> declarations(pg::Connection& connection, bool all) {
  return as_result([&] { return listed(connection, all); });
}

Result<std::vector<Declared>> new_among(pg::Connection& connection, std::vector<Declared> declared) {
  return as_result([&] {
    const std::vector<Registered> known = listed(connection, false);
    std::erase_if(declared, [&](const Declared& one) {
      return std::ranges::any_of(known, [&](const Registered& other) { return is_same(other.declared, one); });
    });
    return std::move(declared);
  });
}

Result<std::vector<Registered>> register_gateway(pg::Connection& connection, const std::vector<Declared>& declared,
                                                 const std::string& reason, const audit::Actor& actor) {
  return as_result([&] {
    require_reason(reason);
    const std::vector<Declared> unknown = new_among(connection, declared).value();
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    std::vector<std::int64_t> made;
    for (const Declared& one : unknown) {
      pg::Params params = pg::params(one.gateway, one.operation);
      one.dedupe_window ? params.interval(*one.dedupe_window) : params.null();
      params.text(reason).text(actor.name).text(actor.host).text(actor.program);
      made.push_back(transaction.exec(sql::gateway_register, params).value().integer(0, 0));
    }
    require(transaction.commit());
    std::vector<Registered> now = listed(connection, false);
    std::erase_if(now, [&](const Registered& one) { return std::ranges::find(made, one.id) == made.end(); });
    return now;
  });
}

Result<bool> approve_declaration(pg::Connection& connection, std::int64_t id, const std::string& reason, const audit::Actor& actor,
                                 bool is_dry) {
  return as_result([&]() -> Result<bool> {
    require_reason(reason);
    auto transaction = pg::Transaction::begin(connection, {.durable = true}).value();
    const auto approved = transaction.exec(sql::gateway_approve, pg::params(id, reason, actor.name, actor.host, actor.program));
    if (!approved && approved.error().sqlstate == "OC005") {
      return fail(ErrorKind::not_permitted, fmt::format("Declaration {} was registered by this database user.", id), "Nothing was written.",
                  "Another person approves it, by another database user.");
    }
    const bool done = approved.value().boolean(0, 0);
    if (!is_dry) require(transaction.commit());
    return done;
  });
}

}  // namespace onceover::approval

// SPDX-License-Identifier: Apache-2.0
#include "core/inbox/settled.h"

#include <map>

#include "core/base/text.h"
#include "core/sql/statements.h"

namespace onceover::inbox {

std::string settled_consumer(std::string_view operation) { return "settled:" + std::string(operation); }

Result<void> register_settled(pg::Connection& connection, const std::string& operation) {
  return connection.exec(sql::inbox_register_settled, pg::params(operation)).map([](const pg::Rows&) {});
}

std::optional<SettledKey> settled_key(const Event& event) {
  const std::map<std::string, std::string> values(event.headers.begin(), event.headers.end());
  const auto text = [&](const char* name) {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  const auto fence = number_from<std::int64_t>(text("fence").value_or(""));
  const auto code = number_from<int>(text("response_code").value_or(""));
  if (!fence || !code || !text("operation") || text("key") != event.id) return std::nullopt;
  return SettledKey{{text("tenant").value_or(""), *text("operation"), event.id},
                    *fence,
                    *code,
                    {text("customer"), text("amount"), text("currency"), text("reference")},
                    text("correlation_id").value_or("")};
}

}  // namespace onceover::inbox

// SPDX-License-Identifier: Apache-2.0
// A gateway's description: the ledger is the table ledger.effects (k, amount, id, at) of a database on the
// tests' server, looked up and listed by SQL.
#pragma once

#include <string>

#include "tests/support/database.h"

namespace onceover::test {

// more: further sections, "[limits]\n…".
inline std::string ledger_toml(const std::string& database, const std::string& more = "") {
  return "version = 1\nkind = \"sql\"\nname = \"ledger\"\n[connect]\nhost = \"" +
         shared_server().socket_dir() + "\"\ndbname = \"" + database +
         R"("
user = "postgres"
[lookup]
query = "SELECT * FROM ledger.effects AS e WHERE e.k = ANY (:keys) "
echoed_key = "k"
amount = "amount"
[listing]
query = "SELECT * FROM ledger.effects AS e WHERE e.at >= :from AND e.at < :to"
id = "id"
at = "at"
)" + more +
         R"([declare]
lookup_lag_s = 0
[[operation]]
name = "*"
effect = "charge"
)";
}

}  // namespace onceover::test

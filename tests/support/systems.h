// SPDX-License-Identifier: Apache-2.0
// Tables of real systems, filled as they fill them, and what each column is there: tests/support/systems. A
// file pair a system: its tables and rows as SQL, the truth as JSON.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/raw.h"

namespace onceover::test {

struct SystemTable {
  std::string schema, table, kind;  // kind: "none" where it is none of ours
  std::map<std::string, std::optional<std::vector<std::string>>> roles;  // none: even an expert could not say
  std::map<std::string, std::string> states;                             // the state's words → ours
  std::string lease;  // deadline, since, heartbeat, owner_only, none; empty: not said
  std::optional<bool> failed_may_run_again;
  std::string stuck;                              // as SQL: which rows are stuck; empty: not said
  std::map<std::string, std::string> statements;  // the system's own: claim, retry, cleanup
};

// Of a directory below tests/support, or an absolute one. Each system's tables go into a schema of its name,
// where `raw` is given. only: that one system; empty: all.
std::vector<SystemTable> systems_in(const std::string& directory, RawConnection* raw,
                                    const std::string& only = {});

}  // namespace onceover::test

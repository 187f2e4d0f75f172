// SPDX-License-Identifier: Apache-2.0
// Who holds locks on a table: for the error of a statement that waited for one in vain.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::browse {

// Whether a statement gave up waiting for a lock.
bool is_lock_timeout(const Error& error);

// "pid 4242, payments-7, in a transaction for 12 min (idle in transaction)", at most three of them, the oldest transaction first: of other
// sessions, what locks the table or rows of it for writing. Empty: none does now, or it cannot be read. Ends an open transaction's error
// state by rolling back.
std::string lock_holders(pg::Connection& connection, const tables::Profile& profile);
std::string lock_holders(pg::Connection& connection, const std::string& table);  // as SQL writes its name

}  // namespace onceover::browse

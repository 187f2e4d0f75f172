// An approval within the transaction of the write that it allows. Inside the room only.
#pragma once

#include <cstdint>
#include <string>

#include "core/pg/transaction.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

std::string seen_digest_of(const SeenRow& seen);
std::string seen_digest_of(const Settlement& settlement);
// Of all that would be written; not of the evidence.
std::string request_digest_of(const WriteRequest& request);
std::string request_digest_of(const Settlement& settlement);

// not_permitted where it is not waiting for exactly this, or was asked for by this database user.
Result<void> use_approval(pg::Transaction& transaction, const Approver& approver, std::int64_t audit_id, const std::string& request_digest,
                          const std::string& seen_digest);

}  // namespace onceover::reconcile

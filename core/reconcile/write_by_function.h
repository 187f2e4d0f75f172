// A write by somebody who has no right on the table, and may call the function of his role (core/roles). Inside the room only.
#pragma once

#include <cstdint>
#include <optional>

#include "core/pg/transaction.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// The number of the audit row; none: the row is not as it was seen, is held, or the stop switch is on, and the transaction is of no use
// any more. The function is called only where its source is what the profile says. What another database user asked for
// (request.approval) is written by a function of its own, which uses the approval too.
Result<std::optional<std::int64_t>> write_by_function(pg::Transaction& transaction, const tables::Profile& profile,
                                                      const tables::Access& access, const SeenRow& seen, const WriteRequest& request,
                                                      const audit::Actor& actor);

}  // namespace onceover::reconcile

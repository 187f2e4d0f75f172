// Writing a row back, by the machinery of write_row.h. Inside the room only.
#pragma once

#include <cstdint>
#include <string>

#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// Asks for no lease, closes no case and promises no state.
inline constexpr tables::Verb undo_carrier = tables::Verb::extend;

// profile.writes[undo_carrier] says what to write. The audit row's action is "undo"; a case that was settled needs a human again.
Result<WriteOutcome> write_back(pg::Connection& connection, const tables::Profile& profile, const tables::Access& access,
                                const SeenRow& seen, const WriteRequest& request, const audit::Actor& actor, std::int64_t undone);

}  // namespace onceover::reconcile

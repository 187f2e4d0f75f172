// What a write of one row is before it is sent: sound, with its values and its audit row. Pure. Inside the room only.
#pragma once

#include <string>

#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// "Nothing was written."
tl::unexpected<Error> refused_row(ErrorKind kind, std::string what, std::string next = {});

// The row's own reason is the audit row's where no other was given.
WriteRequest with_reason(const tables::Profile& profile, WriteRequest request);

enum class RunBy { write, script };

// The request with its values as they will be written; an error says what it lacks, or why its verb is not for this row.
Result<WriteRequest> sound_request(const tables::Profile& profile, const tables::Access& access, const SeenRow& seen, WriteRequest request,
                                   RunBy by);

// Without what is only known afterwards: state and values left behind, fence.
audit::Entry entry_for(const tables::Profile& profile, const SeenRow& seen, const WriteRequest& request);

}  // namespace onceover::reconcile

// Where a row of the trail leads. Pure.
#pragma once

#include <optional>

#include "core/audit/audit.h"
#include "core/profile/profile.h"

namespace onceover::audit {

// The case that the record is of, where the table that is read now is the record's; none: it is another table, or no row at all.
std::optional<key::Identity> caseOf(const Record& record, const profile::Profile& profile);

}  // namespace onceover::audit

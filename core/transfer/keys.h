// The keys that a filter finds, for export.
#pragma once

#include "core/browse/browser.h"
#include "core/profile/profile.h"
#include "core/transfer/export.h"

namespace onceover::transfer {

// Every key that matches, in the order of the listing, one column a role, under the role's name; of our own table the case too. Header
// values and bodies are masked by their size unless revealed. Of a table that is not ours, a text of more than 4 MB (an error, an owner,
// what is known of the customer) is cut, and says so. Of a profile with a twin both tables, and a column `archived`. invalid_input where
// the filter asks for a role that is not mapped.
Result<Source> keys(const profile::Profile& profile, const browse::Filter& filter, bool newest_first = true, bool reveal = false);

}  // namespace onceover::transfer

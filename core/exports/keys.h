// SPDX-License-Identifier: Apache-2.0
// The keys of a filter, for export.
#pragma once

#include "core/browse/browser.h"
#include "core/exports/export.h"
#include "core/tables/profile.h"

namespace onceover::exports {

// Every matching key, in the order of the listing, one column for each role, under the role's name; for our own table the case too. Header
// values and bodies are masked by their size unless revealed. In an external table a text of more than 4 MB (an error, an owner, data about
// the customer) is cut, with a mark. With an archive both tables, and a column `archived`. invalid_input: the filter asks for a role that
// is not mapped.
Result<Source> keys(const tables::Profile& profile, const browse::Filter& filter, bool newest_first = true, bool reveal = false);

}  // namespace onceover::exports

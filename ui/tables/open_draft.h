// The draft that a look at a table opens with: what detection is sure of is filled in, what it is not is left to be chosen. Pure.
#pragma once

#include "ui/tables/draft.h"
#include "ui/tables/survey.h"

namespace onceover::tables {

Draft openDraft(const Looked& looked);

}  // namespace onceover::tables

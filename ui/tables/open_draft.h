// The draft of a table: what detection is sure of is filled in, the rest is left to be chosen. Pure.
#pragma once

#include "ui/tables/draft.h"
#include "ui/tables/survey.h"

namespace onceover::tables {

Draft openDraft(const Looked& looked);

}  // namespace onceover::tables

// What evidence means for the row of somebody else's table. Pure.
#pragma once

#include <QString>

#include "core/reconcile/verdict.h"

namespace onceover::reconcile {

// What to make of it, in a sentence.
QString foreignConsequence(VerdictKind kind);

}  // namespace onceover::reconcile

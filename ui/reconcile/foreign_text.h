// What evidence means for an external row. Pure.
#pragma once

#include <QString>

#include "core/reconcile/verdict.h"

namespace onceover::reconcile {

// What follows from it. cancels: the gateway would be told never to perform it.
QString foreignConsequence(VerdictKind kind, bool cancels);

}  // namespace onceover::reconcile

// What evidence means for the row of somebody else's table. Pure.
#pragma once

#include <QString>
#include <optional>

#include "core/profile/profile.h"
#include "core/reconcile/verdict.h"

namespace onceover::reconcile {

// The verb that a gateway's answer speaks for; none: it speaks for none.
std::optional<profile::Verb> verbFor(VerdictKind kind);

// What to make of it, in a sentence.
QString foreignConsequence(VerdictKind kind);

}  // namespace onceover::reconcile

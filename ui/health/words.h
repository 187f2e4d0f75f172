// What is found as words and shapes. Pure.
#pragma once

#include "core/health/health.h"
#include "ui/widgets/badge.h"

namespace onceover::health {

widgets::Badge badgeOf(Severity severity);
widgets::Badge badgeOfNotChecked();
widgets::Badge badgeOf(ReviewItem::Answer answer);
QString titleOf(Check check);
// "1 critical, 2 warnings; 30 checks found nothing; 4 could not be made."
QString summaryOf(const Report& report);

}  // namespace onceover::health

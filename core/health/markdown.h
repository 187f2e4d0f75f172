// A report for a ticket or a wiki: findings with remedies, checks that were not made, and the checklist. Pure.
#pragma once

#include <string>

#include "core/health/health.h"

namespace onceover::health {

std::string to_markdown(const Report& report);

std::string_view word(ReviewItem::Answer answer);  // "holds", "fails", "ask"

}  // namespace onceover::health

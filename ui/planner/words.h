// What the planner says, as words and shapes; spans as people type them. Pure.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/client_log.h"
#include "core/planner/lint.h"
#include "core/planner/policy.h"
#include "core/planner/window.h"
#include "ui/widgets/badge.h"

namespace onceover::planner {

// "500 ms", "1.5 s", "5 min", "2 h", "3 d", "2 w", "1 h 30 min"; a number alone is seconds. nullopt: none of these, or beyond a hundred
// years.
std::optional<Duration> parseSpan(const QString& text);
// What parseSpan reads back: "1 h 30 min". 0 is "0".
QString spanText(Duration span);

double milliseconds(Duration span);
// Sentences of core, as they are shown.
QString joined(const std::vector<std::string>& sentences, QLatin1String between = QLatin1String(" "));

QString titleOf(Backoff backoff);
QString figureTitle(const std::string& name);  // "index:keys_pkey" → "Index keys_pkey"
widgets::Badge badgeOf(WindowFit fit);
widgets::Badge badgeOf(Fit fit);
widgets::Badge badgeOf(Severity severity);

}  // namespace onceover::planner

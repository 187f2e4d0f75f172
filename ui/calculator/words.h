// What the calculator says, as words and shapes; spans as people type them. Pure.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/calculator/client_log.h"
#include "core/calculator/lint.h"
#include "core/calculator/policy.h"
#include "core/calculator/sizing.h"
#include "ui/widgets/badge.h"

namespace onceover::calculator {

// "500 ms", "1.5 s", "5 min", "2 h", "3 d", "2 w", "1 h 30 min"; a number alone is seconds. nullopt: none of these, or beyond a hundred
// years.
std::optional<Duration> parseSpan(const QString& text);
// What parseSpan reads back: "1 h 30 min". 0 is "0".
QString spanText(Duration span);

// "120, 80, 300"; and a sentence for each part that is not a number, which counts as 0.
std::vector<double> hoursOf(const QString& text);
QStringList hourProblems(const QString& text);

double milliseconds(Duration span);
// Sentences of core, as they are shown.
QString joined(const std::vector<std::string>& sentences, QLatin1String between = QLatin1String(" "));

QString titleOf(Backoff backoff);
QString figureTitle(const std::string& name);  // "index:keys_pkey" → "Index keys_pkey"
widgets::Badge badgeOf(WindowFit fit);
widgets::Badge badgeOf(Fit fit);
widgets::Badge captureBadge(bool isAdvised);  // change data capture, or a relay
widgets::Badge badgeOf(Severity severity);

}  // namespace onceover::calculator

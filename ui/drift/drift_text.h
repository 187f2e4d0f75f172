// What the page of drift says, as pure functions. Plain text.
#pragma once

#include <QString>

#include "core/drift/drift.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/tones.h"

namespace onceover::drift {

// "succeeded without effect", with its shape and tone.
widgets::Badge badgeOf(Kind kind);
// What it means, in a sentence.
QString meaningOf(Kind kind);
// The whole in a line: nothing disagrees, so many things do, or not all could be compared.
struct Headline {
  widgets::Badge badge;
  QString words;
};
Headline headlineOf(const Report& report);
// What was compared, in a line or two, without the counts that are shown beside; times by the clock.
QString totalsOf(const Report& report, widgets::ClockChoice clock);
// "succeeded 12.50 EUR", and the gateway's side.
QString hereOf(const Found& found);
QString thereOf(const Found& found, widgets::ClockChoice clock);

}  // namespace onceover::drift

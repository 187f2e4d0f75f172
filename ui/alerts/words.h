// What fires, as a banner says it. Pure.
#pragma once

#include <QString>

#include "core/alerts/firing.h"
#include "ui/widgets/text.h"
#include "ui/widgets/tones.h"

namespace onceover::alerts {

struct Notice {
  QString text;    // empty: nothing to say
  QString detail;  // a line for each that fires, with what it means
  widgets::Tone tone = widgets::Tone::neutral;
  QString page;  // where to look: the id of a page
};
Notice noticeOf(const std::vector<Firing>& firing, widgets::ClockChoice clock);

QString titleOf(Rule rule);  // "Conflict share"

}  // namespace onceover::alerts

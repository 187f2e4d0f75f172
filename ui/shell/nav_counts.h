// How many wait on a page, for the line of its name in the navigation. Pure.
#pragma once

#include <QMap>
#include <QString>
#include <optional>

#include "core/alerts/rules.h"

namespace onceover::shell {

struct NavCount {
  QString text;  // "12", "≥ 12", "?"; empty: the page counts nothing
  QString why;   // in words, for the tool tip and for assistive technology
  bool isCalm = false;  // exactly none
  bool operator==(const NavCount&) const = default;
};

// By the id of the page. What was not observed is not there; what is unknown is a question mark, and never a zero.
QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed);

}  // namespace onceover::shell

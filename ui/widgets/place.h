// SPDX-License-Identifier: GPL-3.0-or-later
// Where a person is on a page: a filter, a key, a time range. For back and forward, and for links. Pure data
// and pure functions.
//
// A place may come from a link, so it is untrusted: what is not understood as a whole is refused as a whole.
// It only ever says what is read.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <set>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/key/types.h"

namespace onceover::widgets {

// By the name of each part; values are bytes, as keys are.
using Place = QMap<QString, QByteArray>;

// Everything that the filter asks for, times as moments: "the last hour" of another person is another one.
Place placeOf(const browse::Filter& filter);
Result<browse::Filter> filterFrom(const Place& place);

Place placeOf(const key::Identity& id);
Result<key::Identity> identityFrom(const Place& place);

// Half open; either may be missing.
Place placeOf(std::optional<Timestamp> from, std::optional<Timestamp> to);
struct Range {
  std::optional<Timestamp> from, to;
};
Result<Range> rangeFrom(const Place& place);

// The error for a place with a part of another name than these.
Result<void> onlyKnown(const Place& place, const std::set<QString>& known);

}  // namespace onceover::widgets

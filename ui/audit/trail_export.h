// The listed audit rows as files. Pure.
#pragma once

#include <QByteArray>
#include <vector>

#include "core/audit/audit.h"

namespace onceover::audit {

// With a header line; RFC 4180, CRLF. Cells that a spreadsheet would run are neutralised.
QByteArray trailCsv(const std::vector<Record>& records);
// One JSON object a line; before, after and evidence are JSON as stored, times in UTC.
QByteArray trailJsonLines(const std::vector<Record>& records);

}  // namespace onceover::audit

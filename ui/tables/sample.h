// The first rows under a mapping, which of its rows are stuck, and what may be done with the table.
#pragma once

#include <optional>

#include "core/browse/stuck_summary.h"
#include "core/tables/inspect/inspect.h"
#include "ui/bridge/reader.h"

namespace onceover::ui {

struct Sample {
  Result<browse::StuckSummary> stuck = fail(ErrorKind::internal, "Not read.");
  Result<browse::Page> page = fail(ErrorKind::internal, "Not read.");
  std::optional<tables::Access> access;  // none: it could not be asked
};

// On the worker. A listing that no index serves is given up after a moment; its error says so.
Result<Sample> readSample(bridge::Reader& reader, const tables::Profile& profile);

// Why nothing can be written, in sentences; empty: everything that the profile offers can be.
std::vector<std::string> whyReadOnly(const tables::Profile& profile, const tables::Access& access);

}  // namespace onceover::ui

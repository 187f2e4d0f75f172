// What the Case page knows of a key, read in one job.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/reconcile/ask.h"
#include "ui/bridge/reader.h"

namespace onceover::reconcile {

struct CaseData {
  browse::Detail detail;
  browse::Why why;
  browse::LockHolder lock;           // cannot_tell where it could not be asked
  std::vector<audit::Record> trail;  // newest first
  std::string trailProblem;          // why there is none; empty: it was read
  std::string sql;                   // all of the statements
};

// A question and its answer, with the row as it stood when it was asked. Nothing was written.
struct AskedCase {
  browse::KeyRow row;
  Asked asked;
  Timestamp asOf;
};

// On the worker. none: no such row.
Result<std::optional<CaseData>> readCase(bridge::Reader& reader, const key::Identity& id);
// Reads the row afresh and asks the gateway about it.
Result<AskedCase> askCase(bridge::Reader& reader, const key::Identity& id);

}  // namespace onceover::reconcile

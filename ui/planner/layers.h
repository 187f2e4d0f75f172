// A list of layers as a tree of services. Pure.
#pragma once

#include <QList>
#include <QStringList>

#include "core/base/result.h"
#include "core/planner/amplification.h"

namespace onceover::planner {

namespace layer {
enum Column { Name, Caller, Attempts, Timeout, Waits, Budget, Failure };
}

// Cells as layer::Column. Caller: the name of a row above; empty: the row just above. The first row is the root, whatever its caller.
// Timeout "none": for ever. Budget and failure in percent; an empty budget: none.
// invalid_input: no row, a caller that no row above is, a caller below the first row that is itself.
Result<Service> tree_of(const QList<QStringList>& rows);

}  // namespace onceover::planner

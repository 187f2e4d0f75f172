#include "ui/planner/layers.h"

#include <vector>

#include "ui/planner/words.h"
#include "ui/widgets/text.h"

namespace onceover::planner {
namespace {

Service serviceOf(const QStringList& row) {
  Service out{.name = widgets::bytes(row[layer::Name])};
  out.attempts = row[layer::Attempts].toUInt();
  out.timeout = parseSpan(row[layer::Timeout]);  // "none" is no span
  out.waits = parseSpan(row[layer::Waits]).value_or(Duration::zero());
  if (!row[layer::Budget].isEmpty()) out.budget = row[layer::Budget].toDouble() / 100;
  out.failure = row[layer::Failure].toDouble() / 100;
  return out;
}

Service grown(const QList<QStringList>& rows, const std::vector<std::vector<int>>& calls, int row) {
  Service out = serviceOf(rows[row]);
  for (const int below : calls[static_cast<std::size_t>(row)]) out.calls.push_back(grown(rows, calls, below));
  return out;
}

}  // namespace

Result<Service> tree_of(const QList<QStringList>& rows) {
  if (rows.isEmpty())
    return fail(ErrorKind::invalid_input, "There is no layer.", "Nothing was counted.", "Add the first one: what the user's client calls.");
  std::vector<std::vector<int>> calls(static_cast<std::size_t>(rows.size()));
  for (int i = 1; i < rows.size(); ++i) {
    const QString& wanted = rows[i][layer::Caller];
    int caller = i - 1;
    // The nearest row of that name: services may be called from several.
    while (!wanted.isEmpty() && caller >= 0 && rows[caller][layer::Name] != wanted) --caller;
    if (caller < 0) {
      return fail(ErrorKind::invalid_input,
                  "\"" + widgets::bytes(rows[i][layer::Name]) + "\" is called by \"" + widgets::bytes(wanted) +
                      "\", and no row above has that name.",
                  "Nothing was counted.");
    }
    calls[static_cast<std::size_t>(caller)].push_back(i);
  }
  return grown(rows, calls, 0);
}

}  // namespace onceover::planner

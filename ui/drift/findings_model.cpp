#include "ui/drift/findings_model.h"

#include "ui/drift/drift_text.h"

namespace onceover::drift {

using widgets::shown;

FindingsModel::FindingsModel(QObject* parent) : RowsModel(parent) {
  const auto keyOf = [](const Found& found) {
    return shown(found.ours ? found.ours->id.key : found.theirs ? found.theirs->key : std::string());
  };
  setColumns({
      {{tr("Finding"), 32},
       [](const Found& found) { return badgeOf(found.kind); },
       [](const Found& found) { return meaningOf(found.kind); }},
      {{tr("Key"), 22, Mono}, keyOf},
      {{tr("Operation"), 16}, [](const Found& found) { return found.ours ? shown(found.ours->id.operation) : widgets::dash; }},
      {{tr("Tenant"), 10}, [](const Found& found) { return found.ours ? shown(found.ours->id.tenant) : widgets::dash; }},
      {{tr("Here"), 22}, hereOf},
      {{tr("At the gateway"), 34}, [this](const Found& found) { return thereOf(found, clock()); }},
      {{tr("Why"), 30, Stretch}, [](const Found& found) { return shown(found.why); }},
  });
}

void FindingsModel::setFound(std::vector<Found> found) {
  found_ = std::move(found);
  setOnly({});
}

void FindingsModel::setOnly(std::optional<Kind> only) {
  only_ = only;
  std::vector<Found> rows;
  std::ranges::copy_if(found_, std::back_inserter(rows), [only](const Found& found) { return !only || found.kind == *only; });
  setRows(std::move(rows));
}

}  // namespace onceover::drift

#include "ui/overview/oldest_model.h"

namespace onceover::overview {

using browse::KeyRow;
using widgets::shown;

OldestModel::OldestModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 20}, [this](const KeyRow& row) { return widgets::badgeOf(row, asOf()); }},
      {{tr("Customer"), 20}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 16, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{tr("Operation"), 22}, [](const KeyRow& row) { return shown(row.id.operation); }},
      {{tr("Key"), 30, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Lease ended"), 20, Right}, [](const KeyRow& row) { return row.lease_ended().value_or(row.created_at); }},
  });
}

}  // namespace onceover::overview

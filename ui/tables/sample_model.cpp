#include "ui/tables/sample_model.h"

namespace onceover::ui {

using browse::KeyRow;
using widgets::exact;
using widgets::orDash;
using widgets::shown;

namespace {

// To the second; the tip has all of it.
QString instant(Timestamp at, widgets::ClockChoice clock) { return exact(at, clock).section(QLatin1Char('.'), 0, 0); }

QString leaseEnd(const KeyRow& row, widgets::ClockChoice clock) {
  if (!row.lease_known) return SampleModel::tr("cannot be observed");
  return row.locked_until ? instant(*row.locked_until, clock) : widgets::dash;
}

}  // namespace

SampleModel::SampleModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 22}, [this](const KeyRow& row) { return stateOf(row); }},
      {{tr("Key"), 22, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Tenant"), 12}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{tr("Operation"), 16}, [](const KeyRow& row) { return orDash(row.id.operation); }},
      {{tr("Lease ends"), 20},
       [this](const KeyRow& row) { return leaseEnd(row, clock()); },
       [this](const KeyRow& row) { return row.locked_until ? exact(*row.locked_until, clock()) : leaseEnd(row, clock()); }},
      {{tr("Created"), 20},
       [this](const KeyRow& row) { return row.created().at ? instant(row.created_at, clock()) : exact(row.created(), clock()); },
       [this](const KeyRow& row) { return exact(row.created(), clock()); }},
      {{tr("Customer"), 12}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 12, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
  });
}

widgets::Badge SampleModel::stateOf(const KeyRow& row) const {
  widgets::Badge badge = widgets::badgeOf(row, asOf());
  const QString own = shown(row.state_word);
  if (!own.isEmpty() && own != badge.word) badge.word = tr("%1 (%2)").arg(badge.word, own);
  return badge;
}

}  // namespace onceover::ui

#include "ui/leases/stuck_model.h"

#include "ui/leases/stuck_rows.h"

namespace onceover::leases {

using browse::KeyRow;
using widgets::exact;
using widgets::orDash;
using widgets::shown;

namespace {

// What happens next without anybody's doing.
QString nextOf(const KeyRow& row, Timestamp asOf) {
  if (row.case_status == "needs_human") return QStringLiteral("a person decides");
  if (!row.next_try_at) return row.case_status.empty() ? QStringLiteral("not asked yet") : widgets::dash;
  return *row.next_try_at <= asOf ? QStringLiteral("due now") : widgets::relative(*row.next_try_at, asOf);
}

QString stateTip(const KeyRow& row) {
  return QStringLiteral("Stored as %1\nCase: %2")
      .arg(orDash(row.state_word), row.case_status.empty() ? QStringLiteral("none yet") : shown(row.case_status));
}

QString leaseTip(const KeyRow& row, widgets::ClockChoice clock) {
  if (row.state == key::State::released)
    return QLatin1String("Released, and no client has retried; could be retried until ") + exact(leaseEnd(row), clock);
  if (!row.lease_ended()) return QLatin1String("Claimed without a lease at ") + exact(row.created_at, clock);
  return QLatin1String("Lease ended ") + exact(leaseEnd(row), clock);
}

}  // namespace

StuckModel::StuckModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 20}, [this](const KeyRow& row) { return widgets::badgeOf(row, asOf()); }, stateTip},
      {{tr("Key"), 26, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Tenant"), 9}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{tr("Customer"), 13}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 17, Right}, [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{tr("Lease ended"), 17},
       [this](const KeyRow& row) { return row.lease_ended() ? widgets::relative(leaseEnd(row), asOf()) : tr("never had one"); },
       [this](const KeyRow& row) { return leaseTip(row, clock()); }},
      {{tr("Tries"), 6, Right},
       [](const KeyRow& row) { return widgets::number(row.attempts); },
       [](const KeyRow& row) { return tr("Claimed %1 times by an executor").arg(row.attempts); }},
      {{tr("Asked"), 7, Right},
       [](const KeyRow& row) { return row.case_status.empty() ? widgets::dash : widgets::number(row.case_attempts); },
       [](const KeyRow& row) { return tr("The gateway was asked %1 times").arg(row.case_attempts); }},
      {{tr("Next try"), 19},
       [this](const KeyRow& row) { return nextOf(row, asOf()); },
       [this](const KeyRow& row) {
         return row.next_try_at ? tr("Next try %1").arg(exact(*row.next_try_at, clock())) : nextOf(row, asOf());
       }},
  });
}

}  // namespace onceover::leases

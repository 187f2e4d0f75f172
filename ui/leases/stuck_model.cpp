#include "ui/leases/stuck_model.h"

#include "core/browse/promises.h"
#include "ui/leases/stuck_rows.h"

namespace onceover::leases {

using browse::KeyRow;
using widgets::exact;
using widgets::orDash;
using widgets::shown;

namespace {

QString stateTip(const KeyRow& row) {
  return QStringLiteral("Stored as %1\nCase: %2")
      .arg(orDash(row.state_word), row.case_status.empty() ? QStringLiteral("none yet") : widgets::wordShown(row.case_status));
}

}  // namespace

StuckModel::StuckModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 20}, [this](const KeyRow& row) { return widgets::badgeOf(row, asOf()); }, stateTip},
      {{tr("Key"), 26, Mono | Stretch}, [](const KeyRow& row) { return shown(row.id.key); }},
      {{tr("Tenant"), 9}, [](const KeyRow& row) { return orDash(row.id.tenant); }},
      {{tr("Customer"), 13}, [](const KeyRow& row) { return shown(row.subject.customer); }},
      {{tr("Amount"), 17, Right | Whole}, [](const KeyRow& row) { return widgets::money(row.subject); }},
      {{tr("Stuck since"), 17},
       [this](const KeyRow& row) { return row.lease_ended() ? widgets::relative(leaseEnd(row), asOf()) : tr("never had a lease"); },
       [this](const KeyRow& row) { return leaseTip(row); }},
      {{tr("Tries"), 6, Right},
       [](const KeyRow& row) { return orDash(browse::tries(row)); },
       [this](const KeyRow& row) { return widgets::text(browse::tries_in_words(profile_, row)); }},
      {{tr("Asked"), 7, Right},
       [](const KeyRow& row) { return row.case_status.empty() ? widgets::dash : widgets::number(row.case_attempts); },
       [](const KeyRow& row) { return tr("The gateway was asked %1 times").arg(row.case_attempts); }},
      {{tr("Next try"), 19},
       [this](const KeyRow& row) { return nextOf(row); },
       [this](const KeyRow& row) { return row.next_try_at ? tr("Next try %1").arg(exact(*row.next_try_at, clock())) : nextOf(row); }},
  });
}

void StuckModel::setTable(const tables::Profile& profile) {
  profile_ = profile;
  changed();
}

bool StuckModel::isFilled(int column, const tables::Profile& profile) {
  switch (column) {
    case TenantColumn: return !profile.tenant.empty();
    case CustomerColumn: return !profile.customer.empty();
    case AmountColumn: return !profile.amount.empty() || !profile.currency.empty();
    case TriesColumn: return browse::promises_of(profile).counts_tries;
    default: return true;
  }
}

QString StuckModel::leaseTip(const KeyRow& row) const {
  if (row.state == key::State::released)
    return tr("Released, and no client has retried; could be retried until %1").arg(exact(leaseEnd(row), clock()));
  if (!row.lease_ended()) return tr("Claimed without a lease at %1").arg(exact(row.created_at, clock()));
  return (browse::promises_of(profile_).has_lease ? tr("Lease ended %1") : tr("Called stuck since %1")).arg(exact(leaseEnd(row), clock()));
}

// What happens next without anybody's doing.
QString StuckModel::nextOf(const KeyRow& row) const {
  if (row.case_status == "needs_human") return widgets::wordShown(row.case_status);
  if (!row.next_try_at) return row.case_status.empty() && browse::promises_of(profile_).has_cases ? tr("not asked yet") : widgets::dash;
  return *row.next_try_at <= asOf() ? tr("due now") : widgets::relative(*row.next_try_at, asOf());
}

}  // namespace onceover::leases

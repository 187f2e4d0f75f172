#include "ui/keys/cells.h"

#include "core/key/types.h"
#include "ui/keys/keys_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

using widgets::exact;
using widgets::relative;
using widgets::shown;

const QString nothing = QStringLiteral("–");

QString orNothing(const std::string& data) { return data.empty() ? nothing : shown(std::string_view(data)); }

QString amountOf(const key::Subject& subject) {
  if (!subject.amount) return nothing;
  return shown(subject.amount) + (subject.currency ? ' ' + shown(subject.currency) : QString());
}

struct Bound {
  const char* word;     // "ends"
  const char* past;     // "ended"
  const char* meaning;  // "Lease until"
  Timestamp at;
};

// The next moment at which something becomes of the key by itself, or by which it should have.
std::optional<Bound> boundOf(const browse::KeyRow& row) {
  if (row.locked_until) return Bound{"ends", "ended", "Lease until", *row.locked_until};
  if (row.retry_before) return Bound{"retry", "retry ended", "May be retried until", *row.retry_before};
  if (row.expires_at) return Bound{"expires", "expired", "Kept until", *row.expires_at};
  return std::nullopt;
}

// A row of a table that is not ours.
bool isForeign(const browse::KeyRow& row) { return !row.id.columns.empty() || !row.place.empty(); }

QString momentOr(Timestamp at, widgets::ClockChoice clock) { return at.is_finite() ? exact(at, clock) : nothing; }

QString attemptsText(const browse::KeyRow& row) {
  if (!row.attempts_finished) return widgets::number(row.attempts);
  return QStringLiteral("%1 started, %2 finished").arg(widgets::number(row.attempts), widgets::number(*row.attempts_finished));
}

QString boundText(const browse::KeyRow& row, Timestamp now) {
  const auto bound = boundOf(row);
  if (!bound && !row.lease_known) return key::is_final(row.state) ? nothing : QStringLiteral("cannot be observed");
  if (!bound) return key::is_final(row.state) ? nothing : QStringLiteral("no lease");
  return QLatin1String(bound->at <= now ? bound->past : bound->word) + ' ' + relative(bound->at, now);
}

QString boundTip(const browse::KeyRow& row, widgets::ClockChoice clock) {
  const auto bound = boundOf(row);
  if (!bound && !row.lease_known) return QStringLiteral("This table keeps no lease: who works on the row cannot be observed.");
  if (!bound) return QStringLiteral("Neither a lease nor an end of its time is stored.");
  return QLatin1String(bound->meaning) + ' ' + exact(bound->at, clock);
}

QString stateTip(const browse::KeyRow& row, const CellTimes& times) {
  QStringList lines{
      QStringLiteral("%1 (stored as %2)").arg(widgets::badgeOf(row, times.asOf).word, shown(std::string_view(row.state_word)))};
  if (row.may_retry) lines.append(QStringLiteral("The system itself may run it again"));
  if (row.completed_at) lines.append(QLatin1String("Finished ") + exact(*row.completed_at, times.clock));
  if (!row.case_status.empty())
    lines.append(QStringLiteral("Case: %1, asked %2 times").arg(shown(std::string_view(row.case_status))).arg(row.case_attempts));
  if (row.next_try_at) lines.append(QLatin1String("Next try ") + exact(*row.next_try_at, times.clock));
  return lines.join('\n');
}

QString keyTip(const browse::KeyRow& row, const CellTimes& times) {
  QStringList lines{shown(std::string_view(row.id.key)), QLatin1String("Operation: ") + orNothing(row.id.operation),
                    QLatin1String("Tenant: ") + orNothing(row.id.tenant), QLatin1String("Fingerprint: ") + orNothing(row.fingerprint),
                    QLatin1String("Last change: ") + momentOr(row.updated_at, times.clock)};
  if (!isForeign(row)) lines.append(QStringLiteral("Fence: %1").arg(row.fence));
  if (!row.correlation_id.empty()) lines.append(QLatin1String("Correlation id: ") + shown(std::string_view(row.correlation_id)));
  return lines.join('\n');
}

}  // namespace

QString columnTitle(int column) {
  static const char* const titles[] = {"State",   "Stored as", "Key",   "Operation", "Tenant", "Customer",   "Amount",        "Reference",
                                       "Created", "Lease",     "Tries", "Code",      "Owner",  "Error code", "Correlation id"};
  return QString::fromLatin1(titles[column]);
}

QString cellText(const browse::KeyRow& row, int column, const CellTimes& times) {
  switch (column) {
    case KeysModel::StateColumn: return widgets::badgeOf(row, times.asOf).word;
    case KeysModel::WordColumn:
      return row.archived ? QStringLiteral("%1 (archived)").arg(orNothing(row.state_word)) : orNothing(row.state_word);
    case KeysModel::KeyColumn: return shown(std::string_view(row.id.key));
    case KeysModel::OperationColumn: return orNothing(row.id.operation);
    case KeysModel::TenantColumn: return orNothing(row.id.tenant);
    case KeysModel::CustomerColumn: return shown(row.subject.customer);
    case KeysModel::AmountColumn: return amountOf(row.subject);
    case KeysModel::ReferenceColumn: return shown(row.subject.reference);
    case KeysModel::CreatedColumn: return row.created_at.is_finite() ? relative(row.created_at, times.now) : nothing;
    case KeysModel::LeaseColumn: return boundText(row, times.now);
    case KeysModel::AttemptsColumn: return attemptsText(row);
    case KeysModel::CodeColumn: return row.response_code ? QString::number(*row.response_code) : nothing;
    case KeysModel::OwnerColumn: return orNothing(row.owner);
    case KeysModel::ErrorColumn: return orNothing(row.error_code);
    case KeysModel::CorrelationColumn: return orNothing(row.correlation_id);
    default: return {};
  }
}

QString cellTip(const browse::KeyRow& row, int column, const CellTimes& times) {
  switch (column) {
    case KeysModel::StateColumn: return stateTip(row, times);
    case KeysModel::KeyColumn: return keyTip(row, times);
    case KeysModel::CreatedColumn:
      return row.created_at.is_finite() ? exact(row.created_at, times.clock) : QStringLiteral("This table does not say when.");
    case KeysModel::LeaseColumn: return boundTip(row, times.clock);
    case KeysModel::CodeColumn:
      return row.response_bytes
                 ? QStringLiteral("Stored response: %1, %2").arg(cellText(row, column, times), widgets::byteCount(*row.response_bytes))
                 : QStringLiteral("No response is stored.");
    case KeysModel::OwnerColumn:
      if (isForeign(row)) return cellText(row, column, times);
      return QStringLiteral("%1 (%2)").arg(orNothing(row.owner), widgets::text(key::word(row.holder)));
    default: return cellText(row, column, times);
  }
}

}  // namespace onceover::keys

#include "ui/reconcile/row_text.h"

#include <QObject>
#include <algorithm>

#include "core/tables/states.h"
#include "ui/widgets/widgets.h"

namespace onceover::reconcile {
namespace {

using widgets::shown;

QString told(const char* words) { return QObject::tr(words); }

QString momentOf(const std::optional<Timestamp>& at) {
  if (!at || *at == Timestamp::minus_infinity()) return widgets::dash;
  return widgets::exact(*at, widgets::ClockChoice::utc);
}

QString momentOf(const browse::RowTime& time) { return widgets::exact(time, widgets::ClockChoice::utc); }

bool holds(const std::vector<std::string>& columns, const std::string& column) {
  return std::ranges::find(columns, column) != columns.end();
}

struct Meaning {
  const std::string& column;
  QStringList parts;

  void add(bool is, const QString& what, const QString& value = {}) {
    if (is) parts.append(value.isEmpty() ? what : what + QLatin1String(": ") + value);
  }
  void at(const tables::Place& place, const QString& what, const std::optional<std::string>& value) {
    const QString where = place.path.empty() ? QString() : told(" (at %1)").arg(shown(place.path));
    add(place.column == column, what + where, shown(value));
  }
};

void addLease(Meaning& meaning, const browse::KeyRow& row, const tables::Lease& lease) {
  meaning.add(lease.at.column == meaning.column, told("lease"),
              !row.lease_known   ? told("cannot be observed")
              : row.locked_until ? told("ends %1").arg(momentOf(row.locked_until))
                                 : told("no lease"));
  meaning.add(lease.length_column == meaning.column, told("how long the lease lasts"));
}

}  // namespace

QString meaningOf(const std::string& column, const browse::KeyRow& row, const tables::Profile& p) {
  Meaning meaning{column, {}};
  meaning.add(p.key == column, told("key"));
  meaning.add(p.tenant == column, told("tenant"));
  meaning.add(p.operation == column, told("operation"));
  meaning.add(holds(p.identity, column), told("part of the identity"));
  const QString state = row.state_known ? widgets::badgeOf(row.state).word : told("not known to the profile");
  meaning.add(holds(tables::state_columns(p), column), told("state"), state);
  addLease(meaning, row, p.lease);
  meaning.add(p.owner == column, told("owner"));
  meaning.add(p.created_at.column == column, told("created"), momentOf(row.created()));
  meaning.add(p.updated_at.column == column, told("last change"), momentOf(row.updated()));
  meaning.add(p.completed_at.column == column, told("finished"), momentOf(row.completed()));
  meaning.add(p.expires_at.column == column, told("kept until"), momentOf(row.kept_until()));
  meaning.add(p.due.column == column, told("due"), momentOf(row.work_due()));
  meaning.add(p.retry_before == column, told("may be retried until"), momentOf(row.retry_before));
  meaning.add(p.fingerprint.column == column, told("fingerprint"), shown(row.fingerprint));
  meaning.add(p.response_code == column, told("response code"), row.response_code ? QString::number(*row.response_code) : widgets::dash);
  meaning.add(p.response_body.column == column,
              p.response_body.is_pointer() ? told("points to the stored response") : told("stored response, shown beside"));
  meaning.add(!p.attempts.empty() && p.attempts[0] == column, told("tries started"), QString::number(row.attempts));
  meaning.add(p.attempts.size() > 1 && p.attempts[1] == column, told("tries finished"),
              row.attempts_finished ? QString::number(*row.attempts_finished) : widgets::dash);
  meaning.add(p.payload.column == column, told("payload, shown beside"));
  meaning.add(p.correlation_id == column, told("correlation id"));
  if (!p.fence.empty()) meaning.add(p.fence == column, told("fence"));
  const auto error = row.error_code.empty() ? std::nullopt : std::optional<std::string>(row.error_code);
  meaning.at(p.error, told("error"), error);
  meaning.at(p.customer, told("customer"), row.subject.customer);
  meaning.at(p.amount, told("amount"), row.subject.amount);
  meaning.at(p.currency, told("currency"), row.subject.currency);
  meaning.at(p.reference, told("reference"), row.subject.reference);
  return meaning.parts.join(QLatin1String("; "));
}

}  // namespace onceover::reconcile

#include "ui/planner/storm_model.h"

#include "ui/charts/chart.h"
#include "ui/planner/words.h"
#include "ui/widgets/text.h"

namespace onceover::planner {
namespace {

QString count(std::uint64_t n) { return widgets::number(static_cast<std::int64_t>(n)); }
QString took(Duration span) { return charts::chartText(milliseconds(span), charts::ChartUnit::milliseconds); }

}  // namespace

void StormModel::setOutcome(const StormOutcome& outcome) {
  beginResetModel();
  rows_.clear();
  for (std::size_t i = 0; i < outcome.storms.size(); ++i) {
    const StormResult& one = outcome.storms[i];
    const QString none = QStringLiteral("–");
    rows_.append({titleOf(outcome.wanted.backoffs[i]), count(one.calls), count(one.wasted), count(one.replayed), count(one.succeeded),
                  count(one.out_of_attempts + one.out_of_time + one.out_of_budget), count(one.stopped_by_breaker), took(one.time),
                  one.succeeded > 0 ? took(one.p50) : none, one.succeeded > 0 ? took(one.p95) : none,
                  one.complete ? QString() : tr("ended: too many calls")});
  }
  endResetModel();
}

QVariant StormModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::DisplayRole) return rows_[index.row()][index.column()];
  if (role == Qt::TextAlignmentRole && index.column() > Strategy && index.column() < Remark)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant StormModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  const std::pair<QString, QString> titles[] = {
      {tr("Strategy"), {}},
      {tr("Calls"), tr("Requests that reach the server; of an optimistic one, writes")},
      {tr("Wasted"), tr("Calls that brought nobody on: a lost write, a refusal, an answer to a client that was gone")},
      {tr("Replayed"), tr("Answered from what was stored, at no cost")},
      {tr("Done"), tr("Clients that succeeded")},
      {tr("Gave up"), tr("Out of attempts, of time or of budget")},
      {tr("Held"), tr("Attempts that the circuit breaker stopped: they never left the client")},
      {tr("Time"), tr("Until the last client knew")},
      {tr("Half done"), tr("Of the clients that succeeded, from their own start")},
      {tr("95 % done"), tr("Of the clients that succeeded, from their own start")},
      {QString(), {}}};
  if (role == Qt::DisplayRole) return titles[section].first;
  return role == Qt::ToolTipRole && !titles[section].second.isEmpty() ? QVariant(widgets::toolTip(titles[section].second)) : QVariant();
}

}  // namespace onceover::planner

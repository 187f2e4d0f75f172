// The audit trail as a table, newest first.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/audit/audit.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/tones.h"

namespace onceover::audit {

// "took over", "settled", "needs human": what an action is called here. Unknown ones keep their own word.
widgets::Badge badgeOf(const Record& record);
// "in_progress → succeeded"; one word where nothing changed.
QString changeOf(const Record& record);

class TrailModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { number, when, action, key, operation, tenant, change, who, reason, ticket, columnCount_ };
  using QAbstractTableModel::QAbstractTableModel;

  // A page read from the top. What was loaded before stays below it where the two join up; else it goes.
  void replaceTop(const Page& page);
  // A page read from next().
  void append(const Page& page);
  void clear();
  std::optional<std::int64_t> next() const { return next_; }
  void setClock(widgets::ClockChoice clock);

  const Record& record(int row) const { return records_[static_cast<std::size_t>(row)]; }
  const std::vector<Record>& records() const { return records_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const Record& record, int column) const;
  std::vector<Record> records_;
  std::optional<std::int64_t> next_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::audit

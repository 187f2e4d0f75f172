#include "ui/health/review_model.h"

#include <QStringList>

#include "ui/health/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::health {

void ReviewModel::setItems(std::vector<ReviewItem> items) {
  beginResetModel();
  items_ = std::move(items);
  endResetModel();
}

QVariant ReviewModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ReviewItem& shown = item(index.row());
  const auto text = [&] {
    if (index.column() == AnswerColumn) return badgeOf(shown.answer).word;
    if (index.column() == PromiseColumn) return widgets::text(shown.what);
    QStringList by;
    for (const Check check : shown.by) by << titleOf(check);
    return by.isEmpty() ? widgets::text(shown.how_to_see) : by.join(QStringLiteral("; "));
  };
  switch (role) {
    case Qt::DisplayRole: return text();
    case Qt::ToolTipRole: return widgets::toolTip(text());
    case widgets::BadgeRole: return index.column() == AnswerColumn ? QVariant::fromValue(badgeOf(shown.answer)) : QVariant();
    default: return {};
  }
}

QVariant ReviewModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) return {};
  const QString titles[] = {tr("Answer"), tr("Promise"), tr("By what, or where the answer is found")};
  return titles[section];
}

}  // namespace onceover::health

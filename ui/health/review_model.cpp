#include "ui/health/review_model.h"

#include <QStringList>

#include "ui/health/words.h"

namespace onceover::health {
namespace {

QString byWhat(const ReviewItem& item) {
  QStringList by;
  for (const Check check : item.by) by << titleOf(check);
  return by.isEmpty() ? widgets::text(item.how_to_see) : by.join(QStringLiteral("; "));
}

}  // namespace

ReviewModel::ReviewModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Answer"), 12}, [](const ReviewItem& item) { return badgeOf(item.answer); }},
      {{tr("Promise"), 72}, [](const ReviewItem& item) { return widgets::text(item.what); }},
      {{tr("Found by, or where to look"), 40, Stretch}, byWhat},
  });
}

}  // namespace onceover::health

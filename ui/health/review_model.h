// The contract's review checklist: what holds, what fails, and what only a person can know.
#pragma once

#include "core/health/health.h"
#include "ui/widgets/rows_model.h"

namespace onceover::health {

class ReviewModel : public widgets::RowsModel<ReviewItem> {
  Q_OBJECT
 public:
  enum Columns { AnswerColumn, PromiseColumn, ByColumn };
  explicit ReviewModel(QObject* parent = nullptr);
};

}  // namespace onceover::health

// One finding: what was seen, what follows from it, and the remedy to read before anybody runs it.
#pragma once

#include "core/health/health.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::health {

class FindingCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FindingCard(QWidget* parent = nullptr);
  void show(const Finding& finding);
  void show(const NotChecked& open);
  void showNothing(const QString& words);

 private:
  void set(const QString& title, const QString& seen, const QString& consequence, const QString& advice, const QString& sql);
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *title_, *seen_, *consequence_, *advice_;
  widgets::SqlView* sql_;
  std::vector<std::pair<QWidget*, QWidget*>> captions_;  // with what stands below each
};

}  // namespace onceover::health

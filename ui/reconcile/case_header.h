// The top of the Case page: which key, who and how much, and what its clients get now.
#pragma once

#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::reconcile {

class CaseHeader : public widgets::Card {
  Q_OBJECT
 public:
  // actions: of the page; their buttons stand here.
  explicit CaseHeader(const QList<QAction*>& actions, QWidget* parent = nullptr);
  void showKey(const browse::Detail& detail, const browse::Why& why, const tables::Profile& profile);

 private:
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *key_, *place_, *amount_, *customer_, *reference_, *correlation_, *answer_, *clears_;
};

}  // namespace onceover::reconcile

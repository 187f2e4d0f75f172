// The top of the Case page: which key, who and how much, and what its clients get now.
#pragma once

#include <QWidget>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/cases/case_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::cases {

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

// A key's life as a line from top to bottom: a dot a step, the last one where it stands.
class LifeLine : public QWidget {
  Q_OBJECT
 public:
  explicit LifeLine(QWidget* parent = nullptr);
  void setSteps(const std::vector<LifeStep>& steps, Timestamp now, widgets::ClockChoice clock);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QGridLayout* grid_;
  std::vector<LifeStep> steps_;
};

// Every touch of one key, newest first.
class HistoryModel : public widgets::RowsModel<audit::Record> {
  Q_OBJECT
 public:
  enum Columns { number, when, action, state, who, reason, ticket };
  explicit HistoryModel(QObject* parent = nullptr);

 private:
  bool isSame(const audit::Record& a, const audit::Record& b) const override { return a.number == b.number; }
};

}  // namespace onceover::cases

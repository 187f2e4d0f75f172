// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the Case page: which key, who and how much, and what its clients get now.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/tables/profile.h"
#include "ui/cases/case_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::cases {

class CaseHeader : public widgets::Card {
  Q_OBJECT
 public:
  // actions: of the page; their buttons stand here.
  explicit CaseHeader(const QList<QAction*>& actions, QWidget* parent = nullptr);
  void showKey(const browse::Detail& detail, const browse::Why& why, const tables::Profile& profile,
               const reconcile::NoteTally& notes);

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

// The way through stuck keys one by one.

// The way through stuck keys one by one: the list as it was when the walk began, with what became stuck since
// at its end. Pure.
class StuckWalk {
 public:
  // Of the rows that this filter finds; its own choice of states stays, and only stuck rows are walked
  // through. What was read before goes.
  void start(const browse::Filter& filter);
  const browse::Filter& filter() const { return filter_; }
  bool isRead() const { return isRead_; }

  // The rows that are stuck now, in the order of the list. isAll: there are no more.
  void take(const std::vector<key::Identity>& stuck, bool isAll);

  // The nearest row after or before this one that is still stuck. Where this one is not in the list: its
  // first or last. none: there is no other.
  std::optional<key::Identity> from(const std::optional<key::Identity>& current, bool forward) const;

  struct Place {
    int at = 0;     // counted from 1; 0: it is not in the list
    int total = 0;  // of the list
    int left = 0;   // still stuck
    bool isAll = true;
  };
  Place placeOf(const std::optional<key::Identity>& current) const;

 private:
  struct Step {
    key::Identity id;
    bool isStuck = true;
  };
  int indexOf(const std::optional<key::Identity>& id) const;
  browse::Filter filter_{.stuck = true};
  std::vector<Step> steps_;
  bool isRead_ = false, isAll_ = true;
};

// Above a case: the stuck key before and after this one, where this one is among them, and whether the
// gateway is asked on opening.
class WalkBar : public QWidget {
  Q_OBJECT
 public:
  // previous, next: the page's actions; their buttons stand here.
  WalkBar(QAction* previous, QAction* next, QWidget* parent = nullptr);

  void setPlace(const StuckWalk& walk, const std::optional<key::Identity>& current);
  // Instead of the place, until the next setPlace().
  void say(const QString& words);
  QString words() const;
  bool asksOnOpening() const;
  void setAsksOnOpening(bool asks);

 signals:
  void asksOnOpeningChanged(bool asks);

 private:
  widgets::PlainLabel* place_;
  QCheckBox* asks_;
};

}  // namespace onceover::cases

// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and the items of one as lists.
#pragma once

#include <QWidget>

#include "core/plan/plan.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::plans {

// The plans of a store, newest first.
class PlansModel : public widgets::RowsModel<plan::Plan> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, NameColumn, ActColumn, TableColumn, EndedColumn, WhoColumn, AgeColumn };
  explicit PlansModel(QObject* parent = nullptr);
  int rowOf(std::int64_t id) const;  // −1: not here

 private:
  bool isSame(const plan::Plan& a, const plan::Plan& b) const override { return a.id == b.id; }
};

struct ItemsPage {
  std::vector<plan::Item> items;
  widgets::NoteMarks notes;
  bool more = false;  // there are further ones behind
};

// The items of a plan, in the order in which they were frozen; further pages are asked for as a person
// scrolls.
class ItemsModel : public widgets::RowsModel<plan::Item> {
  Q_OBJECT
 public:
  enum Columns {
    PositionColumn,
    StateColumn,
    KeyColumn,
    CustomerColumn,
    AmountColumn,
    ForeseenColumn,
    OutcomeColumn,
    WhyColumn,
    AuditColumn
  };
  explicit ItemsModel(QObject* parent = nullptr);
  void setAct(plan::Verb act) { act_ = act; }
  // From the beginning.
  void setItems(ItemsPage page);
  void append(ItemsPage page);
  void forgetRequest() { asked_ = false; }  // the page that was wanted will not come
  int lastPosition() const { return rows().empty() ? 0 : rows().back().position; }

  bool canFetchMore(const QModelIndex& parent) const override {
    return !parent.isValid() && more_ && !asked_;
  }
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void behindWanted(int position);

 private:
  bool isSame(const plan::Item& a, const plan::Item& b) const override { return a.position == b.position; }
  plan::Verb act_ = plan::Verb::settle;
  bool more_ = false, asked_ = false;
  widgets::NoteMarks notes_;
};

// The chosen plan in short: what it does, how far it is, who is at work on it, and what came of the last act.

class PlanHead : public QWidget {
  Q_OBJECT
 public:
  explicit PlanHead(QWidget* parent = nullptr);
  // worksHere: this desk is at work on it.
  void show(const plan::Plan& plan, const plan::Totals& totals, bool worksHere);
  // What came of an act; empty: nothing to tell.
  void say(const QString& words, widgets::Tone tone = widgets::Tone::neutral);
  QString note() const;
  QString progress() const;
  QString money() const;
  // What a finished plan did not settle; empty: nothing.
  QString left() const;
  // Buttons of the plan's acts, at the right end of its name.
  void addTool(QWidget* widget);

 private:
  QWidget* line_;  // as many lines as its buttons need
  widgets::PlainLabel *name_, *does_, *money_, *progress_, *note_, *left_;
  widgets::BadgeLabel* badge_;
  QProgressBar* bar_;
};

}  // namespace onceover::plans

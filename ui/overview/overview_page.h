// SPDX-License-Identifier: GPL-3.0-or-later
// The page that answers "Is it bad?": a sentence, the numbers behind it, and the keys that have waited
// longest.
#pragma once

#include <vector>

#include "core/browse/key_row.h"
#include "ui/overview/glance.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"

namespace onceover::overview {

class HeadlineView;
class OldestModel;

class OverviewPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit OverviewPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  bool comeToTop() override;
  QWidget* firstRows() const override;

 signals:
  // The lines of a counter are asked for: "replayed", "mismatch". Counted events leave no rows of their own.
  void seriesRequested(const QString& name);
  void stuckLeasesRequested();

 protected:
  void clockChanged() override;

 private:
  void layOut();
  void addNumbers(QGridLayout* grid);
  widgets::StatCard* addCard(QGridLayout* grid, int row, const QString& label, const QString& icon);
  void leadToRows(widgets::StatCard* card, browse::Filter (OverviewPage::*filter)() const);
  struct Counter {
    const char* name;  // of the series
    QString label;
    const char* icon;
    QString note;
    widgets::Tone toneWhereAny;
    browse::Filter (OverviewPage::*rows)() const;  // null: the card leads to the series
  };
  static std::vector<Counter> counters();
  browse::Filter stuckKeys() const;
  browse::Filter oldestInProgress() const;
  browse::Filter keysInProgress() const;
  browse::Filter releasedKeys() const;
  browse::Filter finishedRecently() const;

  void take(Result<Glance> glance);
  void showNow();
  void showPeople();
  void showCounted();
  QString whyCountsAreHidden() const;
  void showEvents();
  void showStop();
  void showOldest();
  void readOwn();
  void openOldest(const QModelIndex& index);

  Glance glance_;
  QScrollArea* scroll_ = nullptr;
  OldestModel* model_;
  HeadlineView* stop_;  // loud, and there only while it is on
  HeadlineView* headline_;
  widgets::StatCard *stuck_, *people_, *oldest_, *inProgress_, *released_;
  QList<widgets::StatCard*> counted_;  // as counters()
  widgets::PlainLabel* countedNote_;
  widgets::PlainLabel* eventsNote_;
  widgets::StatCard *lag_, *behind_, *parked_, *deadEvents_, *deadLetters_;
  widgets::Card* oldestCard_;
  QStackedWidget* oldestStack_;
  widgets::TableView* table_;
  widgets::PlainLabel* oldestNote_;
};

// The few keys that have been stuck longest: who and how much first, for that is what the phone call will be
// about.
class OldestModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, CustomerColumn, AmountColumn, OperationColumn, KeyColumn, SinceColumn };
  explicit OldestModel(QObject* parent = nullptr);
};

}  // namespace onceover::overview

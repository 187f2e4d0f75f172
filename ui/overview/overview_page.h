// The page that answers "Is it bad?": a sentence, the numbers behind it, and the keys that have waited longest.
#pragma once

#include <vector>

#include "ui/overview/glance.h"
#include "ui/widgets/page.h"

class QGridLayout;
class QStackedWidget;

namespace onceover::widgets {
class Card;
class PlainLabel;
class StatCard;
class TableView;
}  // namespace onceover::widgets

namespace onceover::overview {

class HeadlineView;
class OldestModel;

class OverviewPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit OverviewPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;

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
  void leadToSeries(widgets::StatCard* card, const QString& series);
  browse::Filter stuckKeys() const;
  browse::Filter oldestInProgress() const;
  browse::Filter keysInProgress() const;
  browse::Filter releasedKeys() const;
  browse::Filter finishedRecently() const;

  void take(Result<Glance> glance);
  void showNow();
  void showCounted();
  void showCounter(widgets::StatCard* card, std::string_view name, widgets::Tone toneWhereAny);
  void showStop();
  void showOldest();
  void openOldest(const QModelIndex& index);

  Glance glance_;
  OldestModel* model_;
  HeadlineView* stop_;  // loud, and there only while it is on
  HeadlineView* headline_;
  widgets::StatCard *stuck_, *people_, *oldest_, *inProgress_, *released_;
  widgets::StatCard *replays_, *conflicts_, *mismatches_, *completed_, *settled_;
  widgets::PlainLabel* countedNote_;
  widgets::Card* oldestCard_;
  QStackedWidget* oldestStack_;
  widgets::TableView* table_;
  widgets::PlainLabel* oldestNote_;
};

}  // namespace onceover::overview

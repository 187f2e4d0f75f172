// SPDX-License-Identifier: GPL-3.0-or-later
// The page that finds keys: a filter, the rows it matches however many there are, and why a client gets the
// answer it gets.
#pragma once

#include <QByteArray>
#include <QTimer>

#include "ui/keys/listing.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::writes {
class SelectionBar;
}

namespace onceover::keys {

class FilterBar;
class KeysModel;
class PlaceBar;
class ScanWarning;
class ViewsButton;
class WhyPanel;

class KeysPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit KeysPage(bridge::Session& session, QWidget* parent = nullptr);
  ~KeysPage() override;

  // The rows behind a number: sets the filter and reads.
  void show(const browse::Filter& filter);
  using QWidget::show;

  void refresh() override;
  QString shownSql() const override { return sql_; }
  void focusSearch() override;
  QString whyNotLive() const override;
  widgets::Place place() const override;
  Result<void> showPlace(const widgets::Place& place) override;

 signals:
  void orderRequested(const QString& text);  // "Charged twice?" of this order or customer

 protected:
  void clockChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void memoryChanged() override;

 private:
  void layOut();
  QWidget* statusRow();
  void addActions();
  QAction* addPageAction(const QString& text, const QKeySequence& shortcut, const QString& icon,
                         void (KeysPage::*slot)());
  void startAnew();
  void fitColumns();
  void askViewName();
  void applyView(const QJsonObject& state);
  void search();
  void runAnyway();
  void read(const Search& search, qint64 position);
  void take(Result<Listing> listing, qint64 position);
  void showRows();
  void readNotes();
  void showOutside(const Listing& listing);
  void askWhyOfFound();
  void readBehind(const browse::Cursor& last);
  void readBefore(const browse::Cursor& first);
  void readFurtherPage(const browse::PageRequest& request);
  void scrolled(int value);
  void keepPlace(int rows);
  void letGo(int first, int last);
  // To that row of the whole listing; at total() the end.
  void goTo(qint64 row);
  void goToBeginning();
  void goToEnd();
  void readPlace();
  void takePlace(Result<browse::Page> page);
  void scrollTo(int row);
  int shownRows() const;
  bool scrollsByPixel() const;
  void count();
  void showCount(const Result<browse::Count>& count);
  void exportFound();
  void planFound();
  void readChoices();
  void openRow(const QModelIndex& index);
  void copyKey();
  void askWhy();
  void filterByValue();
  void headerClicked(int column);
  int orderColumn() const;
  void showOrder();
  void closeWhy();
  void tick();
  void noteStatus();
  int topRow() const;

  KeysModel* model_;
  FilterBar* bar_;
  ViewsButton* views_;
  widgets::TableView* table_;
  PlaceBar* place_;
  widgets::StatePane* results_;
  ScanWarning* warning_;
  QStackedWidget* stack_;
  widgets::Banner *outside_, *named_;  // named: the rows have what was sought as their order or customer
  WhyPanel* why_;
  widgets::PlainLabel *status_, *count_;
  QPushButton *countButton_, *plan_;
  QAction *copyKey_, *askWhy_, *planAction_, *byValue_;
  writes::SelectionBar* selection_;
  browse::Filter shownFilter_;  // of the rows in the model
  bool patient_ = false;        // a person was warned and wanted it anyway
  bool hasChoices_ = false;
  bool newestFirst_ = true;
  unfinished::Knowledge knowledge_;  // of what was listed last
  QString instead_;                  // what else a key without a row was looked for as
  bool lookedEverywhere_ = false;    // for an exact key, whatever else was asked for
  std::optional<qint64> wantedRow_;  // where a person wants to be that is outside of the window
  bool readsPlace_ = false;
  QString sql_;
  QTimer tick_;
};

}  // namespace onceover::keys

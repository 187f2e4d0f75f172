// SPDX-License-Identifier: GPL-3.0-or-later
// The page of stuck leases: what broke together, the keys in it, and for each whether its executor can still
// be alive.
#pragma once

#include <optional>

#include "ui/stuck/stuck_rows.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::writes {
class SelectionBar;
}

namespace onceover::stuck {

class AliveCard;
class StuckModel;

class LeasesPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit LeasesPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  QWidget* firstRows() const override;
  // What a person asked for in spite of a warning, and what takes long, is not read again and again.
  QString whyNotLive() const override {
    return mayScan_ || isCostly_ ? tr("reading this table takes long") : QString();
  }

 protected:
  void clockChanged() override;
  void memoryChanged() override;

 private:
  void layOut();
  void startAnew();
  void look();
  void readAll();
  void takeLook(browse::StuckGroups groups);
  void take(browse::StuckGroups groups);
  void showUnknown(const browse::StuckGroups& groups);
  void showSummary(const browse::StuckGroups& groups);
  void groupChosen(int row);
  void readRows();
  void takeRows(Result<StuckRows> rows);
  void rowChosen(int row);
  void askWhoLocks();
  void openRow(key::Identity id);
  void showAllRows();
  void planGroup();
  std::optional<browse::Filter> chosenFilter() const;

  GroupsModel* groups_;
  StuckModel* rows_;
  widgets::TableView *groupTable_, *rowTable_;
  widgets::PlainLabel *summary_, *rowsTitle_;
  AliveCard* alive_;
  QComboBox* by_;
  QPushButton *plan_, *readAll_;
  writes::SelectionBar* selection_;
  std::optional<GroupLine> group_;                    // chosen
  std::optional<browse::KeyRow> row_;                 // chosen
  std::optional<Result<browse::LockHolder>> holder_;  // of that row
  QString groupSql_, rowSql_;
  QString elsewhere_;  // what is stuck in other tables, where this one has nothing
  bool filling_ = false, mayScan_ = false, isCostly_ = false, isAll_ = false;
};

}  // namespace onceover::stuck

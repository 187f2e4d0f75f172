// SPDX-License-Identifier: GPL-3.0-or-later
// Consumed events and events to publish: what waits and since when, and what failed for good with its error.
#pragma once

#include <optional>

#include "core/browse/browser.h"
#include "core/tables/inspect/inspect.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::writes {
class SelectionBar;
}

namespace onceover::events {

class DeadModel;
class PayloadPane;

// What the page knows, read in one job.
struct InboxData {
  browse::Backlog backlog;
  browse::Page dead;
  std::optional<tables::Access> access;  // none: it could not be asked
};

// "≥ 10 000", "about 25 000", "12". Pure.
QString countInWords(const browse::Backlog::Part& part);

class InboxPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit InboxPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override { return sql_; }

 private:
  void layOut();
  void startAnew();
  void take(Result<InboxData> data);
  void fill(const InboxData& data);
  void openRow(const QModelIndex& index);
  void showPayload();
  void showWaiting();
  void showAllDead();

  DeadModel* model_;
  widgets::StatCard *waiting_, *age_, *dead_;
  widgets::TableView* table_;
  PayloadPane* payload_;  // of the chosen event
  writes::SelectionBar* selection_;
  widgets::PlainLabel *title_, *note_, *whyNot_;
  QString sql_;
};

}  // namespace onceover::events

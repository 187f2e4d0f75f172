// SPDX-License-Identifier: GPL-3.0-or-later
// Who did what to which key, when, why, on what evidence.
#pragma once

#include <QString>
#include <optional>

#include "core/audit/audit.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::writes {
class Acts;
}

namespace onceover::audit {

class RecordView;
class TrailCard;
class TrailFilters;
class TrailModel;

class AuditPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit AuditPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override { return sql_; }
  void focusSearch() override;
  widgets::Place place() const override;
  Result<void> showPlace(const widgets::Place& place) override;

  // The trail of one key alone.
  void showKey(const std::string& key);
  // That row, among those of its key.
  void showNumber(qint64 number);
  // What was done from then to before then.
  void showTime(Timestamp from, Timestamp to);
  // What is listed, as a file; .jsonl gives JSON lines, anything else CSV.
  void exportTo(const QString& path);

 signals:
  void exported(const QString& path);
  void verified();  // the result is shown
  void sealed();
  void undone();  // what came of it is shown

 protected:
  void clockChanged() override;

 private:
  void buildFilters();
  void buildContent();
  void addActions();
  void filterChanged();
  void clearFilters();
  void readPage(std::optional<std::int64_t> before);
  void showPage(const audit::Page& page, bool further);
  void noteCount();
  void readOlder();
  void openRow(const QModelIndex& index);
  void showRow(int row);
  void closeDetails();
  void showDetails(const Record& record);
  void verify();
  void seal();
  void undo();
  void readLink(const Record& record);
  void openWanted();
  void noteJobs();
  QString whyNotUndone(const Record& record) const;
  QString whyNotVerified() const;
  void updateActions();
  void askExport(const QString& suffix);
  void saveBundle();
  Filter filter() const;

  writes::Acts* acts_;
  TrailModel* model_;
  TrailFilters* filters_;
  QPushButton* older_;
  widgets::TableView* table_;
  widgets::PlainLabel* count_;
  RecordView* details_;
  TrailCard* card_;
  QAction *verify_, *seal_, *undo_;
  std::optional<bridge::JobId> verifying_;
  bool undoing_ = false;
  std::optional<std::int64_t> wanted_;  // the row to open once it is listed
  QString sql_;
};

}  // namespace onceover::audit

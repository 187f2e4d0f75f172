// SPDX-License-Identifier: GPL-3.0-or-later
// Our finished keys against the gateway's ledger over a time, both ways: what disagrees, and why. Reads only,
// here and there.
#pragma once

#include <map>

#include "ui/drift/drift_run.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::drift {

class FindingsModel;

class DriftPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit DriftPage(bridge::Session& session, QWidget* parent = nullptr);

  // Runs nothing: a comparison is asked for.
  void refresh() override;
  QString whyNotLive() const override { return tr("the ledger is compared on request"); }
  void focusSearch() override;
  // Of the rows; what is asked of the gateway is its configuration's.
  QString shownSql() const override { return sql_; }
  const std::optional<Report>& report() const { return report_; }
  // The report as a file; .md, .json, anything else is CSV.
  void exportTo(const QString& path);

 signals:
  void foundSome();  // the first differences are listed, while the rest is asked about
  void compared();   // the report is on the screen, or why there is none
  void exported(const QString& path);

 protected:
  void clockChanged() override;

 private:
  enum class Do { compare, cancel, csv, json, markdown };
  void buildForm();
  QWidget* buildWhere();
  QWidget* buildWhat();
  QWidget* buildProgress();
  void buildContent();
  void addActions();
  void chooseGateway();
  void compareNow();
  void advance(const Outlook& outlook);
  void showProgress();
  void showSoFar(const Report& soFar);
  void showReport(const Report& report);
  void showCompared();
  void focusResult();
  void showFound();
  void showIdle();
  void tell(widgets::Tone tone, const QString& words);  // nothing is told by no words
  void tellFailure(const Error& error);
  void startAnew();
  void choose(Kind kind);
  void openRow(const QModelIndex& index);
  void updateForm();
  Wanted wanted() const;
  QString whyNot() const;

  DriftRun* run_;
  std::optional<Report> report_;
  QString gatewayOf_;  // of the connection: what the path was filled with
  bool looking_ = false, isUnderWay_ = false;
  QString sql_, startedWith_, comparedWith_;
  std::shared_ptr<const tables::Profile> table_;  // of the report
  std::map<Do, QAction*> acts_;
  QWidget *form_, *between_, *progress_;
  QLineEdit *gateway_, *operation_, *tenant_, *reference_;
  QComboBox *time_, *part_;
  QDateTimeEdit *from_, *to_;
  QSpinBox* sample_;
  QPushButton* compare_;
  QProgressBar* bar_;
  widgets::PlainLabel *progressWords_, *note_, *words_, *totals_, *openNote_;
  widgets::BadgeLabel* badge_;
  std::map<Kind, QPushButton*> counts_;
  widgets::TableView* foundTable_;
  FindingsModel* model_;
};

}  // namespace onceover::drift

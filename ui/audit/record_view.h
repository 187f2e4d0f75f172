// SPDX-License-Identifier: GPL-3.0-or-later
// One audit row in full: who, what, why, and what was known.
#pragma once

#include <QStringList>
#include <optional>

#include "core/audit/audit.h"
#include "core/audit/verify.h"
#include "core/base/result.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::audit {

class RecordView : public widgets::Card {
  Q_OBJECT
 public:
  explicit RecordView(QWidget* parent = nullptr);
  // id: of the case that it leads to, where that can be opened now.
  // whyNotUndone: empty where the act can be undone.
  void setRecord(const Record& record, Timestamp now, widgets::ClockChoice clock,
                 const std::optional<key::Identity>& id, const QString& whyNotUndone);
  const std::optional<Record>& record() const { return record_; }
  // The act that this one took back, or the undo that took this one back.
  struct Link {
    std::int64_t number = 0;
    bool isUndo = false;
  };
  void setLink(const std::optional<Link>& link);

 signals:
  void caseRequested(const onceover::key::Identity& id);
  void undoRequested();
  void recordRequested(qint64 number);
  void closed();

 private:
  void setJson(widgets::JsonView* view, int tab, const std::string& json);
  void openCase();

  std::optional<Record> record_;
  std::optional<key::Identity> case_;
  QFormLayout* fields_;
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *title_, *elsewhere_, *whyNotUndone_;
  QList<widgets::PlainLabel*> values_;  // of the fields
  QTabWidget* tabs_;
  widgets::JsonView *before_, *after_, *evidence_;
  std::optional<Link> link_;
  QPushButton *open_, *undo_, *linked_;
};

// What came of an act on the trail: while it runs how far it is, then the result in words. Hidden until then.

// Pure. What is proven and what is not, or the first bad row and how.
widgets::Told toldVerifying(const Result<Verified>& verified);

class TrailCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  explicit TrailCard(QWidget* parent = nullptr);

  void run(const QString& title, const QString& words);
  void setProgress(qint64 done, qint64 total);
  void tell(const QString& title, const widgets::Told& told);
  bool isRunning() const { return running_; }

 signals:
  void cancelRequested();

 private:
  void setRunning(bool running);

  bool running_ = false;
  QProgressBar* bar_;
  QPushButton* cancel_;
};

}  // namespace onceover::audit

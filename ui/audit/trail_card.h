// What came of an act on the trail: while it runs how far it is, then the result in words. Hidden until then.
#pragma once

#include <QStringList>
#include <optional>

#include "core/audit/verify.h"
#include "core/base/result.h"
#include "core/reconcile/undo.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"

class QProgressBar;
class QPushButton;
class QToolButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::audit {

struct ToldTrail {
  widgets::Badge badge;
  QString words;
  QStringList lines;  // what was found, each a sentence
};
// Pure. "The trail is whole", or the first bad row and how.
ToldTrail toldVerifying(const Result<Verified>& verified);
ToldTrail toldUndoing(std::int64_t number, const Result<reconcile::UndoOutcome>& outcome);

class TrailCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit TrailCard(QWidget* parent = nullptr);

  void run(const QString& title, const QString& words);
  void setProgress(qint64 done, qint64 total);
  void tell(const QString& title, const ToldTrail& told);
  QString words() const;
  bool isRunning() const { return running_; }

 signals:
  void cancelRequested();

 private:
  bool running_ = false;
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *words_, *lines_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QToolButton* close_;
};

}  // namespace onceover::audit

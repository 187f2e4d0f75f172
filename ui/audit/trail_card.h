// What came of an act on the trail: while it runs how far it is, then the result in words. Hidden until then.
#pragma once

#include <QStringList>
#include <optional>

#include "core/audit/verify.h"
#include "core/base/result.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/result_card.h"

namespace onceover::audit {

// Pure. "The trail is whole", or the first bad row and how.
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

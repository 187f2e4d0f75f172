// Which events are published once more: of a topic, an aggregate and a time. Counts them before anything is written.
#pragma once

#include <QTimer>
#include <optional>

#include "core/outbox/operate.h"
#include "ui/bridge/session.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/forward.h"

class QCheckBox;

namespace onceover::events {

class RepublishDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  static constexpr std::int64_t most = 100'000;  // more is for oncectl

  RepublishDialog(bridge::Session& session, const QString& topic, const QString& aggregate, QWidget* parent = nullptr);
  // Of the last count; up to the moment of it.
  const outbox::Selection& selection() const { return selection_; }
  // With new ids only a request for a second approver is filed.
  bool newIds() const;

 signals:
  void counted();

 private:
  void ask();
  void say(const Result<outbox::Counted>& count);
  bridge::Session& session_;
  QLineEdit *topic_, *aggregate_;
  QComboBox* since_;
  QCheckBox* newIds_;
  bool isCounted_ = false;
  void follow();
  widgets::PlainLabel* count_;
  QTimer typing_;
  outbox::Selection selection_;
};

}  // namespace onceover::events

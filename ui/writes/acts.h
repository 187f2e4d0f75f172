// SPDX-License-Identifier: GPL-3.0-or-later
// Acts on the store itself, not on a row: asked about in a dialog, carried out on the armed connection, one
// at a time.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "ui/bridge/reader.h"
#include "ui/widgets/card.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::writes {

class Acts : public QObject {
  Q_OBJECT
 public:
  // Its value is shown as a sentence.
  using Run = std::function<Result<QString>(bridge::Reader& reader, const std::string& reason)>;
  struct Act {
    QString title, text, button;
    Run run;
    QString detail = {};     // the SQL to read first; empty: none
    bool asksReason = true;  // false: nothing of it keeps a reason
  };
  // over: the dialogs are over it.
  explicit Acts(bridge::Session& session, QWidget* over);

  // Where writes are not armed, asks to arm them first, and goes on by itself.
  void ask(const Act& act);
  void carryOut(const std::string& reason, const Run& run);
  bool isWriting() const { return isWriting_; }
  // Why nothing can be written from here now; empty: it can, once writes are armed.
  QString whyNot() const;

 signals:
  void armRequested();
  void changed();  // an act began or ended
  void done(const onceover::widgets::Told& told);

 private:
  bridge::Session& session_;
  QWidget* over_;
  bool isWriting_ = false;
};

}  // namespace onceover::writes

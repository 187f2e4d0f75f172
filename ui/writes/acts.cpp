// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/acts.h"

#include "ui/bridge/session.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/text.h"
#include "ui/writes/write_inputs.h"

namespace onceover::writes {

Acts::Acts(bridge::Session& session, QWidget* over) : QObject(over), session_(session), over_(over) {}

QString Acts::whyNot() const {
  if (isWriting_) return tr("The act before is under way.");
  if (!session_.isReady()) return tr("Not connected.");
  return session_.facts().isReadOnly ? tr("This connection can only read.") : QString();
}

void Acts::ask(const Act& act) {
  if (!whyNot().isEmpty()) return;
  if (!armedFor(session_, this, [this, act] { ask(act); })) return emit armRequested();
  auto* dialog = new widgets::ConfirmDialog({.title = act.title,
                                             .text = act.text,
                                             .detail = act.detail,
                                             .button = act.button,
                                             .dangerous = session_.connection().isProduction,
                                             .asksReason = act.asksReason},
                                            over_);
  if (!act.detail.isEmpty()) dialog->resize(760, 560);
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, run = act.run] { carryOut(widgets::bytes(dialog->reason()), run); });
  dialog->open();
}

void Acts::carryOut(const std::string& reason, const Run& run) {
  isWriting_ = true;
  emit changed();
  session_.write<QString>(
      over_, tr("Writing"), [run, reason](bridge::Reader& reader) { return run(reader, reason); },
      [this](const Result<QString>& written) {
        isWriting_ = false;
        emit changed();
        emit done(written ? widgets::Told{{tr("done"), QStringLiteral("check"), widgets::Tone::ok}, *written}
                          : widgets::toldFailure(written.error()));
      });
}

}  // namespace onceover::writes

// The verdicts that the profile offers for the row of somebody else's table, each with what it writes, or why it is not offered; and
// the way to write one, or to hand its script to somebody who may.
#pragma once

#include <optional>

#include "ui/reconcile/case_data.h"
#include "ui/widgets/card.h"
#include "ui/widgets/row_write.h"

class QPushButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::reconcile {

class VerdictLines;

// What was written for a row, or why nothing was.
struct ForeignAnswer {
  profile::Verb verb = profile::Verb::release;
  SeenRow seen;  // as it was on the screen
  Result<RowFlowOutcome> outcome;
};

class ForeignVerdict : public widgets::Card {
  Q_OBJECT
 public:
  explicit ForeignVerdict(bridge::Session& session, QWidget* parent = nullptr);

  void clear();
  void showRow(const widgets::WritableRow& row);
  // Why the verb cannot be written from here; empty: it can, once writes are armed.
  QString whyNot(profile::Verb verb) const;
  bool isWriting() const { return writing_; }
  // Opens the dialog; where writes are not armed, asks to arm them. asked: the evidence it rests on, none: the person's word.
  void open(profile::Verb verb, const AskedCase* asked = nullptr);
  // Opens the dialog for its script alone.
  void openScript(profile::Verb verb, const AskedCase* asked = nullptr);

 signals:
  void armRequested();
  void mappingRequested();
  void writingChanged();
  void answered(const onceover::reconcile::ForeignAnswer& answer);

 private:
  void showLine(profile::Verb verb, const QString& shared);
  QString whyNoRow() const;
  QString whyNotWritten(profile::Verb verb) const;
  QString whyNoScript(profile::Verb verb) const;
  void openDialog(profile::Verb verb, const AskedCase* asked, const QString& whyScriptOnly);
  void write(const std::shared_ptr<const profile::Profile>& profile, const SeenRow& seen, const WriteRequest& request,
             const std::optional<Asked>& asked);
  void update();
  void setWriting(bool writing);

  bridge::Session& session_;
  std::optional<widgets::WritableRow> row_;
  bool writing_ = false;
  VerdictLines* lines_;
  widgets::PlainLabel *intro_, *note_, *absent_, *guard_;
  QPushButton* mapping_;
};

}  // namespace onceover::reconcile

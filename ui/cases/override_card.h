// SPDX-License-Identifier: GPL-3.0-or-later
// The verdicts that a person may write for a row, each with what it writes, or why it is not offered: of an own key by manual override,
// where no evidence says what happened; of an external row whatever its profile offers, also as a script. Whatever settles the row on the
// Case page is written by this card.
#pragma once

#include <optional>

#include "core/reconcile/settle_one.h"
#include "ui/cases/case_data.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/writes/row_write.h"

namespace onceover::cases {

class VerdictLines;

// What was written for a row, or why nothing was.
struct VerdictAnswer {
  browse::KeyRow before;  // as it was on the screen
  Result<reconcile::OneOutcome> outcome;
};

class OverrideCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit OverrideCard(bridge::Session& session, QWidget* parent = nullptr);

  void clear();
  void showRow(const CaseData& data);
  // The evidence on the screen: what it shows is settled from it, and is not overruled.
  void setAsked(const std::optional<AskedCase>& asked);
  // Why the verb of an external row cannot be written from here; empty: it can, once writes are armed.
  QString whyNot(tables::Verb verb) const;
  bool isWriting() const { return writing_; }
  // Opens the dialog; where writes are not armed, asks to arm them. asked: the evidence it rests on, none: a manual override.
  void open(tables::Verb verb, const AskedCase* asked = nullptr);
  // Writes what a dialog showed.
  void write(const reconcile::TakenRow& seen, const reconcile::Instruction& instruction, bool cancels);

 signals:
  void armRequested();
  void mappingRequested();
  void writingChanged();
  void answered(const onceover::cases::VerdictAnswer& answer);

 private:
  bool isOwn() const;
  QString whyNotOwn() const;
  QString whyNoRow() const;
  QString whyNotWritten(tables::Verb verb) const;
  QString whyNoScript(tables::Verb verb) const;
  void openScript(tables::Verb verb);
  void openOverride(tables::Verb verb);
  void openWrite(tables::Verb verb, const AskedCase* asked, const QString& whyScriptOnly);
  void update();
  void updateOwn(QStringList& notes);
  void updateExternal(QStringList& notes);
  void setWriting(bool writing);

  bridge::Session& session_;
  std::optional<browse::KeyRow> row_;
  Timestamp asOf_;
  std::optional<Duration> dedupeWindow_;
  std::optional<std::int64_t> waiting_;          // the request that waits for a second approver
  std::optional<writes::WritableRow> writable_;  // of an external row
  std::optional<AskedCase> asked_;
  bool writing_ = false;
  VerdictLines* lines_;
  widgets::PlainLabel *intro_, *note_, *absent_, *guard_;
  QPushButton* mapping_;
};

}  // namespace onceover::cases

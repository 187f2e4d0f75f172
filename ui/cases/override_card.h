// SPDX-License-Identifier: GPL-3.0-or-later
// The verdicts that a person may write for a row, each with what it writes, or why it is not offered: of an
// own key by manual override, where no evidence says what happened; of an external row whatever its profile
// offers, also as a script. Whatever settles the row on the Case page is written by this card.
#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "core/reconcile/settle_one.h"
#include "core/tables/profile.h"
#include "ui/cases/case_data.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"
#include "ui/writes/row_write.h"
#include "ui/writes/write_inputs.h"

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
  // Opens the dialog; where writes are not armed, asks to arm them. asked: the evidence it rests on, none: a
  // manual override.
  void open(tables::Verb verb, const AskedCase* asked = nullptr);
  // Writes what a dialog showed.
  void write(const reconcile::TakenRow& seen, const reconcile::Instruction& instruction, bool cancels);

 signals:
  void armRequested();
  void mappingRequested();
  void adminRequested();
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
  // What is missing before an external row can be written from here, all of it at once.
  struct Need {
    QString words, button;
    // that the button copies; empty: it opens the page Administration, or there is no button
    std::string script = {};
    bool operator==(const Need&) const = default;
  };
  std::vector<Need> needs() const;
  void showNeeds(std::vector<Need> needs);

  bridge::Session& session_;
  std::optional<browse::KeyRow> row_;
  Timestamp asOf_;
  std::optional<Duration> dedupeWindow_;
  std::optional<std::int64_t> waiting_;          // the request that waits for a second approver
  std::optional<writes::WritableRow> writable_;  // of an external row
  std::optional<AskedCase> asked_;
  bool writing_ = false;
  std::vector<Need> shownNeeds_;
  writes::KeptInputs kept_;
  VerdictLines* lines_;
  widgets::PlainLabel* intro_;
  QVBoxLayout* needs_;
  widgets::PlainLabel *note_, *absent_, *guard_;
  QPushButton* mapping_;
};

}  // namespace onceover::cases

// Before a manual override of an own key is written, or filed for a second approver: the row before and
// after, the SQL, the answer that clients will get, what shows it, a reason and a ticket.

namespace onceover::cases {

class OverrideDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  struct What {
    tables::Verb verb = tables::Verb::release;
    browse::KeyRow row;
    Timestamp asOf;
    std::optional<Duration> dedupeWindow = {};       // registered_window()
    std::optional<reconcile::JudgedEvidence> asked;  // of the screen; none: no question was sent yet
    QString note;                                    // what else a person should know before; empty: nothing
    bool isProduction = false;
  };
  explicit OverrideDialog(What what, QWidget* parent = nullptr);

  const What& what() const { return what_; }
  writes::WriteInputs& inputs() const { return *inputs_; }
  // With reason, ticket and answer as they stand.
  reconcile::Instruction instruction() const;

 private:
  void follow();
  What what_;
  widgets::FieldsModel* model_;
  writes::WriteInputs* inputs_;
};

// The verdicts that a person may write, a line each: the button, what it writes or why it cannot be written,
// and its script if it has one.
class VerdictLines : public QWidget {
  Q_OBJECT
 public:
  explicit VerdictLines(const std::vector<tables::Verb>& verbs, QWidget* parent = nullptr);

  struct Line {
    bool isShown = false, canAct = false, hasScript = false, canScript = false;
    QString words;
    bool isMuted = false;  // the words say why not
  };
  void setLine(tables::Verb verb, const Line& line);

 signals:
  void chosen(onceover::tables::Verb verb);
  void scriptChosen(onceover::tables::Verb verb);

 private:
  struct Parts {
    QPushButton* act;
    QToolButton* script;
    widgets::PlainLabel* words;
  };
  void addLine(QGridLayout* grid, tables::Verb verb);
  std::map<tables::Verb, Parts> lines_;
};

}  // namespace onceover::cases

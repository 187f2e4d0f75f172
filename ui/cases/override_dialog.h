// SPDX-License-Identifier: GPL-3.0-or-later
// Before a manual override of an own key is written, or filed for a second approver: the row before and after, the SQL, the answer that
// clients will get, what shows it, a reason and a ticket.
#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "core/reconcile/settle_one.h"
#include "core/tables/profile.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

namespace onceover::writes {
class WriteInputs;
}

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
  // With reason, ticket and answer as they stand.
  reconcile::Instruction instruction() const;

 private:
  void follow();
  What what_;
  widgets::FieldsModel* model_;
  writes::WriteInputs* inputs_;
};

// The verdicts that a person may write, a line each: the button, what it writes or why it cannot be written, and its script if it has one.
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Writing several rows of an external table: a button for each verb of a list, which says why it is not
// offered; the dialog; and the writing, row by row.
#pragma once

#include <QKeySequence>
#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"
#include "ui/writes/row_write.h"
#include "ui/writes/write_inputs.h"

namespace onceover::writes {

struct RowReport {
  reconcile::SeenRow seen;  // as it was in the dialog
  Result<reconcile::OneOutcome> outcome;
};
struct RowWrite {
  reconcile::SeenRow seen;
  reconcile::Instruction instruction;
};
// Each in a transaction of its own: a row that has moved does not stop the others. Where the connection is
// lost, the rest is not tried.
Result<std::vector<RowReport>> writeEach(bridge::Reader& reader, const tables::Profile& profile,
                                         const std::vector<RowWrite>& writes);
struct VerdictReport {
  tables::Verb verb = tables::Verb::requeue;
  std::vector<RowReport> rows;
  QString title = {};  // of what was done; empty: that of the verb
  int left = 0;        // that the verb was not for, or that were gone
};

class RowVerbs : public QWidget {
  Q_OBJECT
 public:
  struct Offer {
    tables::Verb verb;
    QString icon;
    QKeySequence keys;
  };
  // Requeue and discard; and release beside them.
  static std::vector<Offer> ofEvents();
  static std::vector<Offer> all();
  RowVerbs(bridge::Session& session, const std::vector<Offer>& offers, QWidget* parent = nullptr);

  // For the page: with their shortcuts.
  QList<QAction*> verbActions() const;
  // What this connection may do with the table; none: not known.
  void setAccess(const std::optional<tables::Access>& access);
  // Of the rows that are selected.
  void setSelected(std::vector<key::Identity> ids);
  // Which of them are not offered, and why; empty: all are.
  QString whyNot() const;

 signals:
  void armRequested();
  void failed(const onceover::Error& error);  // the rows could not be read
  void answered(const onceover::writes::VerdictReport& report);

 private:
  QString whyNot(tables::Verb verb) const;
  void act(tables::Verb verb);
  void ask(tables::Verb verb, const WritableRows& rows);
  void write(tables::Verb verb, const std::shared_ptr<const tables::Profile>& profile,
             const std::vector<reconcile::SeenRow>& rows, const reconcile::WriteRequest& request, int left);
  void update();

  bridge::Session& session_;
  std::optional<tables::Access> access_;
  std::vector<key::Identity> selected_;
  bool busy_ = false;
  KeptInputs kept_;
  std::map<tables::Verb, QAction*> actions_;
  std::map<tables::Verb, QPushButton*> buttons_;
};

}  // namespace onceover::writes

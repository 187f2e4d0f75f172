// SPDX-License-Identifier: GPL-3.0-or-later
// Every page and action by a few letters, and what was found in the store by the same text. A child of the
// window, above everything in it.
#pragma once

#include <QAction>
#include <QFrame>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>

#include "core/browse/life.h"
#include "core/plan/plan.h"
#include "core/reconcile/case_list.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(QWidget* parent);
  // Opens over the parent with these; disabled and invisible actions are left out. An action's data() is a
  // list of other names for it; its statusTip() says where it leads, where it has no shortcut.
  void open(const QList<QAction*>& actions);
  QString soughtText() const;

  // What is no action: a key, a case, a plan, a table. kind: what it is, at the right end of the line.
  struct Found {
    QString text, kind, icon;
    std::function<void()> open;
  };
  // Below the actions that match. Of another text than the one that stands there now it is not shown.
  void setFound(const QString& sought, const QList<Found>& found);

 signals:
  // A person paused in typing; never without text.
  void sought(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter();
  void list();
  void run();
  void dismiss();
  QList<QPointer<QAction>> actions_;
  QList<Found> found_;
  QString foundFor_;
  QTimer pause_;
  bool hasMoved_ = false;     // a person chose another line than the first
  QPointer<QWidget> before_;  // had the focus
  QLineEdit* search_;
  QListWidget* list_;
};

// How well a few typed letters fit a text. Pure.

// The letters in their order, anywhere in the text, case ignored; none where they are not all there. Higher
// fits better: begins of words and runs of letters count most. An empty pattern fits everything equally.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

// Finds rows of every table, cases, plans and tables by what is typed or pasted into the command palette, on
// whatever page, and counts the charges and refunds among the rows. Reads no table that takes more than about
// two seconds. Says what it could not look at.

class SearchDesk : public QObject {
  Q_OBJECT
 public:
  // Tables that can be read over this connection beside our own.
  using TablesOf = std::function<bridge::Tables()>;
  SearchDesk(bridge::Session& session, CommandPalette& palette, TablesOf tables, QObject* parent);

  void seek(const QString& text);

  // "Charged twice?" of this order, customer or key.
  void openOrder(const QString& text);

 signals:
  void rowChosen(const std::shared_ptr<const onceover::tables::Profile>& table,
                 const onceover::key::Identity& id);
  void caseChosen(const onceover::reconcile::ListedCase& one);
  void planChosen(const QString& name);
  void tableChosen(const std::shared_ptr<const onceover::tables::Profile>& table);
  void filterChosen(const onceover::browse::Filter& filter);  // on the page Keys
  void linkChosen(const QString& link);

 private:
  struct Answer {
    bridge::Tables tables;
    browse::Life life;
    std::string effects;  // drift::sentence(); empty: no row is one
    std::vector<reconcile::ListedCase> cases;
    std::vector<plan::Plan> plans;
    std::string problem;
  };
  static Result<Answer> look(bridge::Reader& reader, const std::string& text, bool hasStore,
                             const bridge::DescribedTables& described);
  void show(const QString& text, const Result<Answer>* answer);
  QList<CommandPalette::Found> tablesNamed(const QString& text);

  bridge::Session& session_;
  CommandPalette& palette_;
  TablesOf tables_;
};

}  // namespace onceover::shell

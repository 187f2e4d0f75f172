// One table's mapping: every role with what was proposed for it and why, an editor for the selected one, and the results: sample rows, the
// profile as TOML, the statement.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/bridge/session.h"
#include "ui/tables/draft.h"
#include "ui/tables/sample.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::widgets {
class StatePane;
}  // namespace onceover::widgets

namespace onceover::tables {

class Choice;
class RoleEditor;
class RolesModel;
class SampleModel;

class MappingView : public QWidget {
  Q_OBJECT
 public:
  explicit MappingView(bridge::Session& session, QWidget* parent = nullptr);

  void setDraft(const Draft& draft);
  // Leads to the role; one that is not known changes nothing.
  void showRole(const std::string& role);
  const Draft& draft() const { return draft_; }
  // It was changed since it was shown, used or saved.
  bool isEdited() const { return kept_ != draftText(); }
  void discard() { kept_ = draftText(); }
  // Reads the sample again.
  void refresh();
  void setClock(widgets::ClockChoice clock);
  QString shownSql() const { return sql_; }
  // Where Save proposes to put files; empty: nowhere.
  void setDirectory(const QString& directory) { directory_ = directory; }
  // Reads this table from now on, unless something is still to be chosen.
  void use();
  void askToSave();
  void saveTo(const QString& path);

 signals:
  void backRequested();
  void useRequested(const std::shared_ptr<const onceover::profile::Profile>& profile);
  void saved(const QString& path);
  void sampled(onceover::Timestamp asOf);

 private:
  std::string draftText() const;
  QWidget* header();
  QWidget* rolesAndEditor();
  QWidget* results();
  QWidget* tomlTab();
  void roleChosen(int row);
  void roleEdited();
  void showWhy();
  void kindChosen();
  void identityEdited();
  void changed();
  void noteQuestions();
  void noteWarnings();
  void take(const Result<Sample>& sample);
  void copyToml();
  void save(const QString& path);

  bridge::Session& session_;
  Draft draft_;
  std::string role_;
  std::string kept_;  // the draft as it was shown, used or saved
  QString directory_, sql_, keyNotUnique_;
  QTimer later_;
  RolesModel* roles_;
  SampleModel* sample_;
  widgets::PlainLabel *title_, *questions_, *warnings_, *access_, *what_, *why_, *note_;
  Choice* kind_;
  QLineEdit* name_;
  QPushButton* use_;
  widgets::TableView* rolesTable_;
  widgets::Card* card_;
  QStackedWidget* editors_;
  QTabWidget* tabs_;
  widgets::StatePane* samplePane_;
  QPlainTextEdit* toml_;
  widgets::SqlView* sqlView_;
};

}  // namespace onceover::tables

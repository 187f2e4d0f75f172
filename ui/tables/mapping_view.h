// SPDX-License-Identifier: GPL-3.0-or-later
// One table's mapping. Above the table's own rows, and as further tabs every role, the rows as they will be
// listed, the profile as TOML and the statement. Below one card: the next question, or the editor of the role
// or column that was chosen. At the side what is stuck now.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/tables/detect/questions.h"
#include "ui/bridge/session.h"
#include "ui/tables/draft.h"
#include "ui/tables/models.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {
class StatePane;
}  // namespace onceover::widgets

namespace onceover::ui {

class Choice;
class OwnRowsModel;
class QuestionView;
class RoleEditor;
class RolesModel;
class SampleModel;
class StateEditor;
class StuckNow;

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
  // What is asked now; empty: nothing.
  QString asked() const { return question_ ? QString::fromStdString(question_->text) : QString(); }
  // Some rows are known to be stuck under this mapping.
  bool showsStuck() const;
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
  void useRequested(const std::shared_ptr<const onceover::tables::Profile>& profile);
  void saved(const QString& path);
  void sampled(onceover::Timestamp asOf);

 private:
  std::string draftText() const;
  QWidget* header();
  QWidget* tableTabs();
  QWidget* tomlTab();
  QWidget* card();
  void ask();
  void askAbout(const tables::Question& question);
  void answered(const std::string& given);
  void columnChosen(int column);
  void roleChosen(int row);
  void roleEdited();
  void showQuestions();
  void showPage(std::size_t index);
  RoleEditor* editor() const;
  // The first answer has the focus, and the question is seen from its beginning.
  void focusAnswer();
  void showEditor(const std::string& role);
  void showWhy();
  void showKind();
  void kindChosen();
  void identityEdited();
  void changed();
  void showState();
  void noteWarnings();
  void take(const Result<Sample>& sample);
  void takeAccess(const tables::Access& access);
  void copyToml();
  void save(const QString& path);

  bridge::Session& session_;
  Draft draft_;
  std::string role_;  // whose editor is shown; "": a question is
  std::optional<tables::Question> question_;
  std::string kept_;  // the draft as it was shown, used or saved
  QString directory_, sql_, keyNotUnique_;
  QTimer later_;
  RolesModel* roles_;
  SampleModel* sample_;
  OwnRowsModel* ownRows_;
  widgets::PlainLabel *title_, *warnings_, *access_, *what_, *why_, *note_;
  Choice* kind_;
  QLineEdit* name_;
  QPushButton *use_, *next_;
  widgets::TableView *ownTable_, *rolesTable_;
  widgets::Card* card_;
  QWidget* editors_;
  std::vector<QWidget*> pages_;
  std::size_t page_ = 0;  // that is shown
  QuestionView* questionView_;
  StateEditor* stateEditor_;
  StuckNow* stuck_;
  QTabWidget* tabs_;
  QScrollArea* scroll_;
  QWidget* tomlTab_;
  widgets::StatePane* samplePane_;
  QPlainTextEdit* toml_;
  widgets::SqlView* sqlView_;
};

}  // namespace onceover::ui

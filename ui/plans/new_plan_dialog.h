// SPDX-License-Identifier: GPL-3.0-or-later
// A new plan: its name, what it does and why, and of which rows: those that a filter finds, or a list that is
// pasted, dropped or opened. Checking makes nothing and needs no armed writes. The dialog stays open until
// the plan is made: a list with wrong lines is corrected in it.
#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::plans {

// Which rows a plan is made of. Neither: that is chosen in the dialog.
struct NewPlanRows {
  std::optional<browse::Filter> filter = {};  // those that it finds when the plan is made
  std::vector<key::Identity> ids = {};        // those that were selected
};

class NewPlanDialog : public QDialog {
  Q_OBJECT
 public:
  // Of the table that the session reads now.
  NewPlanDialog(bridge::Session& session, NewPlanRows rows, QWidget* parent = nullptr);

  plan::NewPlan newPlan() const;
  // A list to begin with, as if it had been opened.
  void openList(const QString& path);
  void reject() override;

 signals:
  void armRequested();
  void answered();  // what came of checking or making is shown
  void made(const QString& name, const onceover::plan::Created& created);

 private:
  using Answer = tl::expected<plan::Created, plan::Refused>;
  struct Source {
    std::shared_ptr<const tables::Profile> profile;
    std::optional<browse::Filter> filter;
    std::vector<key::Identity> ids;
    std::string list;
    char delimiter = ',';
    bool leaveOut = false;
    std::string gatewayConfig;  // empty: it asks none
  };
  static Result<Answer> create(bridge::Reader& reader, const Source& source, plan::NewPlan plan);

  void layOut();
  void buildRows(QVBoxLayout* layout);
  QWidget* buildList();
  QWidget* buildFilter();
  enum class From { list, stuck, dead };
  From from() const;
  bool asksForList() const;
  std::optional<browse::Filter> filter() const;
  void buildOptions();
  plan::Verb act() const;
  bool asksGateway() const;
  Source source() const;
  QString missing() const;
  void edited();
  void make();
  void submit(bool rehearse);
  void take(bool rehearsed, const Result<Answer>& answer);
  void say(const QString& words, bool isBad, const std::vector<plan::LineError>& lines = {});

  bridge::Session& session_;
  std::shared_ptr<const tables::Profile> profile_;
  NewPlanRows rows_;
  bridge::JobId job_ = 0;
  bool busy_ = false;

  QLineEdit *name_, *reason_, *ticket_, *shows_;
  QComboBox *act_, *delimiter_ = nullptr, *from_ = nullptr;
  QWidget *listBox_ = nullptr, *filterBox_ = nullptr;
  QLineEdit *operation_ = nullptr, *tenant_ = nullptr;
  widgets::BodyEdit* list_ = nullptr;
  QCheckBox *leaveOut_ = nullptr, *held_, *window_, *cancel_;
  QSpinBox *minutes_, *errors_;
  QDoubleSpinBox *rate_, *share_;
  QFormLayout* form_;
  widgets::PlainLabel *gateway_, *note_;
  widgets::FieldsModel* linesModel_;
  widgets::TableView* lines_;
  QPushButton *check_, *make_;
};

}  // namespace onceover::plans

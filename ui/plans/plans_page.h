// SPDX-License-Identifier: GPL-3.0-or-later
// The page of plans: one act on many rows. What there is, what each would do and did, row by row; made,
// looked at by a dry run, run, paused and stopped from here. All that is shown is the server's record, so
// that another desk's work is seen as well.
#pragma once

#include <map>
#include <optional>

#include "ui/plans/desk_run.h"
#include "ui/plans/models.h"
#include "ui/plans/new_plan_dialog.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::plans {

class ItemsModel;
class PlanHead;
class PlansModel;

class PlansPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit PlansPage(bridge::Session& session, QWidget* parent = nullptr);
  ~PlansPage() override;

  void refresh() override;
  QString shownSql() const override;
  // Rows that a person has scrolled through do not move by themselves.
  QString whyNotLive() const override;
  QString underWay() const override;
  widgets::Place place() const override;
  Result<void> showPlace(const widgets::Place& place) override;
  // Asks for a plan of these rows of the table that the session reads.
  void planRows(const browse::Filter& filter);
  // The same of these rows, however they were chosen.
  void planThese(const std::vector<key::Identity>& ids);
  // The same without asking where to.
  void reportTo(const QString& path);

  enum class Do { make, dryRun, run, pause, resume, stop, report, bundle };
  // Empty: it is offered.
  QString whyNot(Do what) const;

 protected:
  void clockChanged() override { showChosen(); }
  void showEvent(QShowEvent* event) override;

 private:
  struct Chosen {
    plan::Plan plan;
    plan::Totals totals;
  };
  struct Read {
    std::optional<plan::Plan> plan;
    plan::Totals totals;
    std::optional<ItemsPage> items;  // none: they were not asked for
  };
  struct Prepared {
    Chosen chosen;
    std::optional<plan::GatewayNamed> described;
  };
  using Move = Result<bool> (*)(pg::Connection&, std::int64_t, const std::string&, const audit::Actor&);

  QWidget* buildList();
  QWidget* buildDetail();
  QPushButton* addAct(Do what, const QString& text, const QString& icon, const QKeySequence& keys,
                      void (PlansPage::*slot)());
  void take(Result<std::vector<plan::Plan>> plans);
  void forgetChosen();
  void chooseRow(int row);
  void readChosen(bool withItems = true);
  void takeChosen(std::int64_t id, Result<Read> read);
  void readBehind(int position);
  void poll();
  bool worksHere() const;
  void showChosen();
  void fillItems(ItemsPage page);
  void updateActs();

  void newPlan();
  void openDialog(const NewPlanRows& rows);
  void openAudit();
  void dryRun();
  void run();
  void resume();
  void prepare(bool isResume);
  void askToRun(Prepared prepared, bool isResume);
  void pause();
  void stop();
  void report();
  void saveBundle();
  void move(Move move, const QString& channel, const QString& reason, const QString& done);
  void endDesk(const DeskRun::End& end);
  void say(const QString& words, widgets::Tone tone = widgets::Tone::neutral);
  void openItem(const QModelIndex& index);
  std::optional<plan::ItemState> shownState() const;

  PlansModel* plans_;
  ItemsModel* items_;
  widgets::FieldsModel *facts_, *came_;
  widgets::TableView *planTable_, *itemTable_, *factTable_, *cameTable_;
  PlanHead* head_;
  QComboBox* state_;
  widgets::PlainLabel *plansTitle_, *itemsTitle_;
  std::map<Do, QAction*> acts_;
  QPushButton* runButton_ = nullptr;
  DeskRun desk_;
  QTimer poll_;
  std::optional<Chosen> chosen_;
  std::string wanted_;  // the name of one that is to be chosen when it is listed
  bool filling_ = false, reading_ = false, acting_ = false;
};

}  // namespace onceover::plans

// SPDX-License-Identifier: GPL-3.0-or-later
// This desk's work on a plan: a dry run or a run, in slices on the armed connection, so that other writes get
// in between, a cancel takes effect within a batch, and nothing is lost where the window is closed. The
// store's record is what counts: whoever else works on the same plan goes on.
//
// Threads: for the UI thread.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "core/plan/plan.h"
#include "ui/bridge/session.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

namespace onceover::plans {

class DeskRun : public QObject {
  Q_OBJECT
 public:
  explicit DeskRun(bridge::Session& session, QObject* parent = nullptr);

  // False, and nothing happens, where it is at work already. The session must be armed. left: what is left of
  // the plan, for the strip. resumeReason: a run that was paused or stopped is resumed first, with this
  // reason.
  bool start(const plan::Plan& plan, plan::Work work, const plan::RunOptions& options, std::int64_t left,
             const QString& resumeReason = {});
  bool isWorking() const { return working_; }
  // Of the last start; none: there was none.
  const std::optional<plan::Plan>& plan() const { return plan_; }
  plan::Work work() const { return work_; }
  // Rows of it that this desk knows to be left; 0 where it is not at work.
  std::int64_t left() const;

  // How it ended.
  struct End {
    plan::Step sum;              // state and over of the last step
    std::optional<Error> error;  // cancelled: this desk stopped working on it
  };

 signals:
  void began();
  void worked();                    // a slice is done
  void noted(const QString& note);  // what a person should hear
  void ended(const onceover::plans::DeskRun::End& end);

 private:
  struct Hand;
  struct Slice {
    plan::Step sum;
  };
  void advance();
  void take(const Result<Slice>& slice);
  void finish(std::optional<Error> error);

  bridge::Session& session_;
  std::optional<plan::Plan> plan_;
  plan::Work work_ = plan::Work::dry_run;
  std::shared_ptr<Hand> hand_;
  plan::Step sum_;
  bool working_ = false, disarmed_ = false;
};

// Before a plan writes: how many rows, by verdict, and what has to be said where something is not as it
// should be.
struct RunWhat {
  plan::Plan plan;
  plan::Totals totals;
  bool isResume = false;  // a reason is asked
  plan::Work work = plan::Work::run;
  bool isProduction = false;
  std::optional<plan::GatewayNamed> described;  // as it is described now
};

class RunDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  explicit RunDialog(const RunWhat& what, QWidget* parent = nullptr);
  const RunWhat& what() const { return what_; }
  plan::RunOptions options() const;

 private:
  QCheckBox* addWord(const QString& words);
  void update();
  RunWhat what_;
  QCheckBox *stale_ = nullptr, *another_ = nullptr, *others_ = nullptr;
};

}  // namespace onceover::plans

// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of core/alerts in the window: the banner above every page, the dialog, and what is remembered of
// both for a connection.
#pragma once

#include <QObject>
#include <memory>

#include "ui/alerts/alerts.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

class AlertDesk : public QObject {
  Q_OBJECT
 public:
  AlertDesk(bridge::Session& session, workspace::Workspace& workspace, QWidget* window);

  // Hidden where nothing fires.
  widgets::Banner& banner() const { return *banner_; }
  const alerts::AlertWatch& watch() const { return *watch_; }
  void setClock(widgets::ClockChoice clock);
  void askRules();
  void look() { watch_->look(); }
  void lookSoon() { watch_->lookSoon(); }
  // Where rules are told that begin to fire while the window is minimised or another program is in front;
  // without one, nowhere.
  void setNotifier(std::unique_ptr<alerts::Notifier> notifier);

 signals:
  void pageRequested(const QString& id);
  // The banner was told; without words it is hidden.
  void shownChanged(const QString& words, onceover::widgets::Tone tone);
  void rulesChanged(const onceover::alerts::Settings& rules);

 private:
  void recall();
  void setRules(const alerts::Settings& rules);
  void announce();
  void update();
  QString choice() const;

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  QWidget* window_;
  alerts::AlertWatch* watch_;
  alerts::Announcer announcer_;
  std::unique_ptr<alerts::Notifier> notifier_;
  widgets::Banner* banner_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  alerts::Notice shown_;

  void open();
};

}  // namespace onceover::shell

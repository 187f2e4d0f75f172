// SPDX-License-Identifier: GPL-3.0-or-later
// What a page shows in place of its content: that it loads, that there is nothing and how to get it, or what went wrong.
#pragma once

#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>

#include "core/base/error.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

class StatePane : public QWidget {
  Q_OBJECT
 public:
  enum class State { loading, empty, error, content };

  explicit StatePane(QWidget* parent = nullptr);
  // Lay the page's own widgets out in here.
  QWidget* content() const { return content_; }
  State state() const { return state_; }

  void showLoading(const QString& what);
  // text: what would be here. how: how to get it. action: a button's label; empty: no button.
  void showEmpty(const QString& text, const QString& how, const QString& action = {});
  void showError(const Error& error);
  void showContent();
  // There is no connection: what is shown stays, whatever reading it again fails with, and nothing here offers to try again, since the
  // window does. What was still loading says why it is not there; it loads again when the connection is back.
  void setOffline(bool offline);

 signals:
  void retryRequested();   // the button of the error
  void actionRequested();  // the button of the empty state
  void stateChanged(onceover::widgets::StatePane::State state);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void show(State state);
  void decorate();
  void tell(const Error& error);
  State state_ = State::content;
  bool offline_ = false;
  QString waitsFor_;          // what was loading when the connection went
  QPointer<QWidget> before_;  // had the focus in the content
  QStackedWidget* stack_;
  QWidget* content_;
  QWidget* message_;
  PlainLabel *icon_, *title_, *detail_, *fine_;
  QProgressBar* bar_;
  QPushButton* button_;
};

// What runs, for how long, how far it is, and Cancel. Takes no room while nothing has been running for a moment.

// "Comparing · 12 s · 120 of 500 · 10.0/s · 38 s left": rate and rest where the total is known.
QString progressInWords(const bridge::JobInfo& job);

class ProgressStrip : public QWidget {
  Q_OBJECT
 public:
  explicit ProgressStrip(bridge::Session& session, QWidget* parent = nullptr);

 private:
  void update();
  void cancel();
  bridge::Session& session_;
  QTimer tick_;
  PlainLabel* words_;
  QProgressBar* bar_;
  QToolButton* cancel_;
};

}  // namespace onceover::widgets

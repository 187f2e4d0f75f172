// SPDX-License-Identifier: GPL-3.0-or-later
// The base of every page. A page owns its models, reads through the session, and lays its widgets out in
// content(). The shell calls refresh() when the page comes to the front, on F5, and in live mode every few
// seconds.
#pragma once

#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <optional>

#include "core/base/error.h"
#include "core/base/time.h"
#include "core/browse/browser.h"
#include "core/key/types.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/place.h"

namespace onceover::widgets {

// What a page shows in place of its content: that it loads, that there is nothing and how to get it, or what
// went wrong.

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
  // There is no connection: what is shown stays, whatever reading it again fails with, and nothing here
  // offers to try again, since the window does. What was still loading says why it is not there; it loads
  // again when the connection is back.
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

// What runs, for how long, how far it is, and Cancel. Takes no room while nothing has been running for a
// moment.

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

class Page : public QWidget {
  Q_OBJECT
 public:
  explicit Page(bridge::Session& session, QWidget* parent = nullptr);

  // Reads again what is shown. Called only while the session is ready. What is on the screen stays until the
  // answer is there.
  virtual void refresh() = 0;
  // The exact statements behind what is shown, for Ctrl+Shift+S; empty: none.
  virtual QString shownSql() const { return {}; }
  // Ctrl+F: put the focus into the page's search field, if it has one.
  virtual void focusSearch() {}
  // It is chosen in the navigation: true where it came up at its beginning, wherever it was left.
  virtual bool comeToTop() { return false; }
  // What has the focus when a person comes here from the navigation: the first table that has rows; null:
  // none has.
  virtual QWidget* firstRows() const;
  // Why live mode does not refresh it now, in a few words after "Not live: "; empty: it does. A page in the
  // middle of a person's typing has a reason.
  virtual QString whyNotLive() const { return {}; }
  bool wantsLive() const { return whyNotLive().isEmpty(); }

  // Where a person is on the page; empty: there is only one place.
  virtual Place place() const { return {}; }
  // The same for a person who opens it later: without "the last hour", which is another one then.
  virtual Place placeForOthers() const { return place(); }
  // Goes there, and reads it where there is a connection. Changes nothing where it does not understand all of
  // it, and says why in an error. It may come from a link: it is untrusted, and whatever it asks for is only
  // read.
  virtual Result<void> showPlace(const Place& place);

  // What was typed here and is kept nowhere else, in a sentence; empty: nothing. Asked before the window
  // closes or connects elsewhere.
  virtual QString unsaved() const { return {}; }
  // What writes here and ends with the window, in a sentence; empty: nothing. Asked before the window closes.
  virtual QString underWay() const { return {}; }
  // Whether it shows nothing that is read over the connection, and so is of use without one.
  virtual bool worksOffline() const { return false; }

  // When what is shown was read, by the database's clock; none: nothing is shown yet.
  std::optional<Timestamp> asOf() const { return asOf_; }
  StatePane::State paneState() const { return pane_->state(); }
  // The connection is gone: what is shown stays, greyed.
  bool isOffline() const { return isOffline_; }
  // Content, empty or error: there is nothing it still waits for.
  bool isSettled() const { return pane_->state() != StatePane::State::loading; }

  // What the page keeps on this desktop, by a name of its own. Without one nothing is kept beyond the
  // window's life.
  struct Memory {
    std::function<QString(const QString& name)> recall;
    std::function<void(const QString& name, const QString& value)> keep;
  };
  void setMemory(Memory memory) {
    memory_ = std::move(memory);
    memoryChanged();
  }

  ClockChoice clock() const { return clock_; }
  void setClock(ClockChoice clock);

  // Actions of the page (copy, export, settle …): add them with QWidget::addAction, with text and shortcut;
  // the palette lists them.

 signals:
  void caseRequested(const onceover::key::Identity& id);
  void rowsRequested(const onceover::browse::Filter& filter);
  // a plan of these rows of the table that is read
  void selectionPlanRequested(const std::vector<onceover::key::Identity>& ids);
  void auditRequested(qint64 number);  // that row of the audit trail
  void planRequested(
      const onceover::browse::Filter& filter);  // a plan of these rows of the table that is read
  void actsRequested(onceover::Timestamp from,
                     onceover::Timestamp to);  // what was done from then to before then
  // before caseRequested: the rows among which the case is one of the stuck
  void walkOffered(const onceover::browse::Filter& filter);
  void pageRequested(
      const QString& id);  // "metrics", "leases": where the answer is another page's whole content
  void mappingRequested(
      const QString& role);  // how the columns of the table that is read are understood; "write.release"
  void armRequested();       // a person wants to write, and writes are not armed
  void ageChanged();
  void liveChanged();   // whyNotLive() is another, without an answer
  void placeChanged();  // the person went elsewhere on the page
  void settled();       // the pane left the loading state

 protected:
  bridge::Session& session() const { return session_; }
  QWidget* content() const { return pane_->content(); }
  // Above the pane, below what was added before: stays where the pane has no content.
  void addAbove(QWidget* widget);
  StatePane* pane() const { return pane_; }
  void setAge(Timestamp asOf);
  void showLoading(const QString& what) { pane_->showLoading(what); }
  void showEmpty(const QString& text, const QString& how, const QString& action = {}) {
    pane_->showEmpty(text, how, action);
  }
  void showError(const Error& error) { pane_->showError(error); }
  // Where our own schema is not installed, too old for this program or not readable: says so and what to do.
  // False: there is a store. missing: what is said where it is not installed.
  bool showNoStore(const QString& missing);
  // Rows of one of these tables of the onceover schema are hidden: says so, instead of that there are none.
  // False: they are not.
  bool showHidden(const QStringList& tables, const QString& text);
  void showContent() { pane_->showContent(); }
  // The error of a job: cancelled leaves what is shown, anything else shows the error with Retry.
  void showFailure(const Error& error);
  // UTC or local was chosen: models format times anew.
  virtual void clockChanged() {}
  const Memory& memory() const { return memory_; }
  // Kept by that name on this desktop; empty where nothing was, or nothing is remembered.
  QString kept(const QString& name) const { return memory_.recall ? memory_.recall(name) : QString(); }
  void keep(const QString& name, const QString& value) const {
    if (memory_.keep) memory_.keep(name, value);
  }
  // Opens a row of that table, which the session then reads.
  void openRowOf(const std::shared_ptr<const tables::Profile>& table, const key::Identity& id);
  virtual void memoryChanged() {}
  void showEvent(QShowEvent* event) override;

 private:
  int above_ = 0;  // widgets above the pane
  void retry();
  void noteState(StatePane::State state);
  void noteSession(bridge::SessionState state);
  bridge::Session& session_;
  StatePane* pane_;
  Veil* veil_;
  bool isOffline_ = false;
  std::optional<Timestamp> asOf_;
  Memory memory_;
  ClockChoice clock_ = ClockChoice::utc;
};

// Lies over a widget and greys it, as long as what it shows cannot be read again. Takes no mouse and no
// focus: what is below can be used.
class Veil : public QWidget {
  Q_OBJECT
 public:
  // Over the whole of it, hidden at first.
  explicit Veil(QWidget* over);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace onceover::widgets

// SPDX-License-Identifier: Apache-2.0
// What the tests of console pages share: a store, a session with it, waiting on signals, and pictures.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include "tests/support/database.h"
#include "tests/support/patience.h"
#include "tests/support/schema_template.h"
#include "ui/bridge/session.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/page.h"
#include "ui/widgets/theme.h"

namespace onceover::test {

// Runs the event loop until the condition holds, looked at whenever the signal comes and now and then: what a
// signal announced may be seen only after what it led to. False where it does not in that time.
template <class Sender, class Signal, class Condition>
bool waitFor(Sender* sender, Signal signal, Condition condition,
             std::chrono::milliseconds within = patience) {
  if (condition()) return true;
  QEventLoop loop;
  QDeadlineTimer end(within);
  QTimer now_and_then;
  QObject::connect(&now_and_then, &QTimer::timeout, &loop, &QEventLoop::quit);
  QObject::connect(sender, signal, &loop, &QEventLoop::quit);
  now_and_then.start(20);
  while (!condition() && !end.hasExpired()) loop.exec();
  return condition();
}

// The next time the signal comes. False where it does not.
template <class Sender, class Signal, class Act>
bool nextSignal(Sender* sender, Signal signal, Act act, std::chrono::milliseconds within = patience) {
  bool came = false;
  const auto connection = QObject::connect(sender, signal, sender, [&came] { came = true; });
  act();
  const bool seen = waitFor(
      sender, signal, [&came] { return came; }, within);
  QObject::disconnect(connection);
  return seen;
}

inline void wear(const widgets::Tokens& tokens) {
  QApplication::setStyle(new widgets::ThemeStyle(tokens));
  QApplication::setPalette(widgets::paletteOf(tokens));
}

// Layouts, styles and widgets that were just made settle through the event loop.
inline void settleLayout() {
  QEventLoop loop;
  QTimer::singleShot(0, &loop, &QEventLoop::quit);
  loop.exec();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

// What asks for a new layout again and again, or is painted so: the console would never be at rest.
inline QStringList restless() {
  class Counter : public QObject {
   public:
    QHash<QObject*, int> counts;
    bool eventFilter(QObject* watched, QEvent* event) override {
      if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Paint) ++counts[watched];
      return false;
    }
  } counter;
  constexpr int rounds = 40;
  for (int i = 0; i < 5; ++i) settleLayout();  // one layout after the other
  qApp->installEventFilter(&counter);
  for (int i = 0; i < rounds; ++i) settleLayout();
  qApp->removeEventFilter(&counter);
  QStringList names;
  for (auto one = counter.counts.cbegin(); one != counter.counts.cend(); ++one) {
    if (one.value() >= rounds / 2) names.append(QLatin1String(one.key()->metaObject()->className()));
  }
  return names;
}

// Every text a person can read on the widget now: labels, buttons, badges.
inline QString allTextOf(const QWidget& widget) {
  settleLayout();
  QString all;
  for (const auto* badge : widget.findChildren<widgets::BadgeLabel*>()) {
    if (badge->isVisibleTo(&widget)) all += badge->badge().word + '\n';
  }
  for (const QLabel* label : widget.findChildren<QLabel*>()) {
    if (label->isVisibleTo(&widget)) all += label->text() + '\n';
  }
  for (const QAbstractButton* button : widget.findChildren<QAbstractButton*>()) {
    if (button->isVisibleTo(&widget)) all += button->text() + '\n';
  }
  return all;
}

// What a screen reader would have no name for; empty: everything that takes the focus has one.
inline QStringList namelessControls(const QWidget& widget) {
  QStringList nameless;
  for (const QWidget* child : widget.findChildren<QWidget*>()) {
    if (!child->isVisibleTo(&widget) || !(child->focusPolicy() & Qt::TabFocus) ||
        child->focusProxy() != nullptr)
      continue;
    // Parts of a control that has a name itself.
    const auto* area = qobject_cast<const QAbstractScrollArea*>(child->parentWidget());
    if (child->objectName().startsWith(QLatin1String("qt_")) ||
        (area != nullptr && area->viewport() == child))
      continue;
    if (qobject_cast<const QLineEdit*>(child) != nullptr &&
        (qobject_cast<const QComboBox*>(child->parentWidget()) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(child->parentWidget()) != nullptr)) {
      continue;
    }
    const auto* button = qobject_cast<const QAbstractButton*>(child);
    if (child->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty())) {
      nameless.append(QString::fromLatin1(child->metaObject()->className()));
    }
  }
  return nameless;
}

// Where ONCEOVER_PICTURES names a folder, the page is drawn there in light and dark, as a window of this
// size.
inline void takePictures(QWidget& page, const QString& name, const QSize& size = {1280, 800}) {
  const QString folder = qEnvironmentVariable("ONCEOVER_PICTURES");
  if (folder.isEmpty()) return;
  for (const bool dark : {false, true}) {
    wear(dark ? widgets::darkTokens() : widgets::lightTokens());
    page.resize(size);
    page.show();
    settleLayout();
    page.grab().save(
        QDir(folder).filePath(name + (dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"))));
  }
  wear(widgets::lightTokens());
}

class ConsolePageTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  bridge::Session session;

  void SetUp() override { wear(widgets::lightTokens()); }

  [[nodiscard]] bool connectSession(const QString& gatewayConfig = {}, const std::string& user = {}) {
    bridge::ConnectionProfile profile;
    profile.name = QStringLiteral("test");
    profile.conninfo = QString::fromStdString(database.conninfo() + (user.empty() ? "" : " user=" + user));
    profile.gatewayConfig = gatewayConfig;
    session.connectTo(profile);
    return waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); });
  }
  // A user who reads every table, and sees no row of this one.
  std::string userWhoSeesNoRowOf(const std::string& table) {
    const std::string user = "hidden_" + database.name();
    raw.exec("CREATE ROLE " + user + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + user +
             "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover, public TO " + user + "; ALTER TABLE " + table +
             " ENABLE ROW LEVEL SECURITY");
    return user;
  }
  [[nodiscard]] bool armSession() {
    session.arm(std::chrono::minutes(5));
    return waitFor(&session, &bridge::Session::armedChanged, [this] { return session.isArmed(); });
  }
  // Refreshes the page and waits until the answer is on it.
  [[nodiscard]] bool refreshed(widgets::Page& page) {
    page.refresh();
    return waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); }) &&
           page.isSettled();
  }
  std::string audited() { return raw.scalar("SELECT count(*) FROM onceover.audit"); }
};

}  // namespace onceover::test

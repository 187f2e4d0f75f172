// SPDX-License-Identifier: GPL-3.0-or-later
// Notices have a bar of their own below the page: they cover nothing, and what is above them stays where it
// is, so that a click goes where it was aimed. Each can be hidden, and all can be brought back; what is
// hidden comes back by itself where it says something new.
#pragma once

#include <QDBusAbstractInterface>
#include <QDBusConnection>
#include <QPointer>
#include <QScrollArea>
#include <QSet>

#include "ui/alerts/alerts.h"
#include "ui/shell/words.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

class Notices : public QScrollArea {
  Q_OBJECT
 public:
  // page: what has the focus again where a notice that had it goes.
  explicit Notices(QWidget* page, QWidget* parent = nullptr);
  void setStandings(const QList<Standing>& standings);
  // A notice with an owner, who shows and hides it.
  void add(widgets::Banner* banner);
  // On the page of connections there are none.
  void setWanted(bool wanted);
  int count() const;  // hidden ones too
  int hidden() const;
  // Hides all, or brings all back where one is hidden.
  void toggle();

 signals:
  void retryRequested();
  void closeLinkRequested();
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void hideOne(const QString& name);
  widgets::Banner* made(const Standing& standing);
  void follow();
  void noteFocus(QWidget* before, QWidget* now);
  void giveFocusBack();
  void fit();
  QWidget* page_;
  QVBoxLayout* column_;
  QList<widgets::Banner*> standing_;
  widgets::Banner* owned_ = nullptr;
  QWidget* ownedBox_ = nullptr;
  QPointer<QWidget> focusBefore_;  // what had the focus before a notice took it
  QList<Standing> said_;           // by the banners of standing_
  QSet<QString> away_;             // names of those that were hidden
  QSize laidOut_;                  // the width and the height that all of them need
  bool isOwnedAway_ = false, isOwnedShown_ = false, isWanted_ = true;
};

// Notices of the desktop by org.freedesktop.Notifications. Sent without waiting; where no service answers,
// nothing is shown.

// A typed interface, so that its signals are connected by pointer to member.
class NotificationService : public QDBusAbstractInterface {
  Q_OBJECT
 public:
  explicit NotificationService(const QDBusConnection& bus, QObject* parent = nullptr);

 signals:
  void ActionInvoked(uint id, const QString& action);  // the service's own spelling
};

class DesktopNotices : public alerts::Notifier {
  Q_OBJECT
 public:
  explicit DesktopNotices(const QDBusConnection& bus, QObject* parent = nullptr);
  void notify(const alerts::DesktopNotice& notice) override;

 private:
  NotificationService* service_;
  QSet<uint> ids_;  // of ours: the signal comes for those of every program
};

}  // namespace onceover::shell

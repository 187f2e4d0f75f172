// Which rules that fire are told to a person who does not look at the window. Plain text of ours: the rule, its level and its number. No
// key, no tenant, nothing of a row.
#pragma once

#include <QObject>
#include <QString>
#include <map>

#include "core/alerts/firing.h"

namespace onceover::alerts {

struct DesktopNotice {
  QString title;  // "Onceover: payments"
  QString body;   // "Critical: Stuck age 45 min (limit 30 min)"
  bool isCritical = false;
  bool operator==(const DesktopNotice&) const = default;
};

// Where notices go: the desktop, or a test.
class Notifier : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  virtual void notify(const DesktopNotice& notice) = 0;

 signals:
  void opened();  // a person clicked one
};

// Remembers what was told: each rule once, from the time it fires until it has cleared. What a person could see when it began is not told
// later.
class Announcer {
 public:
  QList<DesktopNotice> take(const std::vector<Firing>& firing, const Settings& settings, bool isWatched, const QString& connection);
  void forget() { told_.clear(); }  // another table, another connection

 private:
  std::map<Rule, Level> told_;
};

}  // namespace onceover::alerts

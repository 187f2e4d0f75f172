// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that fire: watched while a session is connected, in words, and as notices of the desktop.
#pragma once

#include <QDialog>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>
#include <map>
#include <optional>
#include <string>

#include "core/alerts/rules.h"
#include "core/base/time.h"
#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/text.h"

namespace onceover::alerts {

struct ObservedTable {
  std::shared_ptr<const tables::Profile> table;
  std::string name;  // of Firing
  Result<Observed> observed;
};
struct Looked {
  std::vector<ObservedTable> tables;  // what concerns the whole store is in the first
  std::chrono::milliseconds took;     // on the worker
};

// How much waits in all of them: where one is unknown, the others are the least. Each that has some is named
// where there are several. Pure.
Observed together(const std::vector<ObservedTable>& tables);

// Looks at the rules of core/alerts while a session is connected, for our own store and every table that is
// described in its database, whatever table is read and whatever page is shown, and says what fires and since
// when.
//
// Threads: the UI thread; what is read is read on the session's worker, within its bounds, and never while a
// page waits for something.
class AlertWatch : public QObject {
  Q_OBJECT
 public:
  explicit AlertWatch(bridge::Session& session, QObject* parent = nullptr);

  // Looks at once where a session is connected.
  void setSettings(const Settings& settings);
  const Settings& settings() const { return settings_; }
  const std::vector<Firing>& firing() const { return firing_; }
  // What was last observed, of all tables together; none: nothing yet, or not since the connection changed.
  const std::optional<Observed>& observed() const { return observed_; }
  // Why the rules could not be looked at, in sentences; empty: they were.
  const QString& problem() const { return problem_; }
  // The table of this name in Firing; null: it was not looked at.
  std::shared_ptr<const tables::Profile> tableNamed(const std::string& table) const;

  void look();
  void lookSoon();  // as soon as no page waits for something
  // What fires now is quiet until it clears or gets worse.
  void mute();

 signals:
  void changed();
  void observedChanged();
  void looked();  // firing() is of now

 private:
  void forget();
  std::string place() const;
  void take(const Result<Looked>& looked);

  bridge::Session& session_;
  Settings settings_;
  std::vector<Firing> firing_;
  std::optional<Observed> observed_;
  std::vector<std::shared_ptr<const tables::Profile>> tables_;  // that were looked at
  // What fired last, by connection: after a return, it is still seen since the first time.
  std::map<std::string, std::vector<Firing>> left_;
  std::string place_;  // of firing_; empty: nothing was looked at there yet
  QString problem_;
  QTimer timer_;
  bool isDue_ = false;  // a page waited when it was time
};

// What fires, as a banner says it. Pure.
struct Notice {
  QString text;    // empty: nothing to say
  QString detail;  // a line for each that fires, with what it means
  widgets::Tone tone = widgets::Tone::neutral;
  QString page;       // where to look: the id of a page
  std::string table;  // and the table that is read there, as in Firing
};
Notice noticeOf(const std::vector<Firing>& firing, widgets::ClockChoice clock);

QString titleOf(Rule rule);  // "Share of conflicts"

// Which rules that fire are told to a person who does not look at the window. Plain text of ours: the rule,
// its level and its number. No key, no tenant, nothing of a row.
struct DesktopNotice {
  QString title;  // "Onceover: payments"
  QString body;   // "Critical: Age of stuck leases 45 min (limit 30 min)"
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

// Remembers what was told: each rule once, from the time it fires until it has cleared. What a person could
// see when it began is not told later.
class Announcer {
 public:
  QList<DesktopNotice> take(const std::vector<Firing>& firing, const Settings& settings, bool isWatched,
                            const QString& connection);
  void forget() { told_.clear(); }  // another connection

 private:
  std::map<std::pair<std::string, Rule>, Level> told_;
};

// Which rules raise a banner, and above what.

class RulesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit RulesDialog(const Settings& settings, QWidget* parent = nullptr);
  // As typed, when it was accepted.
  const Settings& settings() const { return settings_; }

 private:
  struct Row {
    Rule rule;
    QLineEdit *warning, *critical;
  };
  void fill(const Settings& settings);
  void check();
  Settings settings_;
  QList<Row> rows_;
  widgets::PlainLabel* problem_;
};

}  // namespace onceover::alerts

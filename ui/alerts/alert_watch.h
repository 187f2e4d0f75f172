// Looks at the rules of core/alerts while a session is connected, whatever page is shown, and says what fires and since when.
//
// Threads: the UI thread; what is read is read on the session's worker, within its bounds, and never while a page waits for something.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <optional>
#include <string>

#include "core/alerts/firing.h"
#include "core/base/time.h"
#include "ui/bridge/session.h"

namespace onceover::alerts {

class AlertWatch : public QObject {
  Q_OBJECT
 public:
  explicit AlertWatch(bridge::Session& session, QObject* parent = nullptr);

  // Looks at once where a session is connected.
  void setSettings(const Settings& settings);
  const Settings& settings() const { return settings_; }
  const std::vector<Firing>& firing() const { return firing_; }
  // What was last observed of the table that is read; none: nothing yet, or not since the connection or the table changed.
  const std::optional<Observed>& observed() const { return observed_; }
  // Why the rules could not be looked at, in sentences; empty: they were.
  const QString& problem() const { return problem_; }

  void look();
  // What fires now is quiet until it clears or gets worse.
  void mute();

 signals:
  void changed();
  void observedChanged();
  void looked();  // firing() is of now

 private:
  void forget();
  std::string place() const;
  struct Looked {
    Observed observed;
    std::chrono::milliseconds took;  // on the worker
  };
  void take(const Result<Looked>& looked);

  bridge::Session& session_;
  Settings settings_;
  std::vector<Firing> firing_;
  std::optional<Observed> observed_;
  // What fired last, by connection and table: after a return, it is still seen since the first time.
  std::map<std::string, std::vector<Firing>> left_;
  std::string place_;  // of firing_; empty: nothing was looked at there yet
  QString problem_;
  QTimer timer_;
  bool isDue_ = false;  // a page waited when it was time
};

}  // namespace onceover::alerts

// SPDX-License-Identifier: GPL-3.0-or-later
// Live: the page in front is read again every few seconds, whatever else the session does meanwhile; and why
// it is not, in words.
//
// Only what the page itself still waits for puts a reading off. A page that takes long rests as long as it
// took.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <chrono>
#include <optional>

#include "core/base/time.h"
#include "ui/bridge/session.h"
#include "ui/widgets/page.h"

namespace onceover::shell {

class Live : public QObject {
  Q_OBJECT
 public:
  // Often enough to feel live, seldom enough that a page's queries are done before.
  static constexpr std::chrono::milliseconds usually{5'000};

  explicit Live(bridge::Session& session, QObject* parent = nullptr);

  void setOn(bool on);
  void setEvery(std::chrono::milliseconds every);
  // The page in front; null: none.
  void setPage(widgets::Page* page);
  // Reads the page in front, live or not, where the session is ready.
  void readNow();
  // Where it is live: there is more to read. At once, or when the page is done with what it reads.
  void readSoon();

  // Why the page in front is not read by itself; empty: it is.
  QString whyNot() const;
  // How far apart it is read now.
  std::chrono::milliseconds pace() const;

 signals:
  void changed();  // whyNot() or pace() may be another

 private:
  bool mayRead() const;
  void tick();
  void noteJobs();

  bridge::Session& session_;
  QPointer<widgets::Page> page_;
  QTimer timer_;
  std::chrono::milliseconds every_ = usually, took_{0};
  std::optional<Steady::time_point> begun_;  // the page is being read since
  Steady::time_point notBefore_{};
  bool isOn_ = false, isDue_ = false;
};

}  // namespace onceover::shell

// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for unfinished rows in the background where neither a list nor an index finds them, for at most a
// twentieth of the time, and hands what it found to the session's readers. The place it has come to is kept
// by whoever made it, so that a new start reads only what is new. A search that fails keeps what was found,
// gives the reason to the readers (Walk::problem), and is tried again.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>

#include "core/browse/walk.h"
#include "ui/bridge/session.h"

namespace onceover::bridge {

class Walker : public QObject {
  Q_OBJECT
 public:
  // By Walk::about, as text of browse::to_text(). Either may be empty.
  struct Storage {
    std::function<QString(const QString& about)> load;
    std::function<void(const QString& about, const QString& walk)> store;
  };
  // The session must outlive it.
  Walker(Session& session, Storage storage, QObject* parent = nullptr);

  const browse::Walk& walk() const { return walk_; }

 signals:
  // More is known than before: pages should read anew.
  void walked();

 private:
  struct Step {
    bool isNeeded = false;
    QString about;  // of the table, where the walk was of another one
    browse::Walk walk;
  };
  void follow();
  void look();
  static Result<Step> step(Reader& reader, browse::Walk walk);
  void took(const Result<Step>& step);
  void noteFailure(const Error& error);
  void give();

  Session& session_;
  Storage storage_;
  browse::Walk walk_;
  QTimer timer_;
  Steady::time_point begun_;
  std::chrono::milliseconds pause_{0};  // after the last failure
};

}  // namespace onceover::bridge

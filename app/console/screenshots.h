// SPDX-License-Identifier: GPL-3.0-or-later
// Every page, light and dark, at 100 % and 125 %, as PNG; the light ones as SVG too. Last a picture that
// moves: a stuck key is asked about and settled. Goes on when a page has settled, never after a pause.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QMainWindow>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <vector>

#include "ui/cases/case_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"

namespace onceover::console {

class Screenshots : public QObject {
  Q_OBJECT
 public:
  Screenshots(shell::MainWindow& window, shell::ThemeController& theme, bridge::Session& session,
              const QDir& directory);
  // The page of connections at once, the others when the session is ready.
  void start();
  const QStringList& files() const { return files_; }
  // The case page shows this key; none: it is shown empty.
  void setCase(const key::Identity& id) { case_ = id; }

 signals:
  void connectionsTaken();  // and nothing is connected yet
  void finished(bool complete);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(bridge::SessionState state);
  void visit(int page);
  void proceed();
  void shoot();
  void dress(bool dark);
  void take();
  void save(const QString& name, qreal scale);
  void saveVector(const QString& name, const QByteArray& drawn);
  void takeStory();
  shell::MainWindow& window_;
  shell::ThemeController& theme_;
  bridge::Session& session_;
  QDir directory_;
  QStringList files_;
  QTimer patience_;
  std::optional<key::Identity> case_;
  int page_ = -1;
  int taken_ = 0;  // of the two, light and dark
  bool complete_ = true, shooting_ = false, dark_ = false;
};

// Pictures of the window as SVG: text that stays text, for documents.

// Empty: it could not be drawn.
QByteArray vectorPicture(QMainWindow& window, const QString& title);

// One step of a story: a picture by vectorPicture(), and what it shows in a line.
struct Frame {
  QByteArray picture;
  QString caption;
};

// One picture that shows them in turn, each for the same time, again and again; without end. Where its reader
// wants no motion, the last one. All have the same size.
QByteArray animated(const std::vector<Frame>& frames, const QString& title);

// A stuck key on its page, asked about and settled: a picture for each step, taken when the page has settled.
// For documents. It writes, so it is only for a store of Try it.

class Story : public QObject {
  Q_OBJECT
 public:
  Story(shell::MainWindow& window, bridge::Session& session, QObject* parent);
  void begin(const key::Identity& id);
  const std::vector<Frame>& frames() const { return frames_; }

 signals:
  void finished();

 private:
  enum class Step { none, stuck, asking, answered, settling, settled };
  void proceed();
  void go();
  void frame(const QString& caption);
  void trigger(QWidget& where, const QKeySequence& keys);
  void confirm();

  shell::MainWindow& window_;
  bridge::Session& session_;
  cases::CasePage* page_ = nullptr;
  std::vector<Frame> frames_;
  Step step_ = Step::none;
  bool going_ = false;
};

}  // namespace onceover::console

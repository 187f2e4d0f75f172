// Every page, light and dark, at 100 % and 125 %, as PNG; the light ones as SVG too. Last a picture that moves: a stuck key is asked about
// and settled. Goes on when a page has settled, never after a pause.
#pragma once

#include <QDir>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include "ui/shell/main_window.h"
#include "ui/shell/theme.h"

namespace onceover::console {

class Screenshots : public QObject {
  Q_OBJECT
 public:
  Screenshots(shell::MainWindow& window, shell::ThemeController& theme, bridge::Session& session, const QDir& directory);
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
  void look();
  void shoot();
  void dress(bool dark);
  void take();
  void save(const QString& name, qreal scale);
  void saveVector(const QString& name, const QByteArray& drawn);
  void tell();
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

}  // namespace onceover::console

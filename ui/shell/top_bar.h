// SPDX-License-Identifier: GPL-3.0-or-later
// Above every page: where we are, whose colour it wears, how old it is, and whether anything may be written.
#pragma once

#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "ui/bridge/connection_profile.h"
#include "ui/bridge/session.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

class QLabel;

namespace onceover::shell {

class TablePicker;

struct TopBarActions {
  QAction *refresh, *live, *arm, *disarm, *bell;
};

class TopBar : public QWidget {
  Q_OBJECT
 public:
  TopBar(bridge::Session& session, const TopBarActions& actions, QWidget* parent = nullptr);
  void setTitle(const QString& title);
  // When what is shown was read; none: nothing is shown.
  TablePicker& picker() const { return *picker_; }
  void setAge(std::optional<Timestamp> asOf);
  // Why it is not read by itself, or more seldom than usual; empty: it is.
  void setLive(const QString& words);
  // Without words where an icon says the same.
  void setCompact(bool compact);

 signals:
  void allTablesRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void update();
  void updateConnection();
  void updateArmed();
  void updateBell();
  QColor environmentColour() const;
  bridge::Session& session_;
  TopBarActions actions_;
  std::optional<Timestamp> asOf_;
  QTimer tick_;
  widgets::PlainLabel *title_, *where_, *age_, *liveNote_, *armedState_;
  QLabel* readOnly_;
  widgets::BadgeLabel* environment_;
  QToolButton *refresh_, *live_, *bell_;
  bool isCompact_ = false;
  QPushButton* arm_;
  TablePicker* picker_;
};

// The step from reading to writing: names the environment, and asks to type it where it is production.
class ArmDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  explicit ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent = nullptr);
  Duration duration() const;

 private:
  QComboBox* duration_;
};

// Which table is read, on every page, and a menu to read another: our own, those of this session, or any.

class TablePicker : public QToolButton {
  Q_OBJECT
 public:
  explicit TablePicker(bridge::Session& session, QWidget* parent = nullptr);

  // The mappings of this connection, the last read first.
  void setUsed(std::vector<std::shared_ptr<const tables::Profile>> used);
  // Where there is little room: only the beginning of its name. The tip and screen readers have the rest.
  void setCompact(bool compact);

 signals:
  void allTablesRequested();

 private:
  void noteProfile();
  void noteState(bridge::SessionState state);
  void askAccess();
  void say();
  void fillMenu();
  bridge::Session& session_;
  QMenu* menu_;
  bool isCompact_ = false;
  // of this connection, the last one first; never our own
  std::vector<std::shared_ptr<const tables::Profile>> used_;
  QString readOnly_;  // why nothing can be written; empty: it can, or it was not read yet
};

}  // namespace onceover::shell

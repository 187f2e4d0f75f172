// Which table is read, on every page, and a menu to read another: our own, those of this session, or any.
#pragma once

#include <QToolButton>
#include <memory>
#include <vector>

#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

class TablePicker : public QToolButton {
  Q_OBJECT
 public:
  explicit TablePicker(bridge::Session& session, QWidget* parent = nullptr);

  // The mappings of this connection, the last read first.
  void setUsed(std::vector<std::shared_ptr<const tables::Profile>> used);
  // Where there is little room: the beginning of its name alone. The tip and screen readers have the rest.
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
  std::vector<std::shared_ptr<const tables::Profile>> used_;  // of this connection, the last one first; never our own
  QString readOnly_;                                          // why nothing can be written; empty: it can, or it was not read yet
};

}  // namespace onceover::shell

// Where a client's retry log is pasted, or dropped as a file: its text is put in, to be read and corrected.
#pragma once

#include "ui/widgets/drop_edit.h"

namespace onceover::planner {

class LogEdit : public widgets::DropEdit {
  Q_OBJECT
 public:
  // A longer log is no request's but a day's.
  static constexpr qint64 largest = 2 * 1024 * 1024;

  explicit LogEdit(QWidget* parent = nullptr);
  void takeFile(const QString& path) override;

 signals:
  void fileTaken(const QString& says);   // which, and how long
  void fileRefused(const QString& why);  // what stood there stays
};

}  // namespace onceover::planner

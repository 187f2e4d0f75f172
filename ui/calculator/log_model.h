// A client's log beside the policy it is said to have, line by line; rows that could not be read stand among them.
#pragma once

#include "core/calculator/client_log.h"
#include "ui/widgets/drop_edit.h"
#include "ui/widgets/rows_model.h"

namespace onceover::calculator {

struct LogRow {
  int line = 0;
  std::optional<Overlaid> read;
  RowError error;  // where it could not be read
};

class LogModel : public widgets::RowsModel<LogRow> {
  Q_OBJECT
 public:
  enum Columns { Line, Request, Attempt, Waited, Allowed, FitColumn, Why };
  explicit LogModel(QObject* parent = nullptr);

  void setLog(const Overlay& overlay, const std::vector<RowError>& errors);
};

// Where a client's retry log is pasted, or dropped as a file: its text is put in, to be read and corrected.
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

}  // namespace onceover::calculator

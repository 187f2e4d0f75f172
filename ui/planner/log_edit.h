// Where a client's retry log is pasted, or dropped as a file: its text is put in, to be read and corrected.
#pragma once

#include <QPlainTextEdit>

namespace onceover::planner {

class LogEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  // A longer log is no request's but a day's.
  static constexpr qint64 largest = 2 * 1024 * 1024;

  explicit LogEdit(QWidget* parent = nullptr);
  void takeFile(const QString& path);

 signals:
  void fileTaken(const QString& says);   // which, and how long
  void fileRefused(const QString& why);  // what stood there stays

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
};

}  // namespace onceover::planner

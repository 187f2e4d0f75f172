// Where a request's body is pasted, or dropped as a file: then its bytes are kept exactly, whatever they are.
#pragma once

#include <QMimeData>
#include <QPlainTextEdit>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace onceover::widgets {

// A text that is pasted, or taken from a file that is dropped on it.

// The one local file that is dropped; empty: it is something else.
QString droppedFile(const QMimeData* data);

// The file's name for the screen.
QString fileName(const QString& path);
// Its bytes. Error: why they were not read, in one sentence.
Result<QByteArray> readDropped(const QString& path, qint64 largest);

class DropEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  DropEdit(const QString& name, const QString& placeholder, QWidget* parent = nullptr);
  virtual void takeFile(const QString& path) = 0;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
};

class BodyEdit : public DropEdit {
  Q_OBJECT
 public:
  // Larger requests are not fingerprinted on a desktop.
  static constexpr qint64 largest = 8 * 1024 * 1024;

  explicit BodyEdit(QWidget* parent = nullptr);
  // none: nothing was given.
  std::optional<std::string> body() const;
  // Says in the editor what was taken, or why it was not.
  void takeFile(const QString& path) override;

 signals:
  void fileTaken();

 private:
  void forgetFile();
  std::optional<std::string> file_;
  bool filling_ = false;
};

}  // namespace onceover::widgets

// A text that is pasted, or taken from a file that is dropped on it.
#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

#include "core/base/result.h"

namespace onceover::widgets {

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

}  // namespace onceover::widgets

#include "ui/widgets/drop_edit.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include "ui/widgets/text.h"

namespace onceover::widgets {

QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

QString fileName(const QString& path) { return shown(bytes(QFileInfo(path).fileName())); }

Result<QByteArray> readDropped(const QString& path, qint64 largest) {
  QFile file(path);
  const auto refused = [&](const QString& why) { return fail(ErrorKind::io, bytes(why)); };
  if (!file.open(QIODevice::ReadOnly)) return refused(DropEdit::tr("%1 could not be read: %2").arg(fileName(path), file.errorString()));
  if (file.size() > largest) return refused(DropEdit::tr("%1 is larger than %2. It was not read.").arg(fileName(path), byteCount(largest)));
  return file.readAll();
}

DropEdit::DropEdit(const QString& name, const QString& placeholder, QWidget* parent) : QPlainTextEdit(parent) {
  setAccessibleName(name);
  setPlaceholderText(placeholder);
  setTabChangesFocus(true);
  setFont(monospaceFont(font()));
}

void DropEdit::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragEnterEvent(event);
}

void DropEdit::dragMoveEvent(QDragMoveEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragMoveEvent(event);
}

void DropEdit::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return QPlainTextEdit::dropEvent(event);
  event->acceptProposedAction();
  takeFile(path);
}

}  // namespace onceover::widgets
